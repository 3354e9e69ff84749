"""Arrays of numpy, checked before anything is written into them."""
from __future__ import annotations

from typing import Any, Sequence, Tuple

from ._library import InvalidInput

_numpy: Any = None


def numpy() -> Any:
    """numpy, which only batches and arrays need."""
    global _numpy
    if _numpy is None:
        try:
            import numpy as found
        except ImportError:
            raise ImportError("this needs numpy: install python3-numpy, or pip install numpy") from None
        _numpy = found
    return _numpy


def into(name: str, array: Any, shape: Tuple[int, ...], kinds: Sequence[str], written: bool = True) -> int:
    """The address of an array of this shape, one of these types, in C's order, and writable if it is written into."""
    if not isinstance(array, numpy().ndarray):
        raise TypeError("%s: needs a numpy array of %s, not %s" % (name, kinds[0], type(array).__name__))
    if array.dtype.name not in kinds or not array.dtype.isnative:
        raise InvalidInput("%s: its type is %s, and %s is needed" % (name, array.dtype, " or ".join(kinds)))
    if array.shape != shape:
        raise InvalidInput("%s: its shape is %s, and %s is needed" % (name, array.shape, shape))
    if not array.flags.c_contiguous:
        raise InvalidInput("%s: its memory is not contiguous in C's order" % name)
    if written and not array.flags.writeable:
        raise InvalidInput("%s: it is read-only" % name)
    address: int = array.__array_interface__["data"][0]
    if address % array.dtype.itemsize:
        raise InvalidInput("%s: its memory is not aligned to %d bytes" % (name, array.dtype.itemsize))
    return address
