"""The message catalogues as the program reads them."""

from gettext import GNUTranslations
from pathlib import Path

import pytest

from esquive.core import messages as module
from esquive.core.errors import EsquiveError
from esquive.core.messages import LANGUAGES, Messages, messages
from hatch_build import LOCALE, compile_catalogues
from tests.catalogues import ROOT, names_of


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_its_file_says_is_known_and_nothing_else(language: str) -> None:
    """Ids that are said as they are written are messages too, as `scenery` in English."""
    known = messages(language)
    assert all(name in known for name in names_of(language)) and "scenery" in names_of(language)
    for unknown in ("event.unheard-of", "", 7):
        assert unknown not in known
    with pytest.raises(KeyError, match=r"event\.unheard-of"):
        known.say("event.unheard-of", {})


def test_the_form_goes_with_the_count() -> None:
    """French counts none as one, English and Italian do not."""
    name = next(one for one in names_of("fr") if len({messages("fr").template(one, count) for count in (1, 2)}) == 2)
    forms = {language: [messages(language).template(name, count) for count in (0, 1, 2)] for language in LANGUAGES}
    assert forms["fr"][0] == forms["fr"][1] != forms["fr"][2]
    for language in ("en", "it"):
        assert forms[language][0] == forms[language][2] != forms[language][1]


def test_catalogues_that_were_not_compiled_say_what_compiles_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "files", lambda _: tmp_path)
    with pytest.raises(EsquiveError, match="have not been compiled") as told:
        Messages("fr", "esquive")
    assert told.value.where.endswith("esquive.mo") and "make play" in told.value.fix


def test_a_catalogue_that_is_compiled_anew_is_read_whole_by_who_reads_it_meanwhile(tmp_path: Path) -> None:
    source = tmp_path / LOCALE / "fr" / "LC_MESSAGES" / "esquive.po"
    source.parent.mkdir(parents=True)
    source.write_bytes((ROOT / LOCALE / "fr" / "LC_MESSAGES" / "esquive.po").read_bytes())
    compile_catalogues(tmp_path)
    with source.with_suffix(".mo").open("rb") as begun:
        compile_catalogues(tmp_path)
        assert GNUTranslations(begun).gettext("scenery") != "scenery", "what was opened before is as it was"
    assert sorted(file.name for file in source.parent.iterdir()) == ["esquive.mo", "esquive.po"]
