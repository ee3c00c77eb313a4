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
    """What was asked for does not exist or is beyond the method."""


class UnavailableError(QueensError):
    """A backend that this machine does not have, or that broke down."""


class RunError(QueensError):
    """A run could not go on: a file, a shard, a plan."""


class IncompleteError(RunError):
    """Ranges of a run are missing."""


class ConflictError(QueensError):
    """Results that should agree do not. One of them is wrong, and must not be used."""


# Where users meet them.
for _error in (
    QueensError,
    InputError,
    UnavailableError,
    RunError,
    IncompleteError,
    ConflictError,
):
    _error.__module__ = "queens_engine"
