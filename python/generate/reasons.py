"""Public C++ names without a twin of their name in kvplan.lib, and why. tests/python/test_names.py holds this table against
the headers: a name that is neither in kvplan.lib nor here fails, and so does a line here that nothing needs."""

NO_TWIN = {
    "name": "str() of an enumeration's value is its name",
    "Error": "kvplan.Error, an exception with the same parts",
    "ErrorKind": 'kvplan.Error.kind, "invalid" or "unknown"',
    "Error::Where": "kvplan.Error.file and kvplan.Error.pointer",
    "invalid": "raise kvplan.Error(…)",
    "unknown": "raise kvplan.Error(…)",
    "Quantity": "a template; Bytes, Tokens and Blocks are its kinds",
    "Per": "a template; BytesPerToken, BytesPerBlock and TokensPerBlock are its kinds",
    "Sourced": "a template; SourcedBytes, SourcedNumber, SourcedInteger and SourcedText are its kinds",
    "product": "Python's integers do not overflow: a * b",
    "sum": "Python's integers do not overflow: a + b",
    "Value": "an int, a float or a str",
    "LimitValue": "an int, a str or a list of str",
    "CacheKind": "one of its alternatives: FullAttention, SlidingWindow, …",
    "Retention": "one of its alternatives: EveryToken, LastTokens, …",
    "Release": "a list of four int",
    "MetricLabels": "a list of pairs of str",
}

#: Fields and methods that Python does not have.
NO_MEMBER = {
    "Family::describe": "a function pointer; describe() finds the family and calls it",
    "ConfigNode::ConfigNode": "parse_json() and read_json() make them",
}
