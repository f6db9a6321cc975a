"""The compiled engine, which is optional: where it cannot be built, the NumPy core does its work."""

import sys
from pathlib import Path

import numpy as np
from setuptools import Extension, setup

SOURCES = ["module.c", "kernels_baseline.c", "kernels_avx2.c", "kernels_avx512.c"]
HEADERS = sorted(path.as_posix() for path in Path("rst_compat/engine/src").glob("*.h"))

# Not -ffast-math: NaN must survive. Not -march=native: a wheel runs on other processors, and the module chooses.
GCC = ["-O3", "-g0", "-std=gnu11", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=fast", "-Wno-psabi"]
MSVC = ["/O2", "/std:c11"]

setup(
    ext_modules=[
        Extension(
            "rst_compat.engine._native",
            sources=[f"rst_compat/engine/src/{name}" for name in SOURCES],
            depends=HEADERS,
            include_dirs=[np.get_include()],
            extra_compile_args=MSVC if sys.platform == "win32" else GCC,
            optional=True,
        )
    ]
)
