"""Packages that a test installs as pip would: a folder of metadata on the path, of this process and of its children."""

import importlib
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def install(monkeypatch: pytest.MonkeyPatch, site: Path, name: str, group: str, **points: str) -> None:
    """Install a package that names these `points` in a group of entry points; `monkeypatch` takes it out again."""
    info = site / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = "".join(f"{point} = {place}\n" for point, place in points.items())
    (info / "entry_points.txt").write_text(f"[{group}]\n{lines}")
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("PYTHONPATH", f"{site}{os.pathsep}{ROOT}")
    importlib.invalidate_caches()
