"""How CP-SAT is run, so that a seed gives the same deck on every machine."""

from __future__ import annotations

from ortools.sat.python import cp_model

_RANDOM_SEEDS = 2**31


def solved(model: cp_model.CpModel, seed: int, limit: float, what: str) -> cp_model.CpSolver:
    """The solver with the best solution that it finds.

    `limit` is in CP-SAT's deterministic seconds, which count work and not the clock: the load changes nothing.
    Raises RuntimeError, naming `what`, when it finds none.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # several would race, and the winner would depend on the load
    solver.parameters.random_seed = seed % _RANDOM_SEEDS
    solver.parameters.max_deterministic_time = limit
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise RuntimeError(f"no solution for {what}")
    return solver
