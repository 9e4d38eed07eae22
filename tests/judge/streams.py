"""`judge` by each of its ways, on streams that give a few bytes at a time."""

from io import BytesIO
from unittest.mock import patch

from tests.kernels.uncompiled import both

from grundy.judge import reading
from grundy.judge.answering import Desk, compiled
from grundy.judge.bulk import Bulk
from grundy.judge.plan import plan_of
from grundy.judge.reading import Reader
from grundy.rules.errors import GrundyError

KERNELS = list(zip(*map(both, ("cases", "outcomes", "sums", "answers")), strict=True))
"""The installed ones, and the uncompiled ones."""


class Dripping(BytesIO):
    """A stream that gives *size* bytes at a time."""

    def __init__(self, data, size):
        super().__init__(data)
        self.size = size

    def read1(self, size=-1):
        return super().read1(min(size, self.size) if size >= 0 else self.size)


def run(problem, data, kernels=None, size=1 << 20, block=1 << 18):
    """What is printed for the bytes *data*, and the error: by *kernels*, or (None) by the reader alone."""
    ready = compiled(problem)
    target = BytesIO()
    desk = Desk(ready, target)
    reader = Reader(ready.shape, lines=problem.read == "lines", count=problem.counted, end=ready.end)
    try:
        with patch.object(reading, "BLOCK", block):
            if kernels is None:
                for batch in reader.batches(Dripping(data, size)):
                    desk.put(batch)
            else:
                Bulk(plan_of(problem), reader, desk, kernels).run(Dripping(data, size))
    except GrundyError as error:
        return target.getvalue(), str(error)
    return target.getvalue(), None
