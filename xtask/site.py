#!/usr/bin/env python3
"""The site, in target/site: a front page, the book under docs/ and beside it, the page under page/, the libraries under api/.

The book is docs/ and the documents of the root, rendered by mdBook. The documents link to each other, to pictures, to data and to
sources by paths in the repository, so that they can be read there. The book keeps these paths: what is tracked is copied, as it
lies, to the folder that mdBook renders, and links need no change. hyperlink follows every link to its file and its place. Links
to other sites are not followed: a check that asks the network fails for reasons that are not the change's.

    site.py MDBOOK HYPERLINK    builds it from target/doc, with these two programs
"""

import re
import shutil
import sys
from pathlib import Path

from ship import ROOT, TARGET, printed, run


def wanted(file):
    """The documents, what they show, and the sources that they may lead to."""
    top, suffix = "/" not in file, Path(file).suffix
    if suffix == "":
        return top and file.startswith("LICENSE")
    if suffix in (".md", ".cff"):
        return top or file.startswith("docs/") or file == "bindings/npm/README.md"
    if suffix in (".rs", ".py", ".pyi", ".ipynb"):
        return not file.startswith("fuzz/")
    return file.startswith("docs/") and not file.startswith("docs/site/") or file == "crates/queens-web/openapi.json"


def stage(source):
    shutil.rmtree(source, ignore_errors=True)
    for file in printed("git", "ls-files", "--cached", "--others", "--exclude-standard").splitlines():
        # What is deleted and not yet committed is still listed.
        if wanted(file) and (ROOT / file).exists():
            (source / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, source / file)
    # mdBook wants the list of chapters at the top; its links are relative to docs/.
    summary = (ROOT / "docs/SUMMARY.md").read_text()
    (source / "SUMMARY.md").write_text(re.sub(r"\]\((\.\./)?", lambda link: "](" if link[1] else "](docs/", summary))
    shutil.copy(ROOT / "docs/book.toml", source / "book.toml")


def links(site, hyperlink):
    """rustdoc checks the links of its own pages, and makes the places of some with a script: those pages lead nowhere here."""
    checked = TARGET / "book/checked"
    shutil.rmtree(checked, ignore_errors=True)
    shutil.copytree(site, checked)
    for page in (checked / "api").rglob("*.html"):
        page.write_text(page.read_text().replace(" href=", " data-href=").replace(" src=", " data-src="))
    run(hyperlink, "--check-anchors", checked)


def main(mdbook, hyperlink):
    source, site = TARGET / "book/source", TARGET / "site"
    stage(source)
    shutil.rmtree(site, ignore_errors=True)
    run(mdbook, "build", source, "--dest-dir", site)
    # mdBook puts the first chapter there, whose links lead from docs/.
    shutil.copy(ROOT / "docs/site/index.html", site / "index.html")
    shutil.copytree(TARGET / "doc", site / "api")
    # It is committed as it is built, and works under any path.
    shutil.copytree(ROOT / "crates/queens-web/page", site / "page")
    # Beside the book, the page links to its chapters.
    index = site / "page/index.html"
    here = index.read_text()
    if 'name="queens-book" content=""' not in here:
        sys.exit("the page has no place for the address of the book\nhelp: build it: cargo xtask web --write")
    index.write_text(here.replace('name="queens-book" content=""', 'name="queens-book" content="../docs/"'))
    links(site, hyperlink)
    print(f"the site is {site}: any web server can serve it, under any path", file=sys.stderr)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
