"""The progress of a count, for a function or a bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias


class Bar(Protocol):
    """What a progress bar must have; `tqdm` has it."""

    n: Any
    total: Any

    def update(self, n: Any = ..., /) -> Any:
        """Adds to the work done."""


# A function of the work done and the work expected, or a bar such as `tqdm()`.
Progress: TypeAlias = Callable[[int, int], object] | Bar


def watcher(progress: Progress | None) -> Callable[[int, int], object] | None:
    """The function that the native half calls, on the thread that waits."""
    if progress is None or callable(progress):
        return progress
    bar = progress

    def show(done: int, expected: int) -> None:
        bar.total = expected
        bar.update(done - bar.n)

    return show
