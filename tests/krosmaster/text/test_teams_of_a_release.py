"""Teams by the rules of a release: what it lacks is said by the team check, and Frigost has teams of its own."""

import pytest

from esquive.core.errors import DocumentError
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.team_files import frigost_teams
from esquive.krosmaster.setups import Duels, TeamsAndArenas
from esquive.krosmaster.written.documents.set_ups import new_state

AXE = ["house-woodcutter", "oscar-kass", "anna-tommy", "lil-healey"]
FROST = {"freezing", "interior-fire", "snowshoes", "unsnowshoes", "frost-acceleration", "frost-slowing"}


def broken(release: str) -> list[tuple[str, tuple[str, ...]]]:
    found = TeamsAndArenas(release).violations(AXE, "constructed")
    return [(refusal.kind, refusal.clauses) for refusal in found if refusal.kind == "team-area"]


def test_the_team_check_refuses_an_area_of_effect_that_the_release_does_not_have() -> None:
    """The Axe is one of 2.2 alone [KA 4.16.3]."""
    assert broken("2.7") == [("team-area", ("4.16.3",))]
    assert broken("2.2") == []


def test_what_the_team_check_lets_pass_can_be_set_up() -> None:
    setups = TeamsAndArenas("2.7")
    other = ["oscar-kass", "anna-tommy", "bad-aboum", "lil-healey"]
    with pytest.raises(DocumentError, match="no area 'axe'"):
        new_state(setups.setup("constructed", "elemental", [AXE, other]))


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("en", "Woodcutter, Splitting Log, has the area of effect Axe, which release 2.7 does not have."),
        ("fr", "Bûcheron, Bûche fendue, a la zone d'effet Hache, que la version 2.7 n'a pas."),
        ("it", "Boscaiolo, Ceppo Spaccato, ha l'area d'effetto Ascia, che la versione 2.7 non ha."),
    ],
)
def test_it_names_card_spell_and_area_in_the_readers_language(language: str, wanted: str) -> None:
    setups = TeamsAndArenas("2.7")
    assert wanted in [setups.violation(refusal, language) for refusal in setups.violations(AXE, "constructed")]


@pytest.mark.parametrize("release", ["2.7", "2.2"])
def test_the_teams_of_frigost_are_legal_and_bring_frost(release: str) -> None:
    setups, known = TeamsAndArenas(release), catalogue().cards
    offered = {team.id for team in setups.ready_teams()}
    for team in frigost_teams():
        assert team.id in offered
        assert setups.violations(list(team.cards), "constructed") == []
        assert FROST & {power.keyword for card in team.cards for power in known[card].power}


def test_a_series_draws_no_team_of_frigost_but_takes_one_by_its_name() -> None:
    duels = Duels("", ["long-winter", "counts-hunt"], "2.2")
    assert [list(team.cards) for team in frigost_teams()] == duels.fixed
    assert not any(team in duels.ready for team in duels.fixed)
