"""``usim app``: run a user's application in a running community."""

from __future__ import annotations

import click

from usimmarine_py.cli.progress import say


@click.command(
    # the switches are those of MOOS applications, which click cannot read
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="MODULE:CLASS FILE.moos [ALIAS] [SWITCHES]")
def app(words: tuple[str, ...]) -> int:
    """Run your own application, a class derived from usimmarine_py.App, in a running community.

    \b
    MODULE:CLASS  heading:Heading, path/heading.py:Heading, or heading.py
                  if it has only one class
    ALIAS         its name in MOOS and of its block [the name of the class]
    SWITCHES      those of usimmarine, without --db: --seed, --for, --strict,
                  --until-quit, --moos_port=... ; --example prints a block,
                  --interface what it reads

    It connects to the MOOSDB that the mission names (usim db FILE.moos starts one), and ends on SIGTERM or Ctrl-C.
    The same class plays offline: usim run FILE.moos --app MODULE:CLASS
    """
    if not words or words[0] in ("-h", "--help", "-help"):
        say(click.get_current_context().get_help())
        return 0
    if words[0].endswith((".moos", ".moos++")) or words[0].startswith("-"):
        raise click.UsageError("the application comes first: usim app heading.py:Heading FILE.moos")
    from usimmarine_py.run.live.own import play_live

    return play_live(words[0], [f"usim app {words[0]}", *words[1:]])
