from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

compiled: bool

class CType:
    def __getitem__(self, shape: object) -> CType: ...

bint: CType
uchar: CType
ushort: CType
uint: CType
longlong: CType
ulonglong: CType
Py_ssize_t: CType

def fused_type(*kinds: CType) -> CType: ...
def locals(**types: CType) -> Callable[[F], F]: ...
def returns(kind: CType) -> Callable[[F], F]: ...
def cfunc(function: F) -> F: ...
def inline(function: F) -> F: ...
