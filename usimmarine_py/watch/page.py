"""The page as a Bokeh document: texts in plain HTML, track and charts drawn by BokehJS."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bokeh.document import Document
from bokeh.events import MouseWheel, Pan, Pinch, Reset
from bokeh.models import ColumnDataSource, CustomJS, LinearColorMapper, Range1d, SingleIntervalTicker
from bokeh.plotting import figure
from jinja2 import Environment

from usimmarine_py.watch import attitude
from usimmarine_py.watch.bed import ALPHA, LAND, PALETTE, BedPicture, span
from usimmarine_py.watch.data import ACTUATORS, MAX_ROWS, Row
from usimmarine_py.watch.feeds import Feed
from usimmarine_py.watch.values import page_values

#: Real ms between two updates of a page.
UPDATE_INTERVAL = 250
#: Simulated s that the charts show.
CHART_SPAN = 600.0
#: Place, name and the arrow (a key of the values) of each tile, in order.
TILES = (
    ("heading", "Heading", "heading_turn"),
    ("speed", "Speed", ""),
    ("depth", "Depth", ""),
    ("position", "Position x, y (m)", ""),
    ("thrust", "Thrust", ""),
    ("rudder", "Rudder", ""),
    ("elevator", "Elevator", ""),
    ("drift", "Drift", "drift_turn"),
    ("wind", "Wind", "wind_turn"),
)
COLUMNS = ("t", "x", "y", "heading", "speed", "ground", "depth", *(name.lower() for name in ACTUATORS))
#: Title, unit, and (column, label) of each curve; a curve is shown once it has a value.
CHARTS: dict[str, tuple[str, str, tuple[tuple[str, str], ...]]] = {
    "speed": ("Speed", "m/s", (("speed", "through water"), ("ground", "over ground"))),
    "heading": ("Heading", "deg", (("heading", ""),)),
    "depth": ("Depth", "m", (("depth", ""),)),
    "actuators": (
        "Actuators, as wanted", "%",
        tuple(zip((n.lower() for n in ACTUATORS), ("thrust", "rudder", "elevator", "left", "right"), strict=True)),
    ),
}  # fmt: skip
#: The page behind shows through, light or dark.
_CLEAR = {"background_fill_color": None, "border_fill_color": None}
_DASHES = ("solid", "dashed", "dotted", "dotdash", "dashdot")
_HERE = Path(__file__).parent


def make_page(feed: Feed) -> Callable[[Document], None]:
    """A function that fills the document of each reader; all readers share ``feed``."""
    environment = Environment(autoescape=False)
    template = environment.from_string((_HERE / "page.html").read_text(encoding="utf-8"))
    variables = {
        "tiles": TILES,
        "charts": list(CHARTS),
        "section": attitude.section(feed.hull),
        "side": attitude.side(feed.hull),
        "hull_words": attitude.words(feed.hull),
        "height_name": "Heave" if feed.hull.form == "boat" else "Height",
        "pitch_scale": attitude.PITCH_SCALE,
        "page_css": (_HERE / "page.css").read_text(encoding="utf-8"),
        "page_js": (_HERE / "page.js").read_text(encoding="utf-8"),
    }

    def fill(document: Document) -> None:
        document.template = template
        document.template_variables.update(variables)
        document.title = "usim watch"
        if hasattr(document, "config"):  # newer Bokeh would lay its own message over ours
            document.config.update(notify_connection_status=False, reconnect_session=False)
        reader = _Reader(feed)
        reader.build(document)
        document.add_periodic_callback(reader.update, UPDATE_INTERVAL)

    return fill


class _Reader:
    """What one open page has been sent."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._generation = -1
        self._sent = 0
        self._curves: list[tuple[str, Any, Any]] = []  # column, renderer, item of the legend
        self._depths = Range1d(1.0, -0.05)
        self.now = ColumnDataSource()
        self.track = ColumnDataSource({name: [] for name in COLUMNS})
        self.vehicle = ColumnDataSource({"x": [], "y": [], "turn": [], "bow": []})
        self.bed = ColumnDataSource({"image": [], "x": [], "y": [], "dw": [], "dh": []})
        self._depth_colours = LinearColorMapper(PALETTE, low=0.0, high=1.0, low_color=LAND, nan_color="#00000000")
        self._picture = BedPicture(feed.bed) if feed.bed is not None else None

    def build(self, document: Document) -> None:
        """The models of the page."""
        x, y = Range1d(-10.0, 10.0), Range1d(-10.0, 10.0)
        steps = [SingleIntervalTicker(interval=5.0), SingleIntervalTicker(interval=5.0)]
        chart = self._track_figure(x, y, steps)
        figures = [chart, *self._charts()]
        self.update()
        models = {
            "now": self.now, "track": self.track, "figure": chart, "figures": figures, "x": x, "y": y, "steps": steps,
        }  # fmt: skip
        start = CustomJS(args={"models": models}, code="usimWatch.start(models)")
        document.js_on_event("document_ready", start)
        self.now.js_on_change("data", CustomJS(code="usimWatch.update()"))
        # a model travels only when a figure refers to it: that is what naming it here is for
        moved = CustomJS(args={"now": self.now}, code="usimWatch.moved()")
        for event in (Pan, MouseWheel, Pinch):
            chart.js_on_event(event, moved)
        chart.js_on_event(Reset, CustomJS(code="document.getElementById('fit').click()"))
        for root in figures:
            document.add_root(root)

    def _track_figure(self, x: Range1d, y: Range1d, steps: list[SingleIntervalTicker]) -> Any:
        chart = figure(
            name="track", x_range=x, y_range=y, sizing_mode="stretch_both", min_height=200, toolbar_location=None,
            tools="pan,wheel_zoom", active_scroll="wheel_zoom", x_axis_label="x, east (m)", y_axis_label="y, north (m)",
            **_CLEAR,
        )  # fmt: skip
        for axis, ticker in zip((chart.xaxis[0], chart.yaxis[0]), steps, strict=True):
            axis.ticker = ticker
        for grid, ticker in zip((chart.xgrid[0], chart.ygrid[0]), steps, strict=True):
            grid.ticker = ticker
        if self._picture is not None:
            chart.image(
                "image", x="x", y="y", dw="dw", dh="dh", source=self.bed, color_mapper=self._depth_colours,
                level="underlay", alpha=ALPHA,
            )  # fmt: skip
        chart.line("x", "y", source=self.track, line_width=2.2, tags=[0])
        chart.ray("x", "y", source=self.vehicle, length=34, length_units="screen", angle="bow", line_width=2.5,
                  tags=["ink"])  # fmt: skip
        chart.scatter("x", "y", source=self.vehicle, marker="triangle", size=17, angle="turn", tags=["ink"])
        return chart

    def _charts(self) -> list[Any]:
        made: list[Any] = []
        for name, (title, unit, curves) in CHARTS.items():
            chart = figure(
                name=name, title=f"{title} ({unit})", sizing_mode="stretch_both", min_height=100,
                toolbar_location=None, tools="", **_CLEAR,
            )  # fmt: skip
            chart.x_range = made[0].x_range if made else chart.x_range
            for place, (column, label) in enumerate(curves):
                legend = {"legend_label": label} if label else {}
                line = chart.line(
                    "t", column, source=self.track, line_width=2, line_dash=_DASHES[place], tags=[place],
                    visible=False, **legend,
                )  # fmt: skip
                item = chart.legend[0].items[-1] if label else None
                if item is not None:
                    item.visible = False
                self._curves.append((column, line, item))
            if chart.legend:
                chart.legend[0].update(
                    location="top_left", orientation="horizontal", padding=2, margin=4, label_text_font_size="11px"
                )
            made.append(chart)
        made[0].x_range.update(follow="end", follow_interval=CHART_SPAN, range_padding=0.0)
        made[0].y_range.update(start=0.0, range_padding=0.8)  # room for the legend above the curves
        made[1].y_range = Range1d(0.0, 360.0)
        made[1].yaxis[0].ticker = [0, 90, 180, 270, 360]
        made[2].y_range = self._depths
        made[3].y_range.update(range_padding=0.8, min_interval=20.0)
        return made

    def update(self) -> None:
        """Send what has changed since the last time."""
        data = self._feed.data
        self._send_rows(data.generation, data.rows, data.added)
        if data.rows:
            x, y, heading = data.rows[-1][1:4]
            angle = math.radians(-heading) if not math.isnan(heading) else 0.0
            bow = [] if math.isnan(heading) else [angle + math.pi / 2.0]
            if bow:
                self.vehicle.data = {"x": [x], "y": [y], "turn": [angle], "bow": bow}
            else:
                self.vehicle.data = {"x": [x], "y": [y], "turn": [0.0], "bow": [math.pi / 2.0]}
        elif self.vehicle.data["x"]:
            self.vehicle.data = {"x": [], "y": [], "turn": [], "bow": []}
        if self._picture is not None and data.rows:
            self._draw_bed(self._picture, data.rows)
        values = page_values(data, self._feed.status(), time.monotonic())
        # the count makes each update differ, so that the page can tell a quiet vehicle from a server that has gone
        self.now.data = {**{key: [text] for key, text in values.items()}, "count": [f"{time.monotonic():.3f}"]}

    def _draw_bed(self, picture: BedPicture, rows: list[Row]) -> None:
        x, y = COLUMNS.index("x"), COLUMNS.index("y")
        if picture.serves(rows[-1][x], rows[-1][y]):
            return
        image = picture.around([row[x] for row in rows], [row[y] for row in rows])
        low, high = span(image)
        self._depth_colours.update(low=low, high=max(high, low + 0.1))
        self.bed.data = image

    def _send_rows(self, generation: int, rows: list[Row], added: int) -> None:
        if generation != self._generation:
            self._generation = generation
            self.track.data = columns(rows)
            new = rows
        else:
            new = rows[len(rows) - (added - self._sent) :] if added > self._sent else []
            if new:
                before = rows[-len(new) - 1 : -len(new)]
                self.track.stream(columns(new, before), rollover=2 * MAX_ROWS)
        self._sent = added
        if new:
            self._show_curves(new)
            self._fit_depths(new)

    def _fit_depths(self, rows: list[Row]) -> None:
        """Down is down; a vehicle at the surface gets a line at the top instead of magnified noise."""
        place = COLUMNS.index("depth")
        deepest = max((row[place] for row in rows if not math.isnan(row[place])), default=0.0)
        if 1.08 * deepest > self._depths.start:
            self._depths.update(start=1.25 * deepest, end=-0.06 * deepest)

    def _show_curves(self, rows: list[Row]) -> None:
        for column, renderer, item in self._curves:
            place = COLUMNS.index(column)
            if not renderer.visible and any(not math.isnan(row[place]) for row in rows):
                renderer.visible = True
                if item is not None:
                    item.visible = True


def columns(rows: list[Row], before: list[Row] | None = None) -> dict[str, list[float]]:
    """Rows as columns; the heading gets a gap where it steps through north, also from ``before``, the last row sent."""
    place = COLUMNS.index("heading")
    last = before[-1][place] if before else math.nan
    whole: list[Row] = []
    for row in rows:
        if abs(row[place] - last) > 180.0:
            whole.append((*row[:place], math.nan, *row[place + 1 :]))
        last = row[place]
        whole.append(row)
    return {name: [row[k] for row in whole] for k, name in enumerate(COLUMNS)}
