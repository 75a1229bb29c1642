"""The names that Python defines in every module."""

from typing import Final

BUILTINS: Final = frozenset(
    (
        "abs all any bool bytearray bytes callable chr complex dict dir divmod enumerate eval exec filter float format frozenset getattr "
        "globals hasattr hash hex id input int isinstance issubclass iter len list locals map max min next object open ord pow print "
        "property range repr reversed round set setattr slice sorted staticmethod classmethod str sum super tuple type vars zip Exception "
        "RuntimeError ValueError TypeError KeyError IndexError AttributeError NotImplementedError StopIteration AssertionError "
        "ImportError KeyboardInterrupt OSError ModuleNotFoundError FileNotFoundError BaseException Warning UserWarning NotImplemented "
        "Ellipsis __name__ __file__ exit quit"
    ).split()
)
