"""Fuzzing with libFuzzer on stable Rust: `cargo xtask fuzz` calls `fuzz.py SECONDS`.

cargo-fuzz needs a nightly compiler for its sanitizers. Without one, what it does is pass the flags below: LLVM's
coverage instrumentation, which the stable compiler takes too. Safe Rust has little for a sanitizer to find; panics and
broken invariants show without.
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FUZZ = Path(__file__).resolve().parent.parent / "fuzz"
SECONDS = int(sys.argv[1])

# fuzz_targets/NAME.rs, with texts to start from in seeds/NAME.
TARGETS = sorted(path.stem for path in (FUZZ / "fuzz_targets").glob("*.rs"))

# What makes a build one that libFuzzer can steer.
FLAGS = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    # Branches folded into one are branches that coverage cannot tell apart.
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
    "-Clink-dead-code",
    "--cfg=fuzzing",
]
HOST = re.search(r"^host: (.*)$", subprocess.run(["rustc", "-vV"], capture_output=True, text=True, check=True).stdout, re.M)[1]


def cargo(command, *rest):
    """With --target, the flags do not reach build scripts."""
    line = ["cargo", *command, "--manifest-path", FUZZ / "Cargo.toml", "--target-dir", FUZZ / "target", "--release"]
    env = os.environ | {"CARGO_ENCODED_RUSTFLAGS": "\x1f".join(FLAGS)}
    subprocess.run([*line, "--target", HOST, *rest], env=env, check=True)


def fuzz(target):
    """Runs a target, and returns what is wrong, in two lines, if anything is."""
    binary = FUZZ / "target" / HOST / "release" / target
    corpus, artifacts = FUZZ / "corpus" / target, FUZZ / "artifacts" / target
    # What earlier runs grew would make this one depend on them.
    shutil.rmtree(corpus, ignore_errors=True)
    corpus.mkdir(parents=True)
    artifacts.mkdir(parents=True, exist_ok=True)
    # An input takes microseconds; the limit is against hanging, on a loaded machine too.
    limits = [f"-max_total_time={SECONDS}", "-timeout=120", f"-artifact_prefix={artifacts}/"]
    done = subprocess.run(
        [binary, *limits, corpus, FUZZ / "seeds" / target],
        cwd=FUZZ, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    talk = done.stderr.decode(errors="replace")
    if done.returncode != 0:
        kept = re.search(r"Test unit written to (.*)", talk)
        advice = f"repeat it with `{binary} {kept[1]}`; correct the code and make the input a test" if kept else "see above"
        tail = "\n".join(talk.splitlines()[-60:])
        return f"{tail}\nerror: the fuzz target `{target}` ended with {done.returncode}\nhelp: {advice}"
    # Without counters libFuzzer guesses blindly and finds nothing, which would look like success.
    coverage = [int(found) for found in re.findall(r"\t(?:INITED|DONE) .*?cov: (\d+)", talk)]
    if len(coverage) != 2 or not 0 < coverage[0] <= coverage[1]:
        return f"error: the fuzz target `{target}` ran without seeing coverage\nhelp: does the compiler still take FLAGS in xtask/fuzz.py?"
    print(f"{target}: {coverage[0]} edges covered by the seeds, {coverage[1]} in the end", file=sys.stderr)
    return None


cargo(["clippy", "--no-deps"], "--", "-D", "warnings")
cargo(["build"])
print(f"each of {', '.join(TARGETS)}, for {SECONDS} s:", file=sys.stderr)
with ThreadPoolExecutor(len(TARGETS)) as pool:
    sys.exit("\n".join(filter(None, pool.map(fuzz, TARGETS))) or 0)
