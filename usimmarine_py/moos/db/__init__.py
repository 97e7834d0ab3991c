"""The built-in MOOSDB: a dependable server for a bare machine, tests and small communities."""

from usimmarine_py.moos.db.options import DbArguments, DbOptions, parse_db_arguments, resolve_db_options
from usimmarine_py.moos.db.server import NO_AUTHENTICATION, MoosDb

__all__ = ["NO_AUTHENTICATION", "DbArguments", "DbOptions", "MoosDb", "parse_db_arguments", "resolve_db_options"]
