"""The diagram on the page of a clause."""

from esquive.hosting.clause_pages import clause_page
from esquive.krosmaster.drawn.diagrams import diagram


def test_the_page_of_a_clause_on_range_has_its_diagram() -> None:
    page = clause_page("4.15.3")
    assert page.diagram == diagram("4.15.3")
    assert page.diagram is not None
    assert page.diagram.startswith("<svg ")


def test_other_clauses_and_rulings_have_none() -> None:
    assert clause_page("1.1.1.a").diagram is None
    assert clause_page("R12").diagram is None
