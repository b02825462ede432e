"""The configuration: a TOML file, then the environment, then the command line; each says over the one before.

`Configuration` is the one table of it: names, ranges, defaults and what they are for; docs/serving.md and
`esquive serve --check` are written from it. The environment names a key in capitals with its section before it:
`[log] format` is `ESQUIVE_LOG_FORMAT`; with `_FILE` at the end the value is read from that file, as secrets are handed
over to containers. A key nobody knows is an error that names the nearest one.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct, field, structs
from msgspec.inspect import type_info

from esquive.core.converting import convert
from esquive.core.did_you_mean import nearest
from esquive.core.errors import EsquiveError
from esquive.core.phrases import phrase
from esquive.server.cluster.channels import MEMORY
from esquive.server.http.rate_limits import Limits
from esquive.server.storage.seed_encryption import KEY, KEY_FILE

PREFIX: Final = "ESQUIVE_"
# Read elsewhere.
OF_OTHERS: Final = ("ESQUIVE_DATA", "ESQUIVE_CONFIG", KEY, KEY_FILE)
MASKED: Final = "********"


class Section(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file."""


class Log(Section, frozen=True):
    """What is written to the standard error."""

    format: Annotated[
        Literal["json", "text"], Meta(description="json for programs that collect it, text for people")
    ] = "json"
    level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="the least that is told; info has every request")
    ] = "info"
    most_alike: Annotated[
        int, Meta(ge=0, description="lines of one kind a minute, then only their number; 0: no limit")
    ] = 60


class Metrics(Section, frozen=True):
    """Who may read /metrics."""

    token: Annotated[
        str, Meta(description="sent as `authorization: Bearer TOKEN`; without it only this machine reads /metrics")
    ] = ""


class Retention(Section, frozen=True):
    """How long matches are kept; the server deletes daily what is older. 0: for good."""

    over_days: Annotated[int, Meta(ge=0, description="days after which a match that is over is deleted")] = 0
    waiting_days: Annotated[
        int, Meta(ge=0, description="days after which a match that is not over, and nobody follows, is deleted")
    ] = 0


class Configuration(Section, frozen=True):
    """Everything a server may be told."""

    host: Annotated[str, Meta(description="the address it listens on; 0.0.0.0 and :: are all of them")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="the port; 0 for any free one")] = 8000
    names: Annotated[
        tuple[str, ...], Meta(description="the names it is reached by, such as games.example.org; at least one")
    ] = ()
    proxies: Annotated[
        tuple[str, ...], Meta(description="addresses or networks of proxies whose word on a visitor's address is taken")
    ] = ()
    database: Annotated[
        str, Meta(description="a SQLite file, or the URL of a database; empty: matches.sqlite in the data folder")
    ] = ""
    channels: Annotated[
        str,
        Meta(
            description="redis://HOST, through which several processes that share a database speak; memory:// for one"
        ),
    ] = MEMORY
    bot_pace: Annotated[float, Meta(ge=0, description="the least seconds between two answers of a bot")] = 0.1
    stop_seconds: Annotated[
        int, Meta(ge=1, description="how long a stop waits for requests under way; answers are stored in any case")
    ] = 10
    private: Annotated[
        bool,
        Meta(description="a match is shown to its players and those they invite, unless its creator says otherwise"),
    ] = True
    lobby: Annotated[
        bool,
        Meta(description="a page shows the tables whose hosts want it, who says to be here, and listed matches"),
    ] = False
    password: Annotated[str, Meta(description="browsers are asked for it once; empty: nobody is")] = ""
    player_header: Annotated[
        str, Meta(description="the header in which a proxy of `proxies` says who somebody is, after its own sign-in")
    ] = ""
    log: Log = field(default_factory=Log)
    metrics: Metrics = field(default_factory=Metrics)
    retention: Retention = field(default_factory=Retention)
    limits: Limits = field(default_factory=Limits)


class Key(Struct, frozen=True):
    """A key of the configuration: its path, what it is for, and its default."""

    path: tuple[str, ...]
    about: str
    type: Any
    default: Any

    @property
    def name(self) -> str:
        """As it is spoken of: `log.format`."""
        return ".".join(self.path)

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return PREFIX + "_".join(self.path).upper()


class InForce(Struct, frozen=True):
    """A configuration, and of each key that does not have its default who said so."""

    configuration: Configuration
    said_by: dict[str, str]

    def told(self) -> str:
        """What is in force, as a file of TOML with its reasons; secrets are masked."""
        lines: list[str] = []
        section: tuple[str, ...] = ()
        for key in KEYS:
            if key.path[:-1] != section:
                section = key.path[:-1]
                lines += ["", f"[{'.'.join(section)}]"]
            why = self.said_by.get(key.name, "default")
            value = shown(key, value_of(self.configuration, key))
            lines += [f"# {key.about}"] if key.about else []
            lines.append(f"{key.path[-1]} = {_toml(value)}  # {why}")
        return "\n".join(line for line in lines) + "\n"


def _keys(usual: Struct, path: tuple[str, ...] = ()) -> Iterator[Key]:
    """The keys of a struct that is as usual, those of its own first."""
    sections = []
    for one in structs.fields(usual):
        default = getattr(usual, one.name)
        if isinstance(default, Struct):
            sections.append((default, (*path, one.encode_name)))
        else:
            extra = getattr(type_info(one.type), "extra_json_schema", None) or {}
            yield Key((*path, one.encode_name), str(extra.get("description", "")), one.type, default)
    for kind, deeper in sections:
        yield from _keys(kind, deeper)


KEYS: Final = tuple(_keys(Configuration()))


def configuration_of(
    file: Path | None, environment: Mapping[str, str], options: Mapping[str, Any] | None = None
) -> InForce:
    """What is in force. `options` are of the command line, by name of the key; None is not said.

    Raises EsquiveError for what cannot be read, for a key that is not known and for a value out of its range.
    """
    said: dict[str, Any] = {}
    said_by: dict[str, str] = {}
    if file is not None:
        for path, value in _leaves(_document(file), str(file)):
            said[path], said_by[path] = value, str(file)
    by_variable = {key.variable: key for key in KEYS}
    for variable, text in sorted(environment.items()):
        if variable.startswith(PREFIX) and variable not in OF_OTHERS:
            key, value = _spoken(variable, text, by_variable)
            said[key.name], said_by[key.name] = value, variable
    for name, value in (options or {}).items():
        if value is not None:
            said[name], said_by[name] = value, f"--{name.replace('_', '-')}"
    document: dict[str, Any] = {}
    for key in KEYS:
        place = document
        for part in key.path[:-1]:
            place = place.setdefault(part, {})
        is_said = key.name in said
        place[key.path[-1]] = _checked(key, said[key.name], said_by[key.name]) if is_said else key.default
    return InForce(convert(document, Configuration), said_by)


def _document(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise EsquiveError(
            "cannot be read: {reason}", str(file), "name another with --config", reason=phrase(str(error.strerror))
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise EsquiveError(f"is no TOML: {error}", str(file), "see docs/serving.md for a whole file") from error


def _leaves(tables: Mapping[str, Any], where: str, before: str = "") -> Iterator[tuple[str, Any]]:
    """Each key of a file with its value; raises EsquiveError for one that is not known."""
    known = {key.name for key in KEYS}
    within = {name.rpartition(".")[0] for name in known}
    for name, value in tables.items():
        path = f"{before}{name}"
        if path in known:
            yield path, value
        elif path in within and isinstance(value, dict):
            yield from _leaves(value, where, f"{path}.")
        elif path in within:
            raise EsquiveError("is a table of keys", f"{where}: {path}", f"write [{path}] and its keys below it")
        else:
            raise EsquiveError("there is no such key", f"{where}: {path}", nearest(path, sorted(known | within - {""})))


def _spoken(variable: str, text: str, by_variable: Mapping[str, Key]) -> tuple[Key, Any]:
    """The key an environment variable names, and its value."""
    plain = variable.removesuffix("_FILE")
    key = by_variable.get(variable) or by_variable.get(plain)
    if key is None:
        raise EsquiveError("there is no such key", f"environment: {variable}", nearest(variable, sorted(by_variable)))
    if variable not in by_variable:
        try:
            text = Path(text).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise EsquiveError(f"{text} cannot be read: {error}", f"environment: {variable}", "name a file") from error
    if isinstance(key.default, tuple):
        return key, [part.strip() for part in text.split(",") if part.strip()]
    return key, text


def _checked(key: Key, value: Any, by: str) -> Any:
    """A value as its type has it; what the environment says is text."""
    try:
        return convert(value, key.type, strict=not by.startswith(PREFIX))
    except msgspec.ValidationError as error:
        raise EsquiveError(f"{error}", f"{by}: {key.name}", key.about or f"the default is {key.default!r}") from error


def value_of(configuration: Configuration, key: Key) -> Any:
    """What a key has in a configuration."""
    value: Any = configuration
    for part in key.path:
        value = getattr(value, part)
    return value


def shown(key: Key, value: Any) -> Any:
    """A value as it may be shown: no token, and no password of an address."""
    if key.path[-1] in ("token", "password", "secret") and value:
        return MASKED
    return re.sub(r"(://[^:/@\s]*):[^@\s]*@", rf"\1:{MASKED}@", value) if isinstance(value, str) else value


def _toml(value: Any) -> str:
    """A value as TOML has it; what JSON says of texts, numbers, truth and lists is TOML too."""
    return msgspec.json.encode(value).decode()
