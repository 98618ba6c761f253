"""What several files of tests about evidence ask for."""

import pytest


@pytest.fixture
def table(tmp_path):
    """Write a table; gives its path."""

    def write(*lines, name="table.csv"):
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write
