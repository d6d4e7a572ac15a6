"""The C++ library, name by name: every struct, enumeration and function of lib/include/kvplan.

Structs are values: they take their fields as keywords, compare, print, pickle and copy. Enumerations are text that knows its
kind. What C++ changes in place is changed in place. A list that a field holds is a copy: set the field to change it.
Functions run without the GIL.

>>> from kvplan import lib
>>> heads = lib.FullAttention(kv_heads=8, head_dim=128, v_head_dim=128)
>>> lib.bytes_per_token(heads, lib.Serving(cache_dtype="bfloat16"))
BytesPerToken(4,096 B)
"""

from ._core.lib import *  # noqa: F403
