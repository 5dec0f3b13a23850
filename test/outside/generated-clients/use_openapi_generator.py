"""Uses a client that openapi-generator wrote: every module is imported, then one upload, one question, one list."""

import importlib
import json
import os
import pkgutil
import time

import frontdesk_api

modules = [each.name for each in pkgutil.walk_packages(frontdesk_api.__path__, "frontdesk_api.")]
for name in modules:
    importlib.import_module(name)

from frontdesk_api import ApiClient, ChatApi, Configuration, ContactsApi, KnowledgeApi
from frontdesk_api.models import ManualSourceInput, Question, SourceInput

configuration = Configuration(host=os.environ["BASE_URL"], api_key={"apiKey": os.environ["API_KEY"]})
with ApiClient(configuration) as client:
    knowledge = KnowledgeApi(client)
    text = "Returns are free within 30 days. Bring the receipt to any shop."
    # Of two content types it only knows the first, so the text goes as JSON, and the file to a route that takes nothing else.
    source = knowledge.create_source(SourceInput(ManualSourceInput(type="manual", title="Returns", text=text)))
    while source.status == "Processing":
        time.sleep(0.1)
        source = knowledge.get_source(source.id)
    job = ContactsApi(client).import_contacts(
        file=("contacts.csv", b"E-mail,Name\nanna@example.com,Anna\n"),
        mapping=json.dumps({"E-mail": "email", "Name": "name"}),
        dry_run="true",
    )
    answer = ChatApi(client).ask_question(Question(message="Are returns free?"))
    page = knowledge.list_sources(limit=10)
print(
    json.dumps(
        {
            "modules": len(modules),
            "jobId": job.job_id,
            "source": {"id": source.id, "status": source.status, "title": source.title},
            "answer": {"outcome": answer.outcome, "content": answer.content, "sourceIds": [each.source_id for each in answer.sources]},
            "listed": [each.id for each in page.items],
        }
    )
)
