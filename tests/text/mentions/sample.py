"""A small project of our own with its symbols and a text, and what each name in it means.

Symbols: kind, qualified name, path. Expected: line of the text, name as written, and the qualified
name that it means; an empty one says that it must not be bound.
"""

SYMBOLS = (
    ("class", "quay.berths.Berth", "src/quay/berths.py"),
    ("method", "quay.berths.Berth.moor_ship", "src/quay/berths.py"),
    ("attribute", "quay.berths.Berth.length", "src/quay/berths.py"),
    ("class", "quay.ships.registry.ShipRegistry", "src/quay/ships/registry.py"),
    ("method", "quay.ships.registry.ShipRegistry.find_ship", "src/quay/ships/registry.py"),
    ("method", "quay.ships.registry.ShipRegistry.save", "src/quay/ships/registry.py"),
    ("function", "quay.ships.registry.open_registry", "src/quay/ships/registry.py"),
    ("class", "quay.ships.models.Ship", "src/quay/ships/models.py"),
    ("method", "quay.ships.models.Ship.save", "src/quay/ships/models.py"),
    ("constant", "quay.settings.TIDE_TABLE_URL", "src/quay/settings.py"),
    ("function", "quay.paths.join", "src/quay/paths.py"),
    ("function", "quay.text.md", "src/quay/text.py"),
    ("function", "quay.tides.load_table", "src/quay/tides.py"),
    ("function", "quay.charts.load_table", "src/quay/charts.py"),
    ("function", "quay.tides.forecast", "src/quay/tides.py"),
    ("function", "quay.signals.run", "src/quay/signals.py"),
    ("class", "quay.errors.TimeoutError", "src/quay/errors.py"),
    ("class", "tests.test_berths.FakeBerthOwner", "tests/test_berths.py"),
    ("class", "tests.helpers.Ship", "tests/helpers.py"),
    ("variable", "quay.signals.ship_arrived", "src/quay/signals.py"),
)

TEXT = """\
# Mooring

A `Berth` takes one ship; `Berth.moor_ship()` blocks until she is fast. README.md says more,
and `os.path.join` is Python's own. The length of a ship is not its name. Run the tests.
ShipRegistry holds every Ship; use open_registry() to get one, then `registry.find_ship(name)`.
Call `save()` when done, and look at https://a.org/load_table or mail open_registry@a.org.
`TIDE_TABLE_URL` names the table; load_table may read either kind. A TimeoutError is Python's.

## Forecasts

```python
from quay.tides import forecast, load_table
from quay.ships import Ship
from .local import open_registry
import os

class Berthing:
    pass

table = load_table("dover")
forecast(table)
Ship("Ann").save()
print(Berthing(), os.path.join("a", "b"))
```

The :class:`~quay.ships.registry.ShipRegistry` and :func:`quay.tides.forecast` are public;
:meth:`.ShipRegistry.save` writes. `quay.ships.ShipRegistry` is handed on; `forecast()` is quick.
Connect to `ship_arrived`; `run` it by hand, `md` it, or set `length` to 3. --load_table is a flag,
src/quay/load_table.py a path, and FakeBerthOwner lives in the tests. quay.tides is a module.
"""

EXPECTED = {
    (3, "Berth"): "quay.berths.Berth",
    (3, "Berth.moor_ship()"): "quay.berths.Berth.moor_ship",
    (5, "ShipRegistry"): "quay.ships.registry.ShipRegistry",
    (5, "open_registry()"): "",
    (5, "registry.find_ship(name)"): "",
    (7, "TIDE_TABLE_URL"): "quay.settings.TIDE_TABLE_URL",
    (7, "load_table"): "quay.tides.load_table",
    (12, "quay.tides.forecast"): "quay.tides.forecast",
    (12, "quay.tides.load_table"): "quay.tides.load_table",
    (13, "quay.ships.Ship"): "quay.ships.models.Ship",
    (20, "load_table()"): "quay.tides.load_table",
    (21, "forecast()"): "quay.tides.forecast",
    (22, "Ship()"): "quay.ships.models.Ship",
    (26, "quay.ships.registry.ShipRegistry"): "quay.ships.registry.ShipRegistry",
    (26, "quay.tides.forecast"): "quay.tides.forecast",
    (27, "ShipRegistry.save"): "quay.ships.registry.ShipRegistry.save",
    (27, "quay.ships.ShipRegistry"): "quay.ships.registry.ShipRegistry",
    (27, "forecast()"): "quay.tides.forecast",
    (28, "ship_arrived"): "quay.signals.ship_arrived",
}
