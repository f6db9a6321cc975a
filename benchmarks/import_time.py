"""What ``import rst_compat`` costs beyond NumPy, and whether it brings in what it must not.

    python benchmarks/import_time.py [--rounds 15]

Every measurement is a fresh interpreter; the clock runs inside it, so that starting Python does not count.
"""

import argparse
import statistics
import subprocess
import sys

FORBIDDEN = ["lxml", "typer", "matplotlib", "sympy", "scipy.spatial", "scipy.io", "scipy.optimize"]

PROGRAM = """
import sys, time
start = time.perf_counter()
import numpy
middle = time.perf_counter()
import rst_compat
end = time.perf_counter()
print(middle - start, end - middle, *[name for name in {forbidden} if name in sys.modules])
"""


def fresh_import():
    """Seconds for NumPy, seconds for the rest, forbidden modules."""
    program = PROGRAM.format(forbidden=FORBIDDEN)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    numpy, rest, *brought = run.stdout.split()
    return float(numpy), float(rest), brought


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15, help="fresh interpreters after one that warms the disk")
    rounds = parser.parse_args().rounds
    fresh_import()
    runs = [fresh_import() for _ in range(rounds)]
    print(f"numpy                    {statistics.median(r[0] for r in runs) * 1e3:7.1f} ms")
    print(f"rst_compat beyond numpy  {statistics.median(r[1] for r in runs) * 1e3:7.1f} ms")
    print("brought in although it must not be:", ", ".join(runs[0][2]) or "nothing")


if __name__ == "__main__":
    main()
