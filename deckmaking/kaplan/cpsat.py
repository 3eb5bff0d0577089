"""Runs the CP-SAT solver so that a seed gives the same deck on every machine."""

from __future__ import annotations

from ortools.sat.python import cp_model

_RANDOM_SEEDS = 2**31  # CP-SAT takes seeds below this


def solved(model: cp_model.CpModel, seed: int, limit: float, what: str) -> cp_model.CpSolver:
    """Solve a model; returns the solver with the best solution found.

    Args:
        model: the model.
        seed: of the solver's random choices.
        limit: in CP-SAT's deterministic seconds, which measure work and so do not depend on the machine's load.
        what: name of the problem, for the error.

    Raises:
        RuntimeError: no solution was found within the limit.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # with several the result would depend on the load
    solver.parameters.random_seed = seed % _RANDOM_SEEDS
    solver.parameters.max_deterministic_time = limit
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise RuntimeError(f"no solution for {what}")
    return solver
