"""The built-in MOOSDB: a server for machines without MOOS-IvP, for tests and for small communities."""

from usimmarine_py.moos.db.options import DbArguments, DbOptions, parse_db_arguments, resolve_db_options
from usimmarine_py.moos.db.server import NO_AUTHENTICATION, MoosDb

__all__ = ["NO_AUTHENTICATION", "DbArguments", "DbOptions", "MoosDb", "parse_db_arguments", "resolve_db_options"]
