"""The N-Queens problem: count, list, find, complete, estimate, and watch the classic algorithms.

>>> import queens_engine as queens
>>> queens.count(8)
92
>>> queens.classes(8).orbits
{1: 0, 2: 0, 4: 1, 8: 11}
>>> print(next(queens.solutions(8)))
1 5 8 6 3 7 2 4
>>> queens.complete(queens.Problem(8, queens="a1 b5"))
Placement("1 7 5 8 2 4 6 3")

Columns are counted from 0 where they are numbers, as in Python, and from 1 where they are text, as
OEIS does. Long work releases the interpreter's lock, tells a function or a bar how far it is, and answers
Ctrl-C. Counts are integers of any size. Errors are `QueensError`, two lines: what failed, what to do.
"""

from queens_engine import gallery
from queens_engine._engine import (
    Placement,
    Problem,
    Puzzle,
    Solutions,
    __version__,
)
from queens_engine._errors import (
    ConflictError,
    IncompleteError,
    InputError,
    QueensError,
    RunError,
    UnavailableError,
)
from queens_engine._results import (
    Certificate,
    Check,
    CountReport,
    Estimate,
    PartialCount,
    PuzzleRating,
    PuzzleStep,
    ShardStatus,
    Status,
    SymmetryClasses,
    Verification,
    WorkReport,
)
from queens_engine._runs import Run, verify
from queens_engine._verbs import (
    kernels,
    classes,
    complete,
    count,
    count_partial,
    count_report,
    estimate,
    find,
    fundamental,
    known,
    solutions,
)

__all__ = [
    "Certificate",
    "Check",
    "ConflictError",
    "CountReport",
    "Estimate",
    "IncompleteError",
    "InputError",
    "PartialCount",
    "Placement",
    "Problem",
    "Puzzle",
    "PuzzleRating",
    "PuzzleStep",
    "QueensError",
    "Run",
    "RunError",
    "ShardStatus",
    "Solutions",
    "Status",
    "SymmetryClasses",
    "UnavailableError",
    "Verification",
    "WorkReport",
    "__version__",
    "kernels",
    "classes",
    "complete",
    "count",
    "count_partial",
    "count_report",
    "estimate",
    "find",
    "fundamental",
    "gallery",
    "known",
    "solutions",
    "verify",
]
