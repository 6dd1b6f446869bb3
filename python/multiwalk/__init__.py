"""Multiwalk from Python: combinatorial optimisation by many searches at once.

    import multiwalk
    r = multiwalk.solve({"tour": {"matrix": [[0, 3, 4], [3, 0, 5], [4, 5, 0]]}}, time=1)
    print(r.objective, r.order)

    r = multiwalk.minimise(lambda x: abs(x[0] - 3) + x[1], permutation=5, time=1)

All that docs/python.md tells is here; the search is the command multiwalk, which this package carries.
"""

from ._binary import command
from ._builders import assignment, qubo, routes, tour
from ._run import CostError, Error, Result, solve
from ._own import minimise

minimize = minimise

__all__ = ["solve", "minimise", "minimize", "tour", "routes", "assignment", "qubo", "Result", "Error", "CostError", "command"]
