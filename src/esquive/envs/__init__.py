"""The games as environments of three libraries for research: PettingZoo, Gymnasium and OpenSpiel (extra `envs`)."""

from importlib.util import find_spec

for _needed in ("numpy", "gymnasium", "pettingzoo"):
    if find_spec(_needed) is None:
        raise ModuleNotFoundError(
            f"environments need {_needed}, which is not installed: pip install 'esquive[envs]'", name=_needed
        )
