"""The positions that show rules, at the desk: one beside its clause or ruling, all of them as studies."""

from typing import Final

from esquive.clauses.clause_index import EDITIONS, index
from esquive.core.games import game_named
from esquive.core.messages import DEFAULT
from esquive.core.phrases import phrase
from esquive.core.question_links import Chapter, Study, code_of
from esquive.core.rulebook import Rulebook
from esquive.core.shapes import DeskExample
from esquive.core.worked_positions import WorkedPosition, WorkedPositions, worked_positions
from esquive.hosting.protocol import ProtocolError

RULEBOOK: Final = "rulebook"


def _edition(game: str) -> Rulebook:
    """The current edition of a game; raises ProtocolError for a game without rulebook."""
    found = next((one for one in EDITIONS if one.game == game and one.base is None), None)
    if found is None:
        raise ProtocolError("bad-request", why=phrase("no rulebook of {game!r} is known", game=game))
    return found


def _positions(game: str) -> WorkedPositions:
    return worked_positions(_edition(game).folder)


def desk_examples(game: str, number: str, language: str) -> list[DeskExample]:
    """The position that shows a clause or a ruling, if there is one."""
    known = _positions(game)
    shown = known.rulings.get(number) or known.clauses.get(number)
    return [] if shown is None else [DeskExample(code_of(shown.question), *_told(shown, language))]


def _told(shown: WorkedPosition, language: str) -> tuple[str, str]:
    """What a position shows and the language of that: its title, which is English, or else what is asked there."""
    if shown.title and language == DEFAULT:
        return shown.title, DEFAULT
    game = game_named(str(shown.question.document["game"]))
    state = game.from_document(shown.question.document)
    words = game.words(state, language)
    label = words.answer(game.parse(state, shown.question.line)) if shown.question.line else ""
    return label or words.asked(state.waiting.kind), language


def example_study(game: str, examples: str, title: str, language: str) -> Study:
    """The worked examples of a rulebook, or the positions that show the rulings on it, as a study."""
    edition = _edition(game)
    chapters = _rulebook(edition, language) if examples == RULEBOOK else _rulings(edition, language)
    return Study(title, chapters)


def _rulebook(edition: Rulebook, language: str) -> list[Chapter]:
    """Each example with what the clauses say that it shows."""
    known = worked_positions(edition.folder)
    return [
        Chapter(
            f"{number}: {_told(shown, language)[0]}",
            "\n".join(_says(edition.game, clause, language) for clause in shown.clauses),
            shown.question,
        )
        for number, several in known.examples.items()
        for shown in several
    ]


def _says(game: str, clause: str, language: str) -> str:
    """A clause in our words."""
    edition = next(one for one in EDITIONS if one.game == game and clause in one.registry())
    return f"{clause}: {edition.says(edition.registry().get(clause), language).text}"


def _rulings(edition: Rulebook, language: str) -> list[Chapter]:
    """Each ruling that has a position, with its question and decision."""
    known, ledger = worked_positions(edition.folder).rulings, index(edition)
    told = [(number, ledger.told(ledger.rulings[number], language), shown) for number, shown in known.items()]
    return [
        Chapter(f"{number}: {one.title}", f"{one.fields['Question']}\n{one.fields['Decision']}", shown.question)
        for number, one, shown in told
    ]
