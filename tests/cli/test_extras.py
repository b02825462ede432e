"""Which extra a missing module belongs to, as the package's metadata has it."""

import pytest

from esquive.cli.extras import extra_of, lacking
from esquive.cli.failures import Failures


@pytest.mark.parametrize(
    ("module", "extra"),
    [
        ("litestar", "server"),
        ("sqlalchemy.ext.asyncio", "server"),
        ("prometheus_client", "server"),
        ("uvloop", "server"),
        ("asyncpg", "cluster"),
        ("redis.asyncio", "cluster"),
        ("argcomplete", "completion"),
        ("shapely", ""),
        ("msgspec", ""),
        ("esquive.nowhere", ""),
    ],
)
def test_a_module_is_brought_by_an_extra_or_by_none(module: str, extra: str) -> None:
    assert extra_of(module) == extra
    told = lacking(ModuleNotFoundError("-", name=module))
    assert (told is None) == (not extra)
    assert told is None or str(told) == f"{module.partition('.')[0]} is not installed (pip install 'esquive[{extra}]')"


def test_a_module_of_the_program_itself_that_is_missing_is_no_bad_input() -> None:
    def run() -> int:
        raise ModuleNotFoundError("no such thing", name="esquive.nowhere")

    with pytest.raises(ModuleNotFoundError):
        Failures("judge", []).guard(run)


@pytest.mark.parametrize(("language", "said"), [("fr", "n'est pas installé"), ("it", "non è installato")])
def test_what_is_missing_is_told_in_the_language_of_the_reader(
    language: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def run() -> int:
        raise ModuleNotFoundError("-", name="redis")

    failures = Failures("serve", [])
    failures.language = language
    assert failures.guard(run) == 2
    assert f"redis {said} (pip install 'esquive[cluster]')" in capsys.readouterr().err
