"""Files of the pages: read when they are asked for, with a hash in their address so that browsers keep them."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

DIRECTORY = Path(__file__).parent / "static"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ico": "image/x-icon",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
_YEAR = 365 * 86_400


class Asset:
    """A file as it is sent: its bytes, those compressed, and the hash of them."""

    def __init__(self, path: Path, version: tuple[int, int]) -> None:
        self.version = version
        self.body = path.read_bytes()
        self.packed = gzip.compress(self.body, mtime=0)
        self.hash = hashlib.sha256(self.body).hexdigest()[:16]
        self.type = TYPES[path.suffix]


class Assets:
    """The files of a directory by name."""

    def __init__(self, directory: Path = DIRECTORY) -> None:
        self.directory = directory
        self.known: dict[str, Asset] = {}

    def get(self, name: str) -> Asset | None:
        """The file of that name, as it is now; None where there is none."""
        path = self.directory / name
        if not name.replace("_", "").replace("-", "").replace(".", "").isalnum() or path.suffix not in TYPES:
            return None  # names of one directory only
        try:
            status = path.stat()
        except OSError:
            return None
        version = status.st_mtime_ns, status.st_size
        asset = self.known.get(name)
        if asset is None or asset.version != version:
            asset = self.known[name] = Asset(path, version)
        return asset

    def url(self, name: str) -> str:
        """The address of a file, which changes with its content."""
        asset = self.get(name)
        return f"/static/{name}" + (f"?v={asset.hash}" if asset is not None else "")

    def answer(self, name: str, request: Request) -> Response | None:
        """The answer to a request for a file; None where there is none."""
        asset = self.get(name)
        return None if asset is None else sent(asset.body, asset.packed, asset.type, asset.hash, request)


def sent(body: bytes, packed: bytes, kind: str, tag: str, request: Request) -> Response:
    """An answer that browsers keep: for a year where its address has the hash, else until they have asked for it."""
    kept = request.query_params.get("v") == tag
    control = f"public, max-age={_YEAR}, immutable" if kept else "public, no-cache"
    headers = {"etag": f'"{tag}"', "cache-control": control, "vary": "Accept-Encoding"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == f'"{tag}"':
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=kind, headers={**headers, "content-encoding": "gzip"})
    return Response(body, media_type=kind, headers=headers)
