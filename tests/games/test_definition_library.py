"""Definitions that a text does not hold itself: they come from a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.ludemes import Library, LudemeError, expand, write_node


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "deep").mkdir()
    (tmp_path / "Step.def").write_text('(define "Step" (move Step #1))', encoding="utf-8")
    (tmp_path / "deep" / "Twice.def").write_text('(define "Twice" {#1 #1})', encoding="utf-8")
    (tmp_path / "Broken.def").write_text('(define "Broken" (a}', encoding="utf-8")
    (tmp_path / "Empty.def").write_text("// nothing\n", encoding="utf-8")
    return Library(tmp_path)


def test_a_library_gives_what_the_text_does_not_define(library: Library):
    expanded = expand('(game "G" ("Twice" ("Step" N)))', definitions=library).game

    assert write_node(expanded.items[2].node) == "{(move Step N) (move Step N)}"


def test_the_text_goes_before_the_library(library: Library):
    expanded = expand('(define "Step" mine) (game "G" ("Step" N))', definitions=library).game

    assert write_node(expanded.items[2].node) == "mine"


def test_a_library_counts_and_lists_its_definitions(library: Library):
    assert len(library) == 3
    assert sorted(library) == ["Broken", "Step", "Twice"]
    assert "Step" in library
    assert "Leap" not in library


def test_a_fault_in_a_library_is_shown_in_its_file(library: Library):
    with pytest.raises(LudemeError) as caught:
        expand('(game "G" "Broken")', definitions=library)

    assert str(caught.value).startswith("Broken.def, line 1, column 20: '}' does not close '('")


def test_a_file_that_does_not_define_its_name_defines_nothing(library: Library):
    with pytest.raises(LudemeError, match='"Empty" is not defined'):
        expand('(game "G" ("Empty" 1))', definitions=library)


def test_a_definition_is_found_by_its_own_name_and_not_its_file(tmp_path: Path):
    (tmp_path / "Cross.def").write_text('(define "Star" star)', encoding="utf-8")
    (tmp_path / "Star.def").write_text('(define "Cross" cross)', encoding="utf-8")
    (tmp_path / "Both.def").write_text('(define "One" 1)\n(define "Two" 2)', encoding="utf-8")
    library = Library(tmp_path)

    expanded = expand('(game "G" ("Star") ("Cross") ("One") ("Two"))', definitions=library).game

    assert [write_node(item.node) for item in expanded.items[2:]] == ["star", "cross", "1", "2"]


def test_a_library_is_a_folder(tmp_path: Path):
    with pytest.raises(FileNotFoundError, match="no folder of definitions"):
        Library(tmp_path / "nowhere")
