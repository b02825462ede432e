"""The rules of Kaos, a module a chapter of the rulebook."""
