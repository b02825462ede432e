"""Everything that happens in Kaos, and every reason why something may not, has words in three languages."""

import re
from fractions import Fraction
from itertools import product
from string import Formatter

import pytest

from esquive.core.messages import LANGUAGES, language_of, messages
from esquive.core.odds import odds_of
from esquive.core.waiting import Condition, Decision, Over
from esquive.kaos.book.rolls import faces_of
from esquive.kaos.book.victory import REASONS
from esquive.kaos.cards.op_codes import ROLL_NAMES
from esquive.kaos.cards.ops import OPS
from esquive.kaos.game import GAME
from esquive.kaos.seen.views import view
from esquive.kaos.spoken.odds_counting import ODDS, classes_of_best, classes_of_dice
from esquive.kaos.spoken.wording import Wording, event_data, event_message, sentence
from esquive.kaos.table.answers import ACTION_NAMES, REACTION_NAMES
from esquive.kaos.table.events import E_MOVED, EVENTS
from tests.catalogues import names_of
from tests.kaos.games import positions
from tests.kaos.playing import Table, box, mine
from tests.kaos.text.test_notation import document


def fields_of(number: int, **given: int) -> dict[str, int]:
    """The fields of an event, all 1 but those given."""
    return {name: given.get(name, 1) for name, _ in EVENTS[number].fields}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_event_has_words(language: str) -> None:
    known = messages(language)
    for number, kind in enumerate(EVENTS):
        variants = [fields_of(number), fields_of(number, target=-1, seat=-1, cost=0, dice=0)]
        variants += [fields_of(number, action=action) for action in range(len(ACTION_NAMES))]
        variants += [fields_of(number, reaction=reaction) for reaction in range(len(REACTION_NAMES))]
        for fields in variants:
            assert event_message(kind, fields) in known, kind.name
            if kind.private_to:
                assert event_message(kind, fields, secret=True) in known
    for name in (
        *(f"kaos.roll.{one}" for one in ROLL_NAMES),
        *(f"kaos.effect.{one.name()}" for one in OPS),
        *(f"kaos.reason.{one[0]}" for one in REASONS),
    ):
        assert name in known


def test_the_languages_say_the_same_things_of_the_same_places() -> None:
    names = [[name for name in names_of(language) if name.startswith("kaos.")] for language in LANGUAGES]
    assert names[0] == names[1] == names[2] and len(names[0]) > 200
    for name in names[0]:
        one, many = ([places_of(name, language, count) for language in LANGUAGES] for count in (1, 2))
        assert many[0] == many[1] == many[2], name
        # In the singular the number may be an article: `récupère d'une blessure`.
        assert all(found <= many[0] and len(many[0] - found) <= 1 for found in one), name


def places_of(name: str, language: str, count: int) -> set[str]:
    """The places of a message in the form that goes with a count."""
    return {place for _, place, _, _ in Formatter().parse(messages(language).template(name, count)) if place}


@pytest.mark.parametrize("seed", [1, 4, 9])
def test_everything_that_happens_is_told_in_every_language(seed: int) -> None:
    told: dict[str, set[str]] = {}
    for state, _, _ in positions(seed):
        for event in state.log or ():
            data = event_data(state, event)
            assert data["kind"] == EVENTS[event[0]].name and data["clause"].startswith("K")
            found = [sentence(state, event, language) for language in LANGUAGES]
            for text in found:
                assert text[0].isupper() or not text[0].isalpha()
                assert text.endswith(".") and "{" not in text and "  " not in text
            told.setdefault(data["kind"], set()).update(found)
    assert len(told) > 20


@pytest.mark.parametrize("seed", [2, 5])
def test_every_reason_is_told_in_every_language(seed: int) -> None:
    kinds: set[str] = set()
    for number, (state, answer, _) in enumerate(positions(seed)):
        waiting = state.waiting
        if not isinstance(waiting, Decision) or number % 3:
            continue
        for condition in [*waiting.conditions(answer), *waiting.conditions(0)]:
            kinds.add(condition.kind)
            for language in LANGUAGES:
                text = Wording(state, language).condition(condition)
                assert text and "{" not in text
    assert len(kinds) > 15


def test_a_reason_names_figures_as_their_cards_do() -> None:
    state = GAME.from_document(document())
    condition = Condition("movement", ("K10.1",), False, {"figure": "knight", "cost": "12", "limit": "10"})
    french = Wording(state, "fr").condition(condition)
    assert french == "Le chemin coûte 12 cm de déplacement\u00a0; Knight peut en dépenser 10."
    english = Condition("path-figure", ("K11.1",), False, {"figure": "foe", "blocker": "knight", "at": "1,2"})
    assert Wording(state).condition(english) == "Knight stands in the way at 1, 2."


def test_a_condition_without_words_is_told_by_its_kind_and_facts() -> None:
    state = GAME.from_document(document())
    unknown = Condition("unheard-of", ("K1.1",), False, {"figure": "knight"})
    assert Wording(state, "it").condition(unknown) == "Unheard of: figure knight."
    assert Wording(state).condition(Condition("unheard-of", ("K1.1",), False, {})) == "Unheard of."


def test_figures_of_one_profile_are_numbered_and_others_called_by_their_own_name() -> None:
    state = GAME.from_document(document(figure=[
        {"profile": "knight", "owner": "p1", "x": 10, "y": 10},
        {"id": "old-guard", "profile": "knight", "owner": "p1", "x": 10, "y": 20},
        {"profile": "knight", "owner": "p2", "x": 20, "y": 10},
    ]))  # fmt: skip
    spoken = Wording(state)
    assert [spoken.figure(figure) for figure in range(3)] == ["Knight", "Old guard", "Knight 2"]
    assert spoken.figure(-1) == "nobody" and spoken.seat(1) == "Player 2"
    assert Wording(state, players=("Ann", "Bob")).seat(1) == "Bob"


def test_a_sentence_rounds_lengths_for_the_eye_and_the_event_has_them_exactly() -> None:
    state = GAME.from_document(document())
    moved = (E_MOVED, 0, 401_515, 515_006, 0, 90_000, 85_008, 0)
    assert Wording(state).event(moved) == "Knight moves to 40.15, 51.5 for 8.5 cm of movement."
    told = event_data(state, moved)
    assert (told["x"], told["y"], told["cost"]) == ("40.1515", "51.5006", "8.5008")


def test_the_end_is_told() -> None:
    *_, (state, _, _) = positions(2, fighters=1, rounds=1)
    assert isinstance(state.waiting, Over)
    for language in LANGUAGES:
        text = Wording(state, language).over()
        assert text.endswith(".") and "{" not in text


# ------------------------------------------------------------------------------------------------------- the catalogues


def test_languages_are_found_by_their_tags() -> None:
    assert [language_of(tag) for tag in ("fr-CH", "IT", "en_GB", "de")] == ["fr", "it", "en", "en"]


# ----------------------------------------------------------------------------------------------------------------- odds


def successes(faces: tuple[int, ...]) -> int:
    """What dice come to when no six is rolled again."""
    return sum(face >= 4 for face in faces)


@pytest.mark.parametrize(("count", "tells"), [(1, True), (2, True), (3, False), (4, True)])
def test_dice_that_come_to_the_same_are_counted_together(count: int, tells: bool) -> None:
    classes = classes_of_dice(count, 4, tells)
    assert sum(weight for _, weight in classes) == 6**count

    def sort(faces: tuple[int, ...]) -> tuple[int, int]:
        return successes(faces), faces.count(6) if tells else 0

    for outcome, weight in classes:
        wanted = sort(tuple(faces_of(outcome, count)))
        assert weight == sum(sort(faces) == wanted for faces in product(range(1, 7), repeat=count))
    best = [max(faces_of(outcome, count)) for outcome, _ in classes_of_best(count)]
    assert best == [1, 2, 3, 4, 5, 6] and sum(weight for _, weight in classes_of_best(count)) == 6**count


def test_the_odds_of_a_strike_against_a_dodge_are_exact() -> None:
    figures = document()["figure"]
    figures[2] = {**figures[2], "x": 12.5, "y": 10}
    state = GAME.from_document(document(figure=figures, options={"six_again": "no"}))
    answer = GAME.parse(state, "plan stay strike goblin sword")
    odds = odds_of(ODDS, state, answer, ("react dodge",))
    dice = list(product(range(1, 7), repeat=4))
    ways = [[sum(successes(roll) == number for roll in dice) for number in range(5)]] * 2
    hits = sum(ways[0][ours] * ways[1][theirs] for ours in range(1, 5) for theirs in range(ours + 1))
    assert odds.probability(figure__goblin__wounds=4) == Fraction(hits, 6**8)
    assert odds.probability() == 1
    told = GAME.words(state, "fr").odds(answer, ("react dodge",))
    assert [line.text for line in told.odds or ()] == ["Goblin\u00a0: +4 blessures", "Personne ne subit rien"]
    assert (told.odds or [])[0].probability == str(Fraction(hits, 6**8))


def test_choices_on_the_way_are_told_apart() -> None:
    figures = document()["figure"]
    figures[2] = {**figures[2], "x": 12.5, "y": 10}
    state = GAME.from_document(document(figure=figures))
    words = GAME.words(state)
    told = words.odds(GAME.parse(state, "plan stay strike goblin sword"))
    starts = {re.split(":", line.text)[0] for line in (told.odds or [])}
    assert {"Do not react", "Dodge", "Strike back with Claws"} <= starts
    assert "destiny" in (told.odds_note or "") and "positions" in words.too_many()
    assert words.odds(GAME.parse(state, "plan walk 10,13")).odds is None


def test_scenery_of_ones_own_is_called_by_its_kind_and_the_catalogue_s_by_its_name() -> None:
    """A table that is drawn has pieces no catalogue names; a kind that nobody knows stays as it is written."""
    pieces = [box((10, 10), (10, 1), name="barricade"), box((30, 10), (1, 1), name="totem")]
    pieces[0].kind = "low-wall"
    state = Table({"knight": mine(at=(40, 40))}, pieces).state
    french = Wording(state, "fr")
    assert [french.piece(one) for one in ("barricade", "totem", "long-wall")] == ["muret", "totem", "le long mur"]
    shown = view(state, 0, "it").scenery
    assert [(one.label, one.noun) for one in shown] == [("muretto", "muretto"), ("totem", "totem")]
