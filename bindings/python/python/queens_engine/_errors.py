"""What can go wrong: exceptions with two lines, what failed and what to do."""

from __future__ import annotations


class QueensError(Exception):
    """Any error of the package.

    `what` says what failed and on what, `advice` what to do; as text it is both, on two lines.

    >>> from queens_engine import QueensError, count
    >>> try:
    ...     count(-1)
    ... except QueensError as error:
    ...     print(error.advice)
    give a whole number from 0 to 2147483647
    """

    def __init__(self, what: str, advice: str) -> None:
        super().__init__(what, advice)

    @property
    def what(self) -> str:
        """What failed, and on what."""
        return str(self.args[0])

    @property
    def advice(self) -> str:
        """What to do about it."""
        return str(self.args[1])

    def __str__(self) -> str:
        return f"{self.what}\n{self.advice}"


class InputError(QueensError, ValueError):
    """An argument is wrong, or too large for the method."""


class UnavailableError(QueensError):
    """This machine does not have the kernel, or the kernel failed."""


class RunError(QueensError):
    """A file, a shard or the plan of a run is wrong."""


class IncompleteError(RunError):
    """Ranges of a run are missing."""


class ConflictError(QueensError):
    """Two results that should agree differ. One of them is wrong and must not be used."""


# Where users see them.
for _error in (
    QueensError,
    InputError,
    UnavailableError,
    RunError,
    IncompleteError,
    ConflictError,
):
    _error.__module__ = "queens_engine"
