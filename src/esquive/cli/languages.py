"""The option `--language` of every verb: whoever says nothing is told in the language of $LANG."""

import argparse

from esquive.core.messages import LANGUAGES, reader_language


def add_language(parser: argparse.ArgumentParser, *, of: str = "of the sentences") -> None:
    """Declares the option; `args.language` is one of `core.messages.LANGUAGES`."""
    parser.add_argument(
        "--language", "--lang", choices=LANGUAGES, default=reader_language(), help=f"{of}; default: that of $LANG"
    )
