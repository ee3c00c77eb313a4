#!/usr/bin/env python3
"""What is shipped besides libraries: the manual and the completions, the crates' packages, the archives and installers.

    share DIR   write the manual and the completions, laid out as below a prefix such as ~/.local
    check       see that they have no errors, and that every crate compiles from its package
    archives    build the archives of this processor with dist, install them in an empty home, and use them
"""

import argparse
import hashlib
import http.server
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
# The crates that are published, in no particular order.
CRATES = ["queens", "queens-puzzle", "queens-gallery", "queens-run", "queens-json", "queens-web", "queens-cli"]
EXE = ".exe" if os.name == "nt" else ""


def run(*command, **options):
    print("$", *command, file=sys.stderr, flush=True)
    return subprocess.run([str(word) for word in command], check=True, cwd=options.pop("cwd", ROOT), **options)


def printed(*command, **options):
    return run(*command, stdout=subprocess.PIPE, encoding="utf-8", **options).stdout


def workspace(key):
    """A value of [workspace.package]; Python 3.10, which release.yml runs, has no reader of TOML."""
    return re.search(rf'^{key} = "([^"]*)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)[1]


def version():
    return workspace("version")


def tool(name, requirements=ROOT / "xtask/tools.txt"):
    """A program of PyPI's, in the version and with the hash of xtask/tools.txt, in target/tools/python."""
    folder = TARGET / "tools/python"
    mark = folder / hashlib.sha256(requirements.read_bytes()).hexdigest()
    if not mark.exists():
        venv.create(folder, clear=True, with_pip=True)
        run(folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "--no-deps",
            "--only-binary", ":all:", "--requirement", requirements)
        mark.touch()
    return folder / "bin" / name


def commands(program, path=()):
    """The words that lead to each command, as the program's own help lists them."""
    yield list(path)
    text = subprocess.run([program, *path, "--help"], check=True, capture_output=True, encoding="utf-8").stdout
    # Under one heading or several, after the usage and before the options.
    listed = text.partition("\nUsage:")[2].partition("\nOptions:")[0]
    for name in re.findall(r"^  (?! )([a-z][a-z-]*)", listed, re.MULTILINE):
        if name != "help":
            yield from commands(program, (*path, name))


def share(program, folder):
    shutil.rmtree(folder, ignore_errors=True)

    def put(path, *words):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        text = subprocess.run([program, *words], check=True, capture_output=True).stdout
        (folder / path).write_bytes(text)

    pages = list(commands(program))
    for page in pages:
        put("man/man1/" + "-".join(["queens", *page]) + ".1", "man", *page)
    put("bash-completion/completions/queens", "completions", "bash")
    put("zsh/site-functions/_queens", "completions", "zsh")
    put("fish/vendor_completions.d/queens.fish", "completions", "fish")
    if len(pages) < 20:
        sys.exit(f"error: only {len(pages)} commands were found\nhelp: see `commands` in xtask/ship.py")
    return pages


def built():
    """The program as CI has built it already."""
    run("cargo", "build", "--release")
    return TARGET / f"release/queens{EXE}"


def check_share():
    folder = TARGET / "ship-check"
    share(built(), folder)
    pages = sorted((folder / "man/man1").iterdir())
    run("mandoc", "-T", "lint", "-W", "error", *pages)
    run("bash", "-euc", f"source '{folder}/bash-completion/completions/queens' && complete -p queens")
    print(f"{len(pages)} pages of the manual have no errors", file=sys.stderr)


def unpacked():
    """A workspace of the crates' packages alone, each patched into the others in the place of the registry."""
    run("cargo", "package", "--no-verify", "--allow-dirty", "--quiet", *(f"--package={crate}" for crate in CRATES))
    folder = TARGET / "package/unpacked"
    shutil.rmtree(folder, ignore_errors=True)

    def of_today(member, path):
        # All packages have one old date, so that cargo would take what it built from an earlier one.
        return tarfile.data_filter(member, path).replace(mtime=time.time())

    for crate in CRATES:
        with tarfile.open(TARGET / f"package/{crate}-{version()}.crate") as archive:
            archive.extractall(folder, filter=of_today)
        (folder / f"{crate}-{version()}").rename(folder / crate)
        names = {path.name for path in (folder / crate).iterdir()}
        if lacking := {"README.md", "LICENSE-MIT", "LICENSE-APACHE", "src"} - names:
            sys.exit(f"error: the package of {crate} lacks {lacking}\nhelp: see `include` in its Cargo.toml")
    patches = "".join(f'{crate} = {{ path = "{crate}" }}\n' for crate in CRATES)
    # Dependencies are compiled as in the repository, so that they are compiled once.
    (folder / "Cargo.toml").write_text(
        f'[workspace]\nresolver = "3"\nmembers = {json.dumps(CRATES)}\n[profile.dev]\ndebug = false\n'
        f"[patch.crates-io]\n{patches}"
    )
    shutil.copy(ROOT / "Cargo.lock", folder)
    return folder


def check_packages():
    """Compiles the command from packages. (`cargo package` can verify each package, and compiles everything seven times.)"""
    run("cargo", "fetch", "--quiet", "--locked")
    folder = unpacked()
    # The target folder of the repository has most dependencies already.
    run("cargo", "build", "--offline", "--package=queens-cli", "--target-dir", TARGET, cwd=folder)
    answer = printed(TARGET / f"debug/queens{EXE}", "count", "10")
    assert answer == "Q(10) = 724\n", answer
    print(f"{len(CRATES)} crates compile from their packages alone", file=sys.stderr)


def install(folder, home):
    """What a new user does: the shell installer from a server, into an empty home."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments):
            super().__init__(*arguments, directory=folder)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}"
        environment = {"HOME": str(home), "PATH": "/usr/bin:/bin", "QUEENS_CLI_DOWNLOAD_URL": url}
        run("sh", folder / "queens-cli-installer.sh", env=environment)
        server.shutdown()
    return home / f".local/bin/queens{EXE}"


def archives():
    """The archives of this processor's targets, with the commit in the program; each is unpacked and used."""
    share(built(), TARGET / "share")
    commit = printed("git", "rev-parse", "HEAD").strip()
    machine = platform.machine()
    targets = [f"{machine}-unknown-linux-gnu", f"{machine}-unknown-linux-musl"]
    run("rustup", "target", "add", targets[1])
    environment = os.environ | {"QUEENS_COMMIT": commit}
    folder = TARGET / "distrib"
    build = [tool("dist"), "build", "--allow-dirty", "--output-format=json"]
    manifest = printed(*build, "--artifacts=local", *(f"--target={target}" for target in targets), env=environment)
    # As in release.yml, the installers take the checksums of the archives from there.
    (folder / "local-dist-manifest.json").write_text(manifest)
    printed(*build, "--artifacts=global", env=environment)
    run("sh", "-euc", "sha256sum --check *.tar.xz.sha256", cwd=folder)
    installer = (folder / "queens-cli-installer.sh").read_text()
    for target in targets:
        assert (folder / f"queens-cli-{target}.tar.xz.sha256").read_text().split()[0] in installer, "no checksum"
        home = TARGET / "ship-home" / target
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        name = f"queens-cli-{target}"
        with tarfile.open(folder / f"{name}.tar.xz") as archive:
            archive.extractall(home, filter="data")
        program = home / name / "queens"
        use(program, commit, target)
        for path in ("man/man1/queens-count.1", "bash-completion/completions/queens"):
            assert (home / name / "share" / path).is_file(), path
    home = TARGET / "ship-home/installed"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    use(install(folder, home), commit, targets[0])


def use(program, commit, target):
    answer = printed(program, "count", "16")
    assert answer == "Q(16) = 14772512\n", answer
    info = printed(program, "info")
    assert commit[:12] in info, info
    print(f"{program} counts, and is of commit {commit[:12]}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=["share", "check", "packages", "archives"])
    parser.add_argument("folder", nargs="?", type=Path)
    arguments = parser.parse_args()
    match arguments.task:
        case "share":
            run("cargo", "build", "--package", "queens-cli")
            share(TARGET / f"debug/queens{EXE}", arguments.folder.resolve())
        case "packages":
            check_packages()
        case "archives":
            archives()
        case "check":
            check_share()
            check_packages()


if __name__ == "__main__":
    main()
