"""A judge's question as a link: nothing of it is lost, old links open for ever, and a spoilt one says what is wrong."""

import hashlib
import json
import zlib
from base64 import urlsafe_b64encode
from importlib.resources import files
from random import Random
from string import ascii_letters, digits

import pytest

from esquive.core.errors import DocumentError
from esquive.core.games import game_named
from esquive.core.question_answers import answered, play_before, question_told
from esquive.core.question_links import (
    PAGE,
    Chapter,
    Question,
    Study,
    code_of,
    code_of_study,
    is_link,
    lasting,
    question_of,
    study_of,
)
from tests.core.golden_links import GOLDEN, GOLDEN_STUDIES
from tests.core.positions_by_chance import KINDS, position_by_chance

MOST = {"krosmaster": 1500, "kaos": 2500}  # characters of a whole position
LETTERS = ascii_letters + digits + "-_"
SMALL = Question(
    {
        "game": "krosmaster",
        "turn": {"player": "p1", "unit": "oscar-kass", "phase": "activation"},
        "board": {"map": ". . . .\n. . . ."},
        "unit": [
            {"card": "oscar-kass", "owner": "p1", "at": "b1"},
            {"card": "bill-tell", "owner": "p2", "at": "c1", "injuries": 3},
        ],
    },
    "cast con c1",
)


@pytest.mark.parametrize("name", KINDS)
def test_a_position_by_chance_goes_to_a_link_and_back(name: str) -> None:
    for number in range(12):
        game, state = position_by_chance(name, number)
        document = lasting(game, game.to_document(state))
        code = code_of(Question(document))
        assert len(code) < MOST[name]
        opened = game.from_document(question_of(f"https://example.org/play{PAGE}{code}").document)
        assert opened.to_data() == state.to_data()


def test_what_is_asked_goes_with_the_position() -> None:
    asked = Question(SMALL.document, "keep", ["end", "armour lock"], ["resolve 1"])
    assert question_of(code_of(asked)) == asked
    assert question_of(code_of(SMALL)) == SMALL


@pytest.mark.parametrize(("link", "told"), GOLDEN.items())
def test_old_links_open_for_ever(link: str, told: str) -> None:
    asked = question_of(link)
    game = game_named(asked.document["game"])
    state = game.from_document(asked.document)
    for line in asked.after:
        play_before(game, state, line, "link")
    assert question_told(answered(game.words(state), asked.line, tuple(asked.answers)), "en") == told


@pytest.mark.parametrize(("link", "told"), GOLDEN_STUDIES.items())
def test_old_studies_open_for_ever(link: str, told: tuple[str, list[tuple[str, str, list[list[str]]]]]) -> None:
    study = study_of(link)
    assert (study.title, [(one.title, one.question.line, one.arrows) for one in study.chapters]) == told
    assert f"#/study/{code_of_study(study)}" == link


def test_the_dictionary_of_a_version_never_changes() -> None:
    text = (files("esquive.core") / "question_links_1.txt").read_bytes()
    assert hashlib.sha256(text).hexdigest() == "42f63982dfdb4be581fb93c4d09bc066b53ddb09f3ae173fbe4ac57b42f707f9"


def test_the_readable_part_is_all_there_is_where_it_says_everything() -> None:
    game = game_named("krosmaster")
    state = game.from_document(SMALL.document)
    whole = game.to_document(state)
    assert "exact" in whole and "exact" not in lasting(game, whole)
    state.apply(game.parse(state, "cast con c1"))  # dice are to be rolled: a document cannot say that
    assert "exact" in lasting(game, game.to_document(state))


def test_a_mutated_link_is_refused_in_a_sentence() -> None:
    code, rng = code_of(SMALL), Random(7)
    told: set[str] = set()
    for _ in range(2_000):
        spoilt = mutated(code, rng)
        if spoilt == code:
            continue
        try:
            found = question_of(spoilt)
        except DocumentError as refused:
            told.add(refused.message)
            assert refused.fix
        else:
            assert found == SMALL  # a bit after the end of the packed text, which says nothing
    assert len(told) > 2


def mutated(code: str, rng: Random) -> str:
    """A code with a character changed, left out or put in, or cut off."""
    place = rng.randrange(len(code))
    how = rng.randrange(4)
    if how == 0:
        return code[:place] + rng.choice(LETTERS) + code[place + 1 :]
    if how == 1:
        return code[:place] + code[place + 1 :]
    return code[:place] if how == 2 else code[:place] + rng.choice(LETTERS) + code[place:]


def made(text: bytes) -> str:
    """The code of any text, as somebody else might make it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return "1" + urlsafe_b64encode(
        zlib.crc32(text).to_bytes(4) + packer.compress(text) + packer.flush()
    ).decode().rstrip("=")


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("", "holds no question"),
        ("#/desk/", "holds no question"),
        ("#/desk/1/../etc", "holds no question"),
        ("#/desk/2" + "A" * 40, "version 2"),
        ("#/desk/1" + "A" * 41, "cut short or changed"),
        ("#/desk/1" + "A" * 200_000, "longer than any"),
        (made(b" " * 5_000_000), "larger than 1 MiB"),
        (made(b"[" * 500_000), "something else"),
        (made(b"[NaN]"), "something else"),
        (made(b"\xff\xfe"), "something else"),
        (made(b'["no position"]'), "something else"),
        (made(b"[{}, 3]"), "something else"),
        (made(b'[{}, "end", [1]]'), "something else"),
        (made(json.dumps([{}, "", ["end"] * 201]).encode()), "something else"),
    ],
)
def test_what_is_no_link_of_this_program_is_told(link: str, told: str) -> None:
    with pytest.raises(DocumentError, match=told):
        question_of(link)


def test_a_name_of_a_file_is_no_link() -> None:
    assert is_link("https://example.org/#/desk/1abc") and not is_link("desk/position.toml")


def test_a_position_too_long_for_a_link_says_so() -> None:
    rng = Random(1)
    noise = ["".join(rng.choices(LETTERS, k=100)) for _ in range(2_000)]
    with pytest.raises(DocumentError, match="too long for a link"):
        code_of(Question({"game": "krosmaster", "notes": noise}))
    with pytest.raises(DocumentError, match="JSON"):
        code_of(Question({"game": "krosmaster", "hp": float("nan")}))


def test_a_study_goes_to_a_link_and_back() -> None:
    chapters = [Chapter("Two lockers", "Who rolls first?", SMALL), Chapter("", "", Question(SMALL.document))]
    chapters.append(Chapter("Drawn", "", SMALL, [["a1", "c1"], ["12.5 30", "14 8.25"], ["d2"]]))
    study = Study("Locks", chapters)
    assert study_of(f"https://example.org/#/study/{code_of_study(study)}") == study
    assert len(code_of_study(Study("", [*chapters] * 20))) < 2 * len(code_of_study(study))  # they have much in common
    with pytest.raises(DocumentError, match="a study of several"):
        question_of(code_of_study(study))
    with pytest.raises(DocumentError, match="else than a study"):
        study_of(code_of(SMALL))
    for chapter in (
        ["title"],
        ["title", 3, {}],
        ["title", "comment", "no position"],
        "chapter",
        ["title", "comment", {}, "", [], [], "a1"],
        ["title", "comment", {}, "", [], [], ["a1"]],
        ["title", "comment", {}, "", [], [], [["a1", "over there"]]],
        ["title", "comment", {}, "", [], [], [[]]],
        ["title", "comment", {}, "", [], [], [["a1"]] * 33],
        ["title", "comment", {}, "", [], [], [], "more"],
    ):
        with pytest.raises(DocumentError, match="something else"):
            study_of(made(json.dumps({"title": "", "chapters": [chapter]}).encode()))
