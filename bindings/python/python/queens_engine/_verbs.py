"""Count, list, find, complete, estimate."""

from __future__ import annotations

from typing import SupportsIndex

from queens_engine import _engine
from queens_engine._engine import Placement, Problem, Solutions
from queens_engine._errors import InputError
from queens_engine._progress import Progress, watcher
from queens_engine._results import CountReport, Estimate, PartialCount, SymmetryClasses


def count(
    board: SupportsIndex | Problem,
    *,
    method: str | None = None,
    kernel: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> int:
    """How many solutions there are: Q(n) of the plain n x n board (A000170), or of a problem.

    Method (`search` or `color`) and kernel (`kernels()` lists them) are by default the fastest ones of the
    machine, threads all cores. `progress` is a function of the work
    done and the work expected, or a bar such as `tqdm()`.

    >>> from queens_engine import Problem, count
    >>> count(8)
    92
    >>> count(Problem(8, queens="a1"))
    4
    """
    if isinstance(board, Problem):
        if method is not None or kernel is not None:
            raise InputError(
                "a problem is counted by its own method",
                "leave method and kernel out, or count the plain board",
            )
        return _engine.count_problem(board, threads, watcher(progress))
    return _engine.count(board, method, kernel, threads, watcher(progress))[0]


def count_report(
    n: SupportsIndex,
    *,
    method: str | None = None,
    kernel: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CountReport:
    """The same count of the plain board with its nodes, its method and its time.

    >>> from queens_engine import count_report
    >>> report = count_report(10, kernel="scalar", threads=1)
    >>> report.total, report.method, report.threads
    (724, 'search', 1)
    """
    counted = _engine.count(n, method, kernel, threads, watcher(progress))
    return CountReport(n.__index__(), *counted)


def count_partial(
    board: SupportsIndex | Problem,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[PartialCount]:
    """How many ways there are to place k queens, for every k up to n, and how many of them are maximal.

    On the plain board the placements are row n of A348129; the maximal ones, to which no queen can be
    added, add up to A146303. Takes time in proportion to the number of placements, n up to 12 in seconds.

    >>> from queens_engine import count_partial
    >>> [count.placements for count in count_partial(4)]
    [1, 16, 44, 24, 2]
    >>> sum(count.maximal for count in count_partial(4))
    18
    """
    problem = board if isinstance(board, Problem) else Problem(board)
    counts = _engine.count_partial(problem, threads, watcher(progress))
    return [PartialCount(*count) for count in counts]


def classes(
    n: SupportsIndex, *, threads: int | None = None, progress: Progress | None = None
) -> SymmetryClasses:
    """The solutions by symmetry.

    Where does 92 come from? 92 = 11 * 8 + 1 * 4:

    >>> from queens_engine import classes
    >>> classes(8).orbits
    {1: 0, 2: 0, 4: 1, 8: 11}
    """
    total = count(n, threads=threads, progress=progress)
    half_turn, quarter_turn, orbits, fundamental = _engine.classes(n, total)
    by_size = dict(zip((1, 2, 4, 8), orbits, strict=True))
    return SymmetryClasses(n.__index__(), total, fundamental, half_turn, quarter_turn, by_size)


def fundamental(
    n: SupportsIndex, *, threads: int | None = None, progress: Progress | None = None
) -> int:
    """How many solutions there are up to symmetry, A002562.

    >>> from queens_engine import fundamental
    >>> fundamental(8)
    12
    """
    return classes(n, threads=threads, progress=progress).fundamental


def solutions(board: SupportsIndex | Problem, *, fundamental: bool = False) -> Solutions:
    """All solutions in lexicographic order, each found when you ask for it, or up to 256 ahead.

    Of the plain board for n up to 64, or of a problem for n up to 128. With `fundamental`, those of the
    plain board that stand for their orbit. An interrupted list of the plain board goes on where it was;
    that of a problem must be started again.

    >>> from queens_engine import solutions
    >>> print(next(solutions(8)))
    1 5 8 6 3 7 2 4
    >>> sum(1 for _ in solutions(8, fundamental=True))
    12
    >>> solutions(8).array().shape
    (92, 8)
    """
    if isinstance(board, Problem):
        if not fundamental:
            return Solutions._of(None, board, False)
        if not board.is_plain:
            raise InputError(
                "a problem has no fundamental solutions: its squares are not alike",
                "leave fundamental out, or list the plain board",
            )
        board = board.n
    return Solutions._of(board, None, fundamental)


def find(
    n: SupportsIndex, *, seed: int | None = None, first: bool = False
) -> Placement | None:
    """One solution of the plain board: constructed, random from a `seed`, or the `first` of all (A141843).

    None for n = 2 and n = 3, which have none. Takes linear time, and memory for n columns; but the time of
    `first`, for n up to 64, grows exponentially.

    >>> from queens_engine import find
    >>> find(8)
    Placement("6 4 7 1 8 2 5 3")
    >>> find(1000, seed=7) == find(1000, seed=7)
    True
    >>> find(12, first=True)
    Placement("1 3 5 8 10 12 6 11 2 7 9 4")
    """
    if first and seed is not None:
        raise InputError("the first solution is not random", "leave seed out, or first")
    return _engine.find(n, seed, first)


def complete(problem: Problem) -> Placement | None:
    """A solution of a problem, always the same one, or None if there is provably none; n up to 128.

    >>> from queens_engine import Problem, complete
    >>> complete(Problem(6, queens="c3")) is None
    True
    """
    return _engine.complete(problem)


def estimate(
    n: SupportsIndex,
    *,
    probes: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """An estimate of Q(n) for n up to 128, with its standard error.

    Sends `probes` probes, a million by default, or as many as fit into `seconds`. With probes, the
    result depends on n, probes and seed alone.

    >>> from queens_engine import estimate
    >>> estimated = estimate(12, probes=100_000, seed=1)
    >>> abs(estimated.mean - 14200) < 4 * estimated.std_error
    True
    """
    if probes is not None and seconds is not None:
        raise InputError("probes and seconds cannot both say how long", "leave one of the two out")
    mean, std_error, sent, exact = _engine.estimate(
        n, probes, seconds, seed, threads, watcher(progress)
    )
    return Estimate(n.__index__(), mean, std_error, sent, seed, exact)


def known(oeis: str = "A000170") -> dict[int, int]:
    """The published values of a sequence of the OEIS, by n.

    Totals (A000170), fundamental solutions (A002562), those that a half turn (A032522) or a quarter turn
    (A033148) maps to themselves, those of the torus (A051906) and of superqueens (A051223), placements to
    which no queen can be added (A146303), nodes (A319283) and tests to the first solution (A140450) of
    plain backtracking. Nothing here computes with them.

    >>> from queens_engine import known
    >>> known()[27]
    234907967154122528
    """
    sequences = _engine.known()
    if oeis not in sequences:
        raise InputError(f"no values of {oeis!r} are kept here", f"choose from {', '.join(sequences)}")
    return sequences[oeis]


def kernels() -> dict[str, str | None]:
    """The kernels that count: the name of each, and why this machine does not have it, or None if it does.

    >>> from queens_engine import kernels
    >>> kernels()["scalar"] is None
    True
    """
    return dict(_engine.kernels())
