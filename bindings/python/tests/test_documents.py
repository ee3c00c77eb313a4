"""The examples of the documentation, and what the stubs promise beyond what stubtest looks at."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
from pathlib import Path

import pytest
import queens_engine as queens

ROOT = Path(__file__).parents[3]
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS

MODULES = ["", "._errors", "._progress", "._results", "._runs", "._verbs", ".gallery"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_modules(name):
    module = importlib.import_module("queens_engine" + name)
    failed, _ = doctest.testmod(module, optionflags=FLAGS)
    assert failed == 0


NATIVE = [queens.Placement, queens.Problem, queens.Puzzle, queens.Solutions]


@pytest.mark.parametrize("cls", NATIVE)
def test_examples_of_native_classes(cls):
    texts = {cls.__name__: cls.__doc__}
    for name, member in vars(cls).items():
        if not name.startswith("_") and inspect.getdoc(member):
            texts[f"{cls.__name__}.{name}"] = inspect.getdoc(member)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    parser = doctest.DocTestParser()
    examples = 0
    for name, text in texts.items():
        test = parser.get_doctest(text, {}, name, None, None)
        examples += len(test.examples)
        runner.run(test)
    assert runner.failures == 0
    assert examples > 0


@pytest.mark.parametrize("path", ["docs/python.md", "bindings/python/README.md"])
def test_examples_of_documents(path):
    failed, examples = doctest.testfile(str(ROOT / path), module_relative=False, optionflags=FLAGS)
    assert failed == 0
    assert examples > 0


@pytest.mark.parametrize("path, count", [("README.md", 1), ("docs/color.md", 2)])
def test_blocks_of_python(path, count):
    text = (ROOT / path).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) == count
    exec("".join(blocks), {})


def test_every_public_name_is_documented():
    for holder in (queens, queens.gallery):
        for name in holder.__all__:
            value = getattr(holder, name)
            if name == "__version__":
                continue
            assert inspect.getdoc(value), name
            if inspect.isclass(value):
                for member, content in vars(value).items():
                    if not member.startswith("_") and callable(content):
                        assert inspect.getdoc(content), f"{name}.{member}"


def test_the_version_is_that_of_the_package():
    import importlib.metadata

    # Between releases Cargo's version ends in -dev, which Python writes as .dev0.
    assert importlib.metadata.version("queens-engine") == queens.__version__.replace("-dev", ".dev0")
