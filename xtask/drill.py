#!/usr/bin/env python3
"""The kill drill: runs are killed at random moments, their files damaged, removed and replaced, again and again.

No worker may say that it is done when its files are gone, and the certificate must come out as if nothing had happened. `cargo xtask drill` calls
`drill.py QUEENS FOLDER ROUNDS SEED`.
"""

import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

QUEENS, FOLDER = sys.argv[1], Path(sys.argv[2]).resolve()
ROUNDS, SEED = int(sys.argv[3]), int(sys.argv[4])

# The sizes that are counted, in turn: long enough to be hit, short enough for hundreds of rounds.
SIZES = [16, 17]
RANGES, SHARDS = 60, 3
# The most kills in a round.
KILLS = 3
# A limit against hanging, for a range that takes well below a second.
PATIENCE = 10 * 60

WORK = ["-j", "2"]


def queens(*words):
    done = subprocess.run(
        [QUEENS, "run", *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if done.returncode != 0:
        sys.exit(
            f"error: queens run {words} ended with {done.returncode}: {done.stderr.strip()}\n"
            "help: a run that was disturbed must go on: find out why it does not"
        )
    return done.stdout


def plan(run, n):
    queens("plan", n, "--ranges", RANGES, "--shards", SHARDS, "--dir", run)


def finish(run):
    """Counts what is missing and merges: the certificate."""
    queens("work", run, "all", *WORK)
    queens("merge", run)
    return (run / "certificate.json").read_bytes()


def status(run):
    return json.loads(queens("status", run, "--format", "json"))


def parts(run):
    return sorted((run / "parts").iterdir())


def written(run):
    """The lines of ranges in the parts, damaged or not."""
    return sum(part.read_bytes().count(b'{"line":"range"') for part in parts(run))


def damage(run, chance):
    """Cuts the tail of a part off, or flips a bit in it, or writes rubbish after it."""
    if not parts(run):
        return False
    part = chance.choice(parts(run))
    content = bytearray(part.read_bytes())
    if not content:
        return False
    # In the last three lines or so.
    place = len(content) - 1 - chance.randrange(min(len(content), 800))
    match chance.randrange(3):
        case 0:
            del content[place:]
        case 1:
            content[place] ^= 1 << chance.randrange(8)
        case _:
            content += chance.randbytes(chance.randrange(600))
    part.write_bytes(content)
    return True


def take_away(run, workers, before, chance):
    """Removes or replaces the files of workers that still have work; all must end with an error that says so.

    Only those that were not there before are theirs: an earlier attempt may be replaced by its copy, and nothing is lost.
    """
    for worker in workers.values():
        worker.send_signal(signal.SIGSTOP)
    state = status(run)
    done = {shard["shard"]: shard["done"] == shard["ranges"] for shard in state["shards"]}
    own = [part for part in parts(run) if part not in before]
    busy = len(own) == len(workers) and not any(done[shard] or workers[shard].poll() is not None for shard in workers)
    kind = chance.choice(["parts removed", "parts replaced", "folders removed"])
    if busy and kind == "folders removed":
        shutil.rmtree(run)
    elif busy:
        for part in own:
            if kind == "parts replaced":
                other = run / "other"
                shutil.copy(part, other)
                other.rename(part)
            else:
                part.unlink()
    for worker in workers.values():
        worker.send_signal(signal.SIGCONT)
        _, said = worker.communicate(timeout=PATIENCE)
        # One that has only just begun its part has nothing to lose.
        told = b"lost" in said or b"could not be written" in said
        if busy and (worker.returncode != 2 or not told):
            sys.exit(f"error: after {kind} a worker ended with {worker.returncode}: {said}\nhelp: it must be an error")
    if busy and kind == "folders removed":
        plan(run, state["n"])
    return kind if busy else None


def disturb(run, seconds, chance, told):
    """Starts workers and kills them, and harms what they wrote. A range takes about these seconds."""
    ranges = status(run)["ranges"]
    for _ in range(1 + chance.randrange(KILLS)):
        before = status(run)["done"]
        # One process on everything, or one for each of two shards, at the same time.
        first = chance.randrange(SHARDS)
        shards = [first, (first + 1) % SHARDS] if chance.randrange(2) else ["all"]
        # This many ranges more, whatever the machine's speed, and then at any moment of the next one.
        enough = written(run) + chance.randrange(ranges - before + 1)
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        there = parts(run)
        workers = {
            str(shard): subprocess.Popen([QUEENS, "run", "work", run, str(shard), *WORK], **quiet)
            for shard in shards
        }
        start = time.monotonic()
        while written(run) < enough and any(worker.poll() is None for worker in workers.values()):
            if time.monotonic() - start > PATIENCE:
                sys.exit(f"error: no further range of {run} is counted\nhelp: see what the workers wait for")
            time.sleep(0.001)
        time.sleep(seconds * chance.random())
        if chance.randrange(3) == 0:
            if kind := take_away(run, workers, there, chance):
                told[kind] += 1
                continue
        for worker in workers.values():
            # It may be done already; then there is nothing to kill.
            worker.kill()
            worker.communicate()
            killed = worker.returncode < 0
            told["kills"] += 1
            told["in the middle of the work"] += killed and status(run)["done"] > before
        if chance.randrange(2):
            before = status(run)["done"]
            told["parts damaged"] += damage(run, chance)
            told["lines lost"] += before - status(run)["done"]


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    undisturbed = []
    for n in SIZES:
        run = FOLDER / f"undisturbed-{n}"
        plan(run, n)
        start = time.monotonic()
        certificate = finish(run)
        seconds = time.monotonic() - start
        ranges = status(run)["ranges"]
        print(f"n = {n}, {ranges} ranges, {seconds:.2f} s undisturbed", file=sys.stderr)
        undisturbed.append((n, seconds / ranges, certificate, run))
    print(f"{ROUNDS} rounds, seed {SEED}", file=sys.stderr)
    chance = random.Random(SEED)
    told = dict.fromkeys(
        ["kills", "in the middle of the work", "parts damaged", "lines lost"]
        + ["parts removed", "parts replaced", "folders removed"],
        0,
    )
    run = FOLDER / "round"
    for number in range(ROUNDS):
        n, seconds, certificate, expected = undisturbed[number % len(SIZES)]
        shutil.rmtree(run, ignore_errors=True)
        plan(run, n)
        disturb(run, seconds, chance, told)
        if finish(run) != certificate:
            sys.exit(
                f"error: round {number} of seed {SEED} gave another certificate\n"
                f"help: compare {run} with {expected}"
            )
    counts = ", ".join(f"{name} {count}" for name, count in told.items())
    print(f"{counts}; {ROUNDS} certificates, all as undisturbed", file=sys.stderr)
    # A drill that hits nothing proves nothing.
    if told["in the middle of the work"] < ROUNDS // 2 or (ROUNDS >= 20 and 0 in told.values()):
        sys.exit("error: too few faults hit a run at work\nhelp: count a larger board: see SIZES in xtask/drill.py")
    shutil.rmtree(FOLDER)


main()
