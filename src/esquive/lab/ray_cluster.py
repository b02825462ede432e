"""Series of games on Ray, on this machine or on a cluster (extra `ray`): the same results from the same seeds.

A game is a task. Everything it needs is in its fixture, so a task whose worker has been killed is simply played again
by another one, and results come in the order of the fixtures wherever they were played. The environment says which
cluster it is, as Ray has it (`RAY_ADDRESS`); without that, Ray is started here with as many processors as jobs.
"""

import os
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, Final

from esquive.core.errors import EsquiveError
from esquive.lab.matches import Fixture, Played, play

RETRIES: Final = 5  # of a game whose worker died
AHEAD: Final = 2  # games asked for beyond those being played, for each job


def play_on_ray(fixtures: list[Fixture], jobs: int, release_files: Sequence[str] = ()) -> Iterator[Played]:
    """The games as they finish, in the order of the fixtures, `jobs` at a time.

    Raises EsquiveError for releases in files, which other machines do not have.
    """
    if release_files:
        raise EsquiveError(
            "unimplemented: releases in files are not taken to a cluster", "--on ray", "play here, with --jobs"
        )
    import ray

    is_ours = not ray.is_initialized()
    if is_ours:
        here: dict[str, Any] = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": jobs, "include_dashboard": False}
        ray.init(log_to_driver=False, **here)
    task: Any = ray.remote(max_retries=RETRIES)(play)
    waiting: deque[Any] = deque()
    left = iter(fixtures)
    try:
        for fixture in left:
            waiting.append(task.remote(fixture))
            if len(waiting) >= AHEAD * jobs:
                yield ray.get(waiting.popleft())
        while waiting:
            yield ray.get(waiting.popleft())
    finally:
        for one in waiting:
            ray.cancel(one)
        if is_ours:
            ray.shutdown()
