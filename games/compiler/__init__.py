"""From an expanded rules text and a board to a WebAssembly module."""

from games.compiler.endings import Ending
from games.compiler.program import NotImplementedLudemes, Program, compile_rules

__all__ = ["Ending", "NotImplementedLudemes", "Program", "compile_rules"]
