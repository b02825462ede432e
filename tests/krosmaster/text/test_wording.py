"""Every event, decision and refusal has a sentence in English, French and Italian, with the same places."""

import ast
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from esquive.core.condition_messages import condition_message
from esquive.core.messages import LANGUAGES, language_of, messages
from esquive.core.waiting import Condition, Decision, Over, Refusal
from esquive.krosmaster.book.powers.terms import PRINTED_DAMAGE, packed
from esquive.krosmaster.cards.library import ELEMENT_NAMES
from esquive.krosmaster.game import GAME
from esquive.krosmaster.seen.decisions import decision_view
from esquive.krosmaster.seen.odds_views import odds_view
from esquive.krosmaster.seen.views import view
from esquive.krosmaster.spoken.wording import Wording, event_data, team_sentence, type_names
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.events import EVENTS
from esquive.krosmaster.table.settings import OPTIONS
from esquive.krosmaster.table.state import State
from esquive.krosmaster.written.notation import parse_answer
from tests.catalogues import names_of
from tests.krosmaster.playing import Table, mine, theirs

RULES = Path(__file__).resolve().parents[3] / "src" / "esquive" / "krosmaster"
TEAMS = [
    ["oscar-kass", "anna-tommy", "bad-aboum", "lil-healey"],
    ["king-of-the-gobballs", "queen-of-the-tofus", "kassius-kaos", "bill-tell"],
]


def places(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def forms(language: str, name: str) -> list[str]:
    """The forms of a message: for one, and for many."""
    return [messages(language).template(name, count) for count in (1, 2)]


def calls(name: str) -> Iterator[tuple[Path, ast.Call]]:
    """Every call of a class by this name in the rules."""
    for path in sorted(RULES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield path, node


def texts(node: ast.expr) -> list[str]:
    """The texts an expression may be: a constant, or either branch of a choice between two."""
    if isinstance(node, ast.IfExp):
        return texts(node.body) + texts(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def test_the_catalogues_have_the_same_messages_with_the_same_places() -> None:
    names = [names_of(language) for language in LANGUAGES]
    assert names[0] == names[1] == names[2]
    for name in names[0]:
        found = [set().union(*(places(form) for form in forms(language, name))) for language in LANGUAGES]
        assert found[0] == found[1] == found[2], name
        assert all(form.strip() for language in LANGUAGES for form in forms(language, name)), name


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.name)
def test_every_kind_of_event_has_a_sentence_of_its_own_fields(kind: object) -> None:
    """A sentence names nothing that the event does not hold."""
    name = f"event.{kind.name}"
    made = {"signed", "sign", "count", "cost", "mp", "ap", "lost"}
    wanted = {field for field, _ in kind.fields}
    for language in LANGUAGES:
        assert name in messages(language)
        variants = [one for one in names_of(language) if one == name or one.startswith(f"{name}.")]
        for variant in variants:
            for form in forms(language, variant):
                assert places(form) <= wanted | made
    if kind.private_to:
        assert f"{name}.secret" in messages("en")
        assert "reward" not in places(messages("en").template(f"{name}.secret"))


def test_every_kind_of_condition_in_the_rules_has_a_message() -> None:
    found = [
        (path, kind) for name in ("Condition", "Refusal") for path, call in calls(name) for kind in texts(call.args[0])
    ]
    assert len(found) > 60
    lacking = {
        kind
        for _, kind in found
        if not any(name == f"condition.{kind}" or name.startswith(f"condition.{kind}.") for name in names_of("en"))
    }
    assert lacking == set()


def test_every_decision_has_a_prompt() -> None:
    kinds = {kind for _, call in calls("Decision") for kind in texts(call.args[0])}
    assert len(kinds) > 10
    assert {kind for kind in kinds if f"prompt.{kind}" not in messages("en")} == set()


def test_every_option_of_a_match_has_a_name() -> None:
    assert [name for name in OPTIONS if f"setting.{name}" not in messages("en")] == []


def stray(state: State, rng: random.Random) -> list[int]:
    """Answers to the decision waited for, most of them illegal, of every verb."""
    units, cells = len(state.names), state.board.cells
    unit, cell = rng.randrange(units), rng.choice(cells)
    return [
        answers.pack(answers.DEPLOY, unit, cell),
        answers.pack_units([unit]),
        answers.KEEP,
        answers.pack(answers.INSPIRE, unit, rng.randrange(4)),
        answers.pack(answers.MOVE, cell),
        answers.pack(answers.CAST, rng.randrange(len(state.library.spells)), cell),
        answers.COLLECT,
        answers.BUY_GG,
        answers.pack(answers.BUY, rng.randrange(6), rng.randrange(2)),
        answers.pack(answers.GIVE, unit),
        answers.pack(answers.REVEAL, rng.randrange(len(state.library.rewards))),
        answers.pack(answers.LOCKER, unit),
        answers.pack(answers.RESOLVE, rng.randrange(9)),
        answers.pack(answers.CHOOSE_UNIT, unit),
        answers.pack(answers.CHOOSE_WORD, rng.randrange(4)),
        answers.END,
    ]


OFTEN = 60  # times that a condition of one kind with the same facts is told


def test_every_event_and_refusal_of_whole_games_can_be_told_in_every_language() -> None:
    """Random games with stray answers at every decision: no sentence lacks a fact, none is left in English."""
    rng = random.Random(9)
    start = GAME.new({"arena": "elemental", "teams": TEAMS})
    kinds: Counter[tuple[str, bool, tuple[str, ...]]] = Counter()
    for _ in range(3):
        state = start.copy()
        state.log = []
        wordings = [Wording(state, language) for language in LANGUAGES]
        while not isinstance(state.waiting, Over):
            waiting = state.waiting
            if isinstance(waiting, Decision):
                for answer in rng.sample(stray(state, rng), 4):
                    for condition in waiting.conditions(answer):
                        kind = condition.kind, condition.holds, tuple(condition.facts)
                        kinds[kind] += 1
                        if kinds[kind] <= OFTEN:
                            told(wordings, condition)
            state.apply(waiting.sample(rng))
        for event in state.log:
            data = event_data(state, event)
            assert data["kind"] == EVENTS[event[0]].name
            for wording in wordings:
                assert wording.event(event)
        assert all(wording.over() for wording in wordings)
    assert len({kind for kind, _, _ in kinds}) >= 20


def told(wordings: list[Wording], condition: Condition) -> None:
    for wording in wordings:
        assert condition_message(wording.messages, condition) is not None, condition
        sentence = wording.condition(condition)
        assert sentence and "{" not in sentence


def test_names_are_those_of_the_language() -> None:
    """The glossary's names, and the number of a second figure of one name."""
    table = Table(
        "oscar tofu tofu-2",
        {"oscar": mine("oscar-kass"), "tofu": theirs("tofu"), "tofu-2": theirs("tofu")},
        turn="oscar",
    )
    names = [[Wording(table.state, language).unit(unit) for unit in range(3)] for language in LANGUAGES]
    assert [one[0] for one in names] == ["Oscar Kass", "Oscar Nak", "Fré Gato"]
    assert names[0][1:] == ["Tofu", "Tofu 2"]


def test_players_are_called_by_their_names() -> None:
    table = Table("hero foe", {"hero": mine("fighter"), "foe": theirs("villager")}, turn="hero")
    won = (next(kind.number for kind in EVENTS if kind.name == "won"), 1)
    assert Wording(table.state, "fr", ["Anne", "Benoît"]).event(won) == "Benoît remporte la partie."
    assert Wording(table.state, "it").event(won) == "Il Giocatore 2 vince la partita."


def test_a_count_chooses_the_form_of_the_word() -> None:
    """French says `0 blessure`, English `0 injuries`."""
    assert messages("fr").say("event.injured.nobody", {"unit": "U", "x": 0}, 0) == "U subit 0 blessure."
    assert messages("en").say("event.injured.nobody", {"unit": "U", "x": 0}, 0) == "U takes 0 injuries."
    assert messages("it").say("event.injured.nobody", {"unit": "U", "x": 2}, 2) == "U subisce 2 ferite."


def test_odds_are_told_as_fractions_that_add_up() -> None:
    """A blow of 2 against 1 Armour die: 2 injuries, one more or one less [KA 7.2.7.b]."""
    table = Table("hero foe", {"hero": mine("fighter"), "foe": theirs("villager")}, turn="hero")
    told = odds_view(table.state, parse_answer(table.state, "cast strike b1"), Wording(table.state))
    assert told.odds_note is None
    assert {one.text: one.probability for one in told.odds or ()} == {
        "Villager: 2 injuries": "1/2",
        "Villager: 3 injuries (2 printed, +1 Critical Hit roll [7.2.7.b])": "1/3",
        "Villager: 1 injury (2 printed, −1 Armour roll [7.2.7.b])": "1/6",
    }


def test_prompts_speak_to_the_player_in_the_language_asked_for() -> None:
    state = GAME.new({"arena": "elemental", "teams": TEAMS})
    asked = state.waiting.seat
    prompts = [decision_view(state, asked, language, ["Ann", "Bob"]).prompt for language in LANGUAGES]
    assert len(set(prompts)) == 3 and all(("Ann", "Bob")[asked] in prompt for prompt in prompts)


def test_what_is_wrong_with_a_team_is_told_in_every_language() -> None:
    """The levels of a team add up to 12 [KA 1.1.1.b]."""
    refusal = Refusal("team-level", ("1.1.1.b",), {"level": 11, "wanted": 12})
    assert "totalisent 12" in team_sentence(refusal, "fr")
    assert "sommano a 12" in team_sentence(refusal, "it")


def test_a_language_without_a_catalogue_is_english() -> None:
    assert [language_of(tag) for tag in ("fr-CH", "IT", "de", "")] == ["fr", "it", "en", "en"]


def test_types_are_called_by_their_names_and_begin_with_a_capital() -> None:
    assert type_names(["cra", "brotherhood-of-the-tofu"], "fr") == ["Crâ", "Membre de la Confrérie du Tofu"]
    table = Table("oscar foe", {"oscar": mine("oscar-kass"), "foe": theirs("villager")}, turn="oscar")
    shown = view(table.state, 0, "it").units[0].types
    assert shown == type_names(table.state.library.profiles[table.state.profile[0]].types, "it")


def test_damage_is_told_in_lower_case() -> None:
    """The element is a word of the sentence [KA 7.2.7.c]."""
    table = Table("hero foe", {"hero": mine("fighter"), "foe": theirs("villager")}, turn="hero")
    damage = (
        next(kind.number for kind in EVENTS if kind.name == "damage"),
        1,
        2,
        ELEMENT_NAMES.index("fire"),
        packed([(2, PRINTED_DAMAGE, -1, -1)]),
    )
    told = [Wording(table.state, language).event(damage) for language in LANGUAGES]
    assert told == ["2 fire damage to Villager.", "Villager\u00a0: 2 dégâts (feu).", "Villager: 2 danni (fuoco)."]


def test_no_condition_begins_with_a_cell() -> None:
    """A cell at the beginning of a sentence would be written with a capital: B3."""
    for language in LANGUAGES:
        known = messages(language)
        for name in names_of(language):
            if name.startswith("condition."):
                assert not known.template(name).startswith(("{cell}", "{to}", "{from}", "{blocker}", "{centre}")), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cast_of_no_spell_of_the_match_is_told(language: str) -> None:
    """[KA 2.5.1]: an answer by its number, as of another match."""
    table = Table("hero foe", {"hero": mine("fighter"), "foe": theirs("villager")}, turn="hero")
    answer = answers.pack(answers.CAST, len(table.state.library.spells), table.state.cell[1])
    waiting = table.state.waiting
    assert isinstance(waiting, Decision)
    (failing,) = (one for one in waiting.conditions(answer) if not one.holds)
    told = Wording(table.state, language).condition(failing)
    assert told == messages(language).template("condition.no-such-cast").replace(" :", "\u00a0:")
