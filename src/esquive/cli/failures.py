"""How the program ends when something goes wrong: one line for people, one JSON document for programs.

With `--json` every error is `{"error": {"what": ..., "where": ..., "fix": ...}}` on standard output, errors of the
arguments included; a document with several faults has all of them under `errors`. Without it each is one line on
standard error. Exit codes: 2 for bad input and for an output that cannot be
written, 130 for Ctrl-C. Whoever reads a pipe and goes away (`| head`) has what it wanted: that is no error.
"""

import errno
import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Final

from esquive.core.errors import EsquiveError
from esquive.core.phrases import phrase

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130  # 128 and the number of SIGINT, as shells have it
_UNWRITTEN: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF})


class UsageError(EsquiveError):
    """Arguments that a verb does not take; `where` is the program with the verb."""


class Failures:
    """What went wrong in one run of a verb, told in the language of its reader."""

    def __init__(self, verb: str, arguments: Sequence[str]) -> None:
        self.verb = verb
        self.as_json = "--json" in arguments
        self.language = ""

    def guard(self, run: Callable[[], int]) -> int:
        """The exit code of `run`, all output written; failures are told here and turned into their codes."""
        try:
            if sys.stdout is None:
                raise EsquiveError("the standard output is closed", "", "leave it open")
            try:
                return run()
            finally:
                sys.stdout.flush()
        except UsageError as error:
            self._tell_usage(error)
            raise SystemExit(BAD_INPUT) from error
        except EsquiveError as error:
            self.tell(error)
        except ModuleNotFoundError as error:
            from esquive.cli.extras import lacking

            told = lacking(error)
            if told is None:
                raise
            self.tell(told)
        except UnicodeEncodeError as error:
            letter = error.object[error.start : error.start + 1]
            what = phrase(
                "the standard output cannot show {letter!a} in its encoding, {encoding}",
                letter=letter,
                encoding=error.encoding,
            )
            self.tell(EsquiveError(what, "", "set PYTHONIOENCODING=utf-8"))
        except BrokenPipeError:
            _give_up_output()
            return 0
        except OSError as error:
            if error.filename is not None or error.errno not in _UNWRITTEN:
                raise
            _give_up_output()
            self.as_json = False
            self.tell(
                EsquiveError("cannot be written: {reason}", "standard output", "", reason=phrase(str(error.strerror)))
            )
        except KeyboardInterrupt:
            self.tell(EsquiveError("interrupted", "", ""))
            return INTERRUPTED
        return BAD_INPUT

    def tell(self, error: EsquiveError) -> None:
        """An error as a line or a document."""
        from esquive.clauses.documents import with_paths
        from esquive.core.error_translations import told

        language = self._language()
        if self.as_json and sys.stdout is not None:
            parts = [
                {
                    "what": _one_line(with_paths(told(one.message, language))),
                    "where": one.where,
                    "fix": _one_line(with_paths(told(one.fix, language))),
                }
                for one in (error, *error.others)
            ]
            _print_document(parts)
        else:
            program = f"esquive {self.verb}".rstrip()
            for one in (error, *error.others):
                print(f"{program}: {with_paths(_one_line(told(one, language)))}", file=sys.stderr)

    def _tell_usage(self, error: UsageError) -> None:
        from esquive.core.error_translations import told
        from esquive.core.messages import messages

        language = self._language()
        why = told(error.message, language)
        said = messages(language)
        if self.as_json:
            _print_document(
                [{"what": why, "where": error.where, "fix": said.say("usage.fix", {"program": error.where})}]
            )
        else:
            print(said.say("usage.see", {"program": error.where, "told": why}), file=sys.stderr)

    def _language(self) -> str:
        from esquive.core.messages import reader_language

        return self.language or reader_language()


def _print_document(errors: list[dict[str, str]]) -> None:
    """The first error, and all of them where there are several.

    ASCII alone, so that no encoding of the output stands in the way.
    """
    print(json.dumps({"error": errors[0]} | ({"errors": errors} if len(errors) > 1 else {})))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _give_up_output() -> None:
    """Nothing more can be said on standard output; without this Python would try again as it ends, and say so."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
