"""rst_compat beside the libraries that are installed: the same robots, the same states, in one process and in turns.

    pip install -e ".[bench]"
    python benchmarks/bench_peers.py [--quick] [--json FILE] [--rounds N] [--states N] [--only SECTION ...]

Sections: robots (single calls, and batches on one thread), chains (how time grows with the joints), threads (a batch of
a million on one thread and on two), kinematics (inverse kinematics; where rst_compat and roboticstoolbox have it).

Before anything is timed, every result is compared with the first library's, to 1e-9 of the largest element: nobody is
fast at something else. Ratios are medians over the rounds of the ratios within a round, "1" is a single call of
Pinocchio with its result copied (or of rst_compat, where there is no Pinocchio); +- is half the distance of the
quartiles. The load of the machine is printed; with more than a core's worth of other work, trust ratios alone.
"""

import argparse
import functools
import json
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from peers import FUNCTIONS, C, M, installed, ours
from robots import ROBOTS, chain
from timing import in_turns, machine, spread

import rst_compat as rst
from rst_compat import engine
from rst_compat.matlab.compile import compiled

TOLERANCE = 1e-9  # libraries round differently, by 1e-13 in a forward dynamics of 31 joints


def states(joints, count):
    """Positions, rates and a third vector (count, joints), by the numbers of the joints in the URDF file."""
    return np.random.default_rng(1).uniform(-2, 2, size=(3, count, joints))


def contenders(urdf, joints):
    found, missing = installed(urdf, joints)
    first = [x for x in found if x.name == "Pinocchio"]
    return [*first, *ours(urdf), *(x for x in found if x not in first)], missing


def arguments(library, X):
    """The states in the order of the library, and the way back."""
    order = [int(name.removeprefix("joint")) - 1 for name in library.joints]
    return [np.ascontiguousarray(x[..., order]) for x in X], np.argsort(order)


def check(libraries, urdf, X):
    """All results agree with ours, of the gravity that the library has."""
    few = X[:, :20]
    for library in libraries:
        reference = ours(urdf, library.gravity)[-1]
        given, back = arguments(library, few)
        own, own_back = arguments(reference, few)
        for name, call in library.many.items():
            compare(library, name, call(*given), back, reference.many[name](*own), own_back)
        for name, call in library.one.items():
            compare(
                library, name, call(*(x[0] for x in given)), back, reference.one[name](*(x[0] for x in own)), own_back
            )


def compare(library, name, got, back, want, own_back):
    square = name in (M, C)
    got, want = (x[..., b, :][..., b] if square else x[..., b] for x, b in ((got, back), (want, own_back)))
    error = np.abs(got - want).max() / max(1, np.abs(want).max())
    if not error <= TOLERANCE:
        raise SystemExit(f"{library.name}: {name} differs by {error:.1e}")


def measure(libraries, X, rounds, functions=FUNCTIONS, many=True):
    """A record for every library, function and number of states; ratios are to the first library's single call."""
    records = []
    for name in functions:
        calls, labels = [], []
        for library in libraries:
            given, _ = arguments(library, X)
            if name in library.one:
                calls.append(functools.partial(library.one[name], *(x[0] for x in given)))
                labels.append((library, 1))
            if many and name in library.many:
                calls.append(functools.partial(library.many[name], *given))
                labels.append((library, X.shape[1]))
        times = in_turns(calls, rounds) / [count for _, count in labels]
        for (library, count), t in zip(labels, times.T, strict=True):
            records.append(
                {"library": library.name, "version": library.version, "function": name, "states": count}
                | {"joints": X.shape[2], "seconds": spread(t), "ratio": spread(t / times[:, 0])}
            )
    return records


# ---- sections ----


def robots(options, report):
    for title, urdf in ROBOTS.items():
        if options.quick and title not in ("2 joints", "7 joints"):
            continue
        X = states(urdf.count("<joint "), options.states)
        libraries, missing = contenders(urdf, X.shape[2])
        check(libraries, urdf, X)
        records = measure(libraries, X, options.rounds)
        report["missing"] |= missing
        report["records"] += [{"robot": title} | record for record in records]
        print_table(f"{title}, one call", [r for r in records if r["states"] == 1])
        print_table(f"{title}, each of {options.states}", [r for r in records if r["states"] > 1])


def print_table(title, records):
    print(f"\n| {title} | " + " | ".join(FUNCTIONS) + " |\n|---|" + "---|" * len(FUNCTIONS))
    for library in dict.fromkeys((r["library"], r["version"]) for r in records):
        cells = []
        for name in FUNCTIONS:
            found = [r for r in records if (r["library"], r["version"]) == library and r["function"] == name]
            cells.append(cell(found[0]) if found else "-")
        print(f"| {library[0]} {library[1] if 'rst_compat' not in library[0] else ''} | ".replace("  ", " "), end="")
        print(" | ".join(cells) + " |")


def cell(record):
    low, ratio, high = record["ratio"]
    us = record["seconds"][1] * 1e6
    return f"{ratio:.2g} +-{(high - low) / 2:.1g} ({us:.3g} us)" if ratio < 100 else f"{ratio:.0f} ({us:.0f} us)"


def chains(options, report):
    lengths = [10, 20] if options.quick else [10, 20, 40, 70, 100]
    records = []
    for n in lengths:
        urdf, X = chain(n), states(n, 20)
        libraries, _ = contenders(urdf, 31 + n)  # without those that take too long for the longest
        check(libraries, urdf, X)
        records += measure(libraries, X, max(3, options.rounds // 4), many=False)
    report["records"] += [{"robot": f"chain of {r['joints']}"} | r for r in records]
    head = " | ".join(f"n = {n}" for n in lengths)
    print(
        f"\n| chains of n joints, one call, us | function | {head} | time ~ |\n|---|---|{'---|' * (len(lengths) + 1)}"
    )
    report["exponents"] = []
    for library in dict.fromkeys(r["library"] for r in records):
        for name in FUNCTIONS:
            us = [r["seconds"][1] * 1e6 for r in records if (r["library"], r["function"]) == (library, name)]
            if us:
                exponent = float(np.polyfit(np.log(lengths), np.log(us), 1)[0])
                report["exponents"].append({"library": library, "function": name, "exponent": exponent})
                print(f"| {library} | {name} | " + " | ".join(f"{t:.3g}" for t in us) + f" | n^{exponent:.2f} |")


def threads(options, report):
    """Inverse dynamics of many states of the 7-joint arm, by one worker and by two."""
    count = 20_000 if options.quick else 1_000_000
    robot = rst.importrobot(ROBOTS["7 joints"], DataFormat="row")
    robot.Gravity = [0, 0, -9.81]
    X, out = states(7, count), np.empty((count, 7))
    handle = engine.native(compiled(robot).model)
    if handle.inverse_dynamics(*X, None, out) is None:
        print("\nThreads: the compiled engine is not in use")
        return

    def part(rows):
        return handle.inverse_dynamics(*X[:, rows], None, out[rows])

    with ThreadPoolExecutor(2) as pool:

        def split():
            return list(pool.map(part, (slice(count // 2), slice(count // 2, None))))

        want = handle.inverse_dynamics(*X)
        out[:] = 0
        split()
        assert np.array_equal(out, want)
        calls = [lambda: part(slice(None)), split]
        times = in_turns(calls, max(3, options.rounds // 20))
        work = np.array([[processor_seconds(call) for call in calls] for _ in range(max(3, options.rounds // 20))])
    one, two = (spread(t) for t in times.T)
    gain = spread(times[:, 0] / times[:, 1])
    possible = 2 * float(np.median(work[:, 0] / work[:, 1]))  # whatever else the machine does
    report["threads"] = {"states": count, "one": one, "two": two, "gain": gain, "possible": possible}
    print(
        f"\nThreads: inverse dynamics of {count} states of 7 joints takes {one[1] * 1e3:.1f} ms on one thread and "
        f"{two[1] * 1e3:.1f} ms on two: {gain[1]:.2f} times as fast (quartiles {gain[0]:.2f} to {gain[2]:.2f}); "
        f"by the processor time of both, {possible:.2f} where two cores are free"
    )


def processor_seconds(call):
    before = time.process_time()
    call()
    return time.process_time() - before


def kinematics(options, report):
    """Reachable poses of the 7-joint arm, from home and from 0.1 rad beside a solution."""
    try:
        from peers import toolbox_robot  # noqa: PLC0415

        theirs = toolbox_robot(ROBOTS["7 joints"]).ets()
        solver = rst.inverseKinematics
    except (ImportError, AttributeError) as fault:
        print(f"\nInverse kinematics: left out ({fault})")
        return
    robot = rst.importrobot(ROBOTS["7 joints"], DataFormat="row")
    ik = solver("RigidBodyTree", robot, "SolverAlgorithm", "LevenbergMarquardt")
    rng, count = np.random.default_rng(2), 20 if options.quick else 500
    weights, tip = np.ones(6), robot.BodyNames[-1]
    attempts = {
        # half the squared error is its measure
        "roboticstoolbox, ik_LM": lambda T, q: theirs.ik_LM(T, q0=q, tol=0.5e-12, joint_limits=True)[0],
        "rst_compat, inverseKinematics": lambda T, q: ik(tip, T, weights, q)[0],
    }
    print("\n| inverse kinematics, 7 joints | solved | median | 95 % |\n|---|---|---|---|")
    for start in ("from home", "0.1 rad away"):
        seconds, solved = {name: [] for name in attempts}, dict.fromkeys(attempts, 0)
        for _ in range(count):
            goal = rng.uniform(-2.5, 2.5, 7)
            T = robot.getTransform(goal, tip)
            q0 = np.zeros(7) if start == "from home" else goal + rng.uniform(-0.1, 0.1, 7)
            for name, attempt in attempts.items():
                before = time.perf_counter()
                q = np.asarray(attempt(T, q0)).ravel()
                seconds[name].append(time.perf_counter() - before)
                R = robot.getTransform(q, tip)
                angle = np.linalg.norm(R[:3, :3] - T[:3, :3]) / np.sqrt(2)  # to first order
                solved[name] += max(np.linalg.norm(R[:3, 3] - T[:3, 3]), angle) <= 1e-6 and bool((np.abs(q) <= 3).all())
        for name, t in seconds.items():
            median, late = np.quantile(t, [0.5, 0.95]) * 1e6
            record = {
                "start": start,
                "solver": name,
                "solved": solved[name] / count,
                "median_us": median,
                "late_us": late,
            }
            report.setdefault("kinematics", []).append(record)
            print(f"| {name}, {start} | {solved[name] / count:.1%} | {median:.0f} us | {late:.0f} us |")


SECTIONS = {f.__name__: f for f in (robots, chains, threads, kinematics)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, help="times that every call has its turn (200; 3 with --quick)")
    parser.add_argument("--states", type=int, help="states of a batch (1000; 50 with --quick)")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS), help="sections")
    parser.add_argument("--quick", action="store_true", help="whether it runs, not how fast")
    parser.add_argument("--json", metavar="FILE", help="write everything measured to this file")
    options = parser.parse_args()
    options.rounds = options.rounds or (3 if options.quick else 200)
    options.states = options.states or (50 if options.quick else 1000)
    used = engine.info()
    report = machine() | {"engine": used.engine, "instruction_set": used.instruction_set, "missing": {}, "records": []}
    print(
        f"{report['processor']}, {report['cores']} cores, load {report['load']}; {report['system']}; "
        f"Python {report['python']}, NumPy {report['numpy']}; engine {used.engine} {used.instruction_set}"
    )
    for section in options.only:
        SECTIONS[section](options, report)
    if report["missing"]:
        print("\nNot here:", "; ".join(f"{name} ({why})" for name, why in report["missing"].items()))
    report["load_after"] = machine()["load"]
    print(f"\nLoad at the end: {report['load_after']}")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(report, file, indent=1)


if __name__ == "__main__":
    main()
