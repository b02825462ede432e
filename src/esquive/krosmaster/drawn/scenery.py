"""What stands on the cells of an arena, in shapes that are styled by `palette`."""

from esquive.krosmaster.table.board import BUSH, CRATE, CUBE, DEMON, RINK, TREE


def num(value: float) -> str:
    """A coordinate with no more digits than it needs."""
    return f"{value:.1f}".removesuffix(".0")


def scenery_at(centre: tuple[float, float], size: float, kind: int) -> str:
    """What stands on a cell, by its kind."""
    x, y = centre
    r = size * 0.34
    if kind == TREE:
        place = f'x="{num(x - r * 0.18)}" y="{num(y)}" width="{num(r * 0.36)}" height="{num(r * 1.15)}"'
        trunk = f'<rect class="trunk" {place}/>'
        balls = ((-0.45, 0.0), (0.45, 0.0), (0.0, -0.5))
        return trunk + "".join(
            f'<circle class="tree" cx="{num(x + r * dx)}" cy="{num(y + r * dy)}" r="{num(r * 0.62)}"/>'
            for dx, dy in balls
        )
    if kind == BUSH:
        start = f"M{num(x - r)} {num(y + r * 0.7)}"
        left = f"a{num(r * 0.5)} {num(r * 0.6)} 0 0 1 {num(r * 0.4)} {num(-r)}"
        crown = f"a{num(r * 0.62)} {num(r * 0.62)} 0 0 1 {num(r * 1.2)} 0"
        right = f"a{num(r * 0.5)} {num(r * 0.6)} 0 0 1 {num(r * 0.4)} {num(r)}z"
        return f'<path class="bush" d="{start}{left}{crown}{right}"/>'
    if kind == CRATE:
        side = r * 1.8
        cross = (
            f"M{num(x - side / 2)} {num(y - side / 2)}l{num(side)} {num(side)}m{num(-side)} 0l{num(side)} {num(-side)}"
        )
        return _square("crate", x, y, side) + f'<path class="crate" d="{cross}"/>'
    if kind == DEMON:
        return _square("demon", x, y, size - 4)
    if kind == RINK:
        return _square("rink", x, y, size - 2)
    if kind == CUBE:
        inner = r * 1.3
        corners = "".join(
            f"M{num(x + a * r * 1.15)} {num(y + b * r * 1.15)}L{num(x + a * inner / 2)} {num(y + b * inner / 2)}"
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )
        block = _square("cube", x, y, r * 2.3) + _square("cube", x, y, inner)
        return block + f'<path class="cube" d="{corners}"/>'
    return ""


def _square(style: str, x: float, y: float, side: float) -> str:
    """A square round a centre."""
    place = f'x="{num(x - side / 2)}" y="{num(y - side / 2)}" width="{num(side)}" height="{num(side)}"'
    return f'<rect class="{style}" {place} rx="3"/>'
