"""Teams as people write them: names in any language, bullets, numbers and levels; what is not sure is asked back."""

import pytest

from esquive.core.errors import DocumentError
from esquive.core.setups import Setups
from esquive.core.team_texts import Meant, cards_of_list, ids_of, plain_name, read_team
from esquive.kaos.cards.catalogue import catalogue as kaos
from esquive.kaos.setups import HordesAndGrounds
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.translations import LANGUAGES
from esquive.krosmaster.setups import TeamsAndArenas

NAMES = TeamsAndArenas().names_on_lists()


@pytest.mark.parametrize(
    ("line", "copies", "card"),
    [
        ("Oscar Kass", 1, "oscar-kass"),
        ("oscar-kass", 1, "oscar-kass"),
        ("- Anna Tommy (Eternal)", 1, "anna-tommy-eternal"),
        ("Anna Tommy Éternel", 1, "anna-tommy-eternal"),
        ("* Ana Tommy", 1, "anna-tommy"),
        ("2x Bill Tell", 2, "bill-tell"),
        ("2 Bill Tell", 2, "bill-tell"),
        ("Bill Tell x2", 2, "bill-tell"),
        ("Bill Tell (3)", 3, "bill-tell"),
        ("3. Bill Tell", 1, "bill-tell"),
        ("Kassius Kaos, level 3", 1, "kassius-kaos"),
        ("Kassius Kaos (lvl 3)", 1, "kassius-kaos"),
        ("Kassius Kaos - niveau 3", 1, "kassius-kaos"),
        ("ADAMAÏ - dragon", 1, "adamai-dragon"),
        ("Adamai", 1, "adamai"),
        ("99x Bill Tell", 40, "bill-tell"),
    ],
)
def test_a_figure_is_known_however_people_write_it(line: str, copies: int, card: str) -> None:
    assert read_team(line, NAMES) == [Meant(read_team(line, NAMES)[0].text, copies, card, ())]


def test_every_figure_is_read_back_from_what_lists_call_it_in_each_language() -> None:
    setups = TeamsAndArenas()
    for language in LANGUAGES:
        for card in catalogue().cards:
            assert ids_of(read_team(setups.list_name(card, language), NAMES)) == [card]
    hordes = HordesAndGrounds()
    for fighter in kaos().fighters:
        assert ids_of(read_team(hordes.list_name(fighter, "fr"), hordes.names_on_lists())) == [fighter]


def test_several_figures_stand_in_one_line_and_titles_and_remarks_say_nothing() -> None:
    text = "# tournament\nMy team:\n\nPercedal, Evangelyne; Ruel Stroud + amalia\n"
    assert ids_of(read_team(text, NAMES)) == ["percedal", "evangelyne", "ruel-stroud", "amalia"]


def test_a_close_miss_is_asked_back_and_never_taken() -> None:
    (found,) = read_team("Oscar Kas", NAMES)
    assert (found.card, found.choices) == ("", ("oscar-kass", "oscar-kass-eternal"))
    (found,) = read_team("Gobball", NAMES)
    assert found.card == "" and set(found.choices) == {"royal-gobball", "king-of-the-gobballs"}
    (found,) = read_team("%%%", NAMES)
    assert (found.card, found.choices) == ("", ())
    assert plain_name("L'Arène d’Été") == "larenedete"


def test_a_list_that_is_not_sure_is_refused_with_all_its_lines() -> None:
    with pytest.raises(DocumentError, match="Oscar Kas") as told:
        cards_of_list("Oscar Kas\nBill Tell\nxyzzy", "list.txt", NAMES)
    assert len(told.value.others) == 1 and "oscar-kass" in told.value.fix
    with pytest.raises(DocumentError, match="names no figure"):
        cards_of_list("# nothing", "list.txt", NAMES)


def test_a_long_text_is_read_to_a_limit_and_a_game_without_cards_has_no_names() -> None:
    assert len(read_team("Bill Tell\n" * 5000, NAMES)) == 400
    assert Setups().names_on_lists() == {} and Setups().list_name("one") == "one"
