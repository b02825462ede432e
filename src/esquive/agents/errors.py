"""What an agent has done wrong."""

from esquive.core.errors import EsquiveError


class AgentFault(EsquiveError):
    """An agent has crashed, taken too long, or given an answer that is none or is illegal: it loses its game."""
