"""Studies under way and done: waiting, running, with progress; cancelled, remembered for a while, forgotten."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from typing import Any

from grundy.rules.errors import GrundyError

from .answers import in_others
from .lanes import Lane
from .settings import Limits

_GRACE = 15.0
"""Seconds beyond its budget after which a study is ended: programs are written after it, and steps end late."""


class NoSuchJob(GrundyError):
    """There is no study of that name, or it was forgotten."""


class Job:
    """One study: its request, status and result."""

    def __init__(self, arguments: dict[str, Any], client: str) -> None:
        self.name = secrets.token_urlsafe(12)
        self.arguments = arguments
        self.client = client
        self.status = "waiting"
        self.steps: list[dict[str, Any]] = []
        self.result: dict[str, Any] = {}
        self.error: str | None = None
        self.at: int | None = None
        self.translations: dict[str, Any] = {}
        self.ended = 0.0
        self.task: asyncio.Task[None] | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more will come of it."""
        return self.status in ("done", "failed", "cancelled")

    def tell(self, step: dict[str, Any]) -> None:
        """Note a step that begins; the one before it has ended."""
        if self.steps:
            last = self.steps[-1]
            last["seconds"] = round(step["seconds"] - last.pop("begun"), 3)
        self.steps.append(
            {"name": step["name"], "found": None, "done": None, "seconds": None, "begun": step["seconds"]}
        )

    def to_json(self) -> dict[str, Any]:
        """The job as plain data."""
        study = self.result.get("study")
        steps = study["steps"] if study else [{k: v for k, v in s.items() if k != "begun"} for s in self.steps]
        return {
            "job": self.name,
            "rules": self.arguments["rules"],
            "status": self.status,
            "progress": self.steps[-1]["name"] if self.steps and not self.over else "",
            "steps": steps,
            "study": study,
            "error": self.error,
            "at": self.at,
            **self.translations,
            "code": self.result.get("code", {}),
            "law_words": self.result.get("law_words", {}),
            "study_words": self.result.get("study_words", {}),
            "certificate": self.result.get("certificate") is not None,
        }


class Jobs:
    """The studies that are remembered, by name, in the order in which they came."""

    def __init__(self, lane: Lane, limits: Limits) -> None:
        self.lane = lane
        self.limits = limits
        self.jobs: dict[str, Job] = {}

    async def start(self) -> None:
        """Start the workers."""
        await self.lane.start()

    async def stop(self) -> None:
        """Cancel what is under way and end the workers."""
        tasks = [job.task for job in self.jobs.values() if job.task is not None and not job.over]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.lane.stop()

    def of_client(self, client: str) -> int:
        """How many studies of a client run or wait."""
        return sum(job.client == client and not job.over for job in self.jobs.values())

    def open(self, arguments: dict[str, Any], client: str) -> Job:
        """A new study under way."""
        self._forget()
        job = Job(arguments, client)
        self.jobs[job.name] = job
        job.task = asyncio.get_running_loop().create_task(self._run(job))
        return job

    @property
    def full(self) -> bool:
        """Whether so many studies wait that no more are taken."""
        self._forget()
        waiting = sum(job.status == "waiting" for job in self.jobs.values())
        return waiting >= self.limits.jobs_waiting or sum(not j.over for j in self.jobs.values()) >= self.limits.jobs

    def get(self, name: str) -> Job:
        """The study of that name; raises NoSuchJob."""
        self._forget()
        job = self.jobs.get(name)
        if job is None:
            kept = f"{self.limits.jobs_kept / 60:g} minutes"
            raise NoSuchJob("there is no such study; finished ones are remembered for at most {kept}", kept=kept)
        return job

    def cancel(self, name: str) -> Job:
        """The study of that name, ended if it was under way; raises NoSuchJob."""
        job = self.get(name)
        if not job.over and job.task is not None:
            self._end(job, "cancelled")
            job.task.cancel()
        return job

    def _end(self, job: Job, status: str, error: str | None = None, at: int | None = None) -> None:
        if not job.over:
            job.status, job.error, job.at, job.ended = status, error, at, time.monotonic()

    async def _run(self, job: Job) -> None:
        def tell(step: dict[str, Any]) -> None:
            job.tell(step)

        def started() -> None:
            job.status = "running"

        try:
            seconds = job.arguments["budget"] + _GRACE
            status, body = await self.lane.run(seconds, "study", job.arguments, tell, started, client=job.client)
        except GrundyError as error:
            job.translations = in_others(error.message)
            self._end(job, "failed", error.message)
        except asyncio.CancelledError:
            self._end(job, "cancelled")
            raise
        else:
            data = json.loads(body)
            if status == 200:
                job.result = data
                self._end(job, "done")
            else:
                job.translations = {"translations": data.get("translations", {})}
                self._end(job, "failed", data["error"], data["at"])

    def _forget(self) -> None:
        """Forget studies that ended long ago, and the oldest ones that ended where there are too many."""
        now = time.monotonic()
        over = [job for job in self.jobs.values() if job.over]
        excess = max(0, len(self.jobs) - self.limits.jobs + 1)
        for i, job in enumerate(over):
            if i < excess or now - job.ended > self.limits.jobs_kept:
                del self.jobs[job.name]
