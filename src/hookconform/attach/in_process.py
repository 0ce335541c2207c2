"""An adapter that is a Python object in this process, for debuggers: it can do to a run whatever it likes.

It gets copies of everything and its results are copied, so that at least nothing is shared by accident. There is
no deadline.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator

from hookconform.attach.calls import Broken, Call, Refusal, Response, Result, StrayOutput
from hookconform.attach.launch import environment_of, import_folder, python_object
from hookconform.attach.manifest import Manifest
from hookconform.attach.python_host import CRASHED, ask, create, told
from hookconform.attach.python_session import not_created
from hookconform.ground.json_text import within_depth


class InProcessSession:
    """Calls the methods of the object that the manifest's factory returns."""

    def __init__(self, manifest: Manifest) -> None:
        os.environ.update(environment_of(manifest))
        try:
            self._adapter = create(python_object(manifest), import_folder(manifest))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise not_created(manifest, told(error), []) from error
        self.manifest = manifest
        self.stray = StrayOutput()

    def initialize(self) -> Response:
        """Return the adapter's response to `initialize`."""
        return self._ask(Call("initialize", {"protocol": self.manifest.protocol}))

    def responses(self, calls: Iterable[Call]) -> Iterator[Response]:
        """Yield one response a call, in order."""
        return map(self._ask, calls)

    def close(self) -> None:
        """Do nothing: the object goes with the process."""

    def _ask(self, call: Call) -> Response:
        params = json.loads(json.dumps(call.params))
        if call.rules is not None:
            params["rules"] = json.loads(call.rules.encoded)
        said = ask(self._adapter, call.method, params)
        if "result" in said:
            return Result(json.loads(within_depth(said["result"])))
        code, message = said["error"]["code"], said["error"]["message"]
        return Broken(message) if code == CRASHED else Refusal(code, message)
