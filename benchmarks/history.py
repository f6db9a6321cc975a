"""Our own speed from commit to commit: one line of JSON for each run, and what has changed since the last one.

    python benchmarks/history.py [--file benchmarks/history.jsonl] [--quick]

A line has the commit, the machine with its load, and medians in microseconds: calls by MATLAB's names, the engine's
and the NumPy core's, single and in a batch of 1000 (each), of the 7-joint arm; and the import in milliseconds. Only
lines of one machine can be compared, and changes under a fifth are its mood.
"""

import argparse
import datetime
import json
import subprocess
from pathlib import Path

import numpy as np
from bench_peers import check, measure, states
from import_time import fresh_import
from peers import ours
from robots import ROBOTS
from timing import machine


def commit():
    """The commit that is checked out; + where files differ from it."""

    def git(*words):
        return subprocess.run(["git", *words], cwd=Path(__file__).parent, capture_output=True, text=True, check=False)

    return git("rev-parse", "--short", "HEAD").stdout.strip() + "+" * bool(git("status", "--porcelain", "-uno").stdout)


def medians(rounds, count, imports):
    X, libraries = states(7, count), ours(ROBOTS["7 joints"])
    check(libraries, ROBOTS["7 joints"], X)
    found = {
        f"{r['library'].removeprefix('rst_compat, ')}: {r['function']}, {'one' if r['states'] == 1 else 'many'}": round(
            r["seconds"][1] * 1e6, 4
        )
        for r in measure(libraries, X, rounds)
    }
    return found | {"import, ms": round(1e3 * float(np.median([fresh_import()[1] for _ in range(imports)])), 1)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", type=Path, default=Path(__file__).with_name("history.jsonl"))
    parser.add_argument("--quick", action="store_true", help="whether it runs, not how fast")
    options = parser.parse_args()
    now = {"commit": commit(), "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"), **machine()}
    now["medians"] = medians(*((2, 20, 1) if options.quick else (200, 1000, 7)))
    lines = options.file.read_text(encoding="utf-8").splitlines() if options.file.exists() else []
    here = [old for old in map(json.loads, lines) if all(old[k] == now[k] for k in ("processor", "cores", "python"))]
    before = here[-1]["medians"] if here else {}
    print(
        f"{now['commit']}, load {now['load']}"
        + (f"; before: {here[-1]['commit']}, load {here[-1]['load']}" if here else "")
    )
    for name, value in now["medians"].items():
        print(f"{name:<46}{value:>10.4g}" + (f"{value / before[name]:>8.2f} x" if name in before else ""))
    with options.file.open("a", encoding="utf-8") as file:
        file.write(json.dumps(now) + "\n")


if __name__ == "__main__":
    main()
