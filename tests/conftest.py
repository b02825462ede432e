"""What holds for every test: hypothesis draws the same examples each time, and no example is too slow."""

from hypothesis import settings

settings.register_profile("house", derandomize=True, deadline=None, database=None)
settings.load_profile("house")
