"""What the fuzzer does beside what it makes up: see fuzz.test.ts."""

import re
from uuid import uuid4

import schemathesis

usable = re.compile(r"[\x21-\x7e]{1,255}")


@schemathesis.hook
def before_call(context, case, kwargs):
    """A key that may be used is made new each time: the same one with another body is refused, and says so."""
    for name in list(case.headers or {}):
        if name.lower() == "idempotency-key" and usable.fullmatch(str(case.headers[name])):
            case.headers[name] = uuid4().hex
