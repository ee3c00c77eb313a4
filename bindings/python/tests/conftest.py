"""What the tests share: an oracle that knows nothing but the definition."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations

import pytest


def holds(columns: tuple[int, ...]) -> bool:
    """The definition: no two queens share a column or a diagonal."""
    return all(
        a != b and abs(a - b) != j - i
        for (i, a), (j, b) in combinations(enumerate(columns), 2)
    )


@pytest.fixture(scope="session")
def is_solution() -> Callable[[tuple[int, ...]], bool]:
    return holds


@pytest.fixture(scope="session")
def oracle() -> Callable[[int], list[tuple[int, ...]]]:
    """All permutations, filtered by the definition, in order."""
    made: dict[int, list[tuple[int, ...]]] = {}

    def of(n: int) -> list[tuple[int, ...]]:
        if n not in made:
            made[n] = [columns for columns in permutations(range(n)) if holds(columns)]
        return made[n]

    return of
