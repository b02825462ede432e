"""Play by correspondence: two people send each other letters as links, without a server; see docs/letters.md."""
