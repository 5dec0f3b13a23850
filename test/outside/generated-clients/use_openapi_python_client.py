"""Uses a client that openapi-python-client wrote: every module is imported, then one upload, one question, one list."""

import importlib
import json
import os
import pkgutil
import time
from io import BytesIO

import frontdesk_client

modules = [each.name for each in pkgutil.walk_packages(frontdesk_client.__path__, "frontdesk_client.")]
for name in modules:
    importlib.import_module(name)

from frontdesk_client import AuthenticatedClient
from frontdesk_client.api.chat import ask_question
from frontdesk_client.api.knowledge import create_source, get_source, list_sources
from frontdesk_client.models import CreateSourceForm, Question
from frontdesk_client.types import File

client = AuthenticatedClient(
    base_url=os.environ["BASE_URL"],
    token=os.environ["API_KEY"],
    prefix="",
    auth_header_name="x-api-key",
    raise_on_unexpected_status=True,
)
text = b"Returns are free within 30 days. Bring the receipt to any shop."
form = CreateSourceForm(file=File(payload=BytesIO(text), file_name="returns.txt", mime_type="text/plain"), title="Returns")
source = create_source.sync(client=client, body=form)
while source.status == "Processing":
    time.sleep(0.1)
    source = get_source.sync(source.id, client=client)
answer = ask_question.sync(client=client, body=Question(message="Are returns free?"))
page = list_sources.sync(client=client, limit=10)
print(
    json.dumps(
        {
            "modules": len(modules),
            "source": {"id": source.id, "status": source.status, "title": source.title},
            "answer": {"outcome": answer.outcome, "content": answer.content, "sourceIds": [each.source_id for each in answer.sources]},
            "listed": [each.id for each in page.items],
        }
    )
)
