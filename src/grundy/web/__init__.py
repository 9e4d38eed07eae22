"""The web server: pages to play and to study on, and a JSON API with the names and results of the library.

Requests are read by FastAPI (:mod:`.api`, :mod:`.pages`), computed by worker processes under limits (:mod:`.lanes`,
:mod:`.worker`, :mod:`.answers`) and answered with the headers of :mod:`.guard`.
"""
