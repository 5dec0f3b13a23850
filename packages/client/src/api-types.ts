// Written by `node scripts/client-types.ts` from the OpenAPI document; not by hand.

export interface paths {
    "/api/chat/message": {
        /**
         * Ask, and wait for the whole answer
         * @description `outcome` is `answered`, `blocked` (a policy refused), `escalated` (a person will answer) or `waiting` (a person has taken over, and the message was passed on; the person’s answer is a separate message with its own id).
         *
         *     Needs the scope `chat`.
         */
        post: operations["askQuestion"];
    };
    "/api/chat/stream": {
        /**
         * Ask, and read the answer as it is written
         * @description Server-sent events: one `start` (with the `messageId` of the answer), any number of `delta`, exactly one of `done`, `blocked`, `escalated`, `error`. `id` is the offset in the answer. When the rate limit is exceeded the 429 reply is an event stream too, with one `error` event.
         *
         *     Needs the scope `chat`.
         */
        post: operations["streamAnswer"];
    };
    "/api/chat/stream/{messageId}": {
        /**
         * Continue to read an answer
         * @description Send `Last-Event-ID` with the last `id` that you saw; without it, the answer is sent from its beginning.
         *
         *     Needs the scope `chat:read`, which `chat` includes.
         */
        get: operations["resumeAnswer"];
    };
    "/api/chat/stream/{messageId}/stop": {
        /**
         * Stop an answer
         * @description What was sent stays, and nothing follows: whoever reads the answer gets an `error` with the code `cancelled`. An answer that is complete stays as it is. Questions whose answers are stopped are not counted in analytics.
         *
         *     Needs the scope `chat`.
         */
        post: operations["stopAnswer"];
    };
    "/api/chat/feedback": {
        /**
         * Rate whether an answer helped
         * @description `helpful: true` resolves the conversation as confirmed, even if people have it or if it is closed. Exception: if people have it and the customer wrote again after the rated question, it stays with the people. Agents can’t rate (403).
         *
         *     Needs the scope `chat`.
         */
        post: operations["rateAnswer"];
    };
    "/api/knowledge/sources": {
        /**
         * List sources
         * @description Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["listSources"];
        /**
         * Add a source
         * @description A file as multipart/form-data, or JSON for a text or a web address. The new source is `Processing`.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["createSource"];
    };
    "/api/knowledge/files": {
        /**
         * Add a file as a source
         * @description Does the same as `POST /api/knowledge/sources` with a file. Generated clients that know one content type per operation can only send files here.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["uploadFile"];
    };
    "/api/knowledge/sources/bulk": {
        /**
         * Apply a bulk action to sources
         * @description Up to 1,000 sources. Each has its own result: `ok`, or the `code` of the error. Send an `Idempotency-Key`: after an interruption the same request continues where it stopped.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["bulkUpdateSources"];
    };
    "/api/knowledge/sources/{sourceId}": {
        /**
         * Read a source
         * @description Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["getSource"];
        /**
         * Replace the content of a source, or change its metadata
         * @description New content (a file, or JSON `text`) becomes a new version; the old version answers until the new one is Ready. `title`, `tags` and `metadata` change immediately.
         *
         *     Needs the scope `knowledge`.
         */
        put: operations["updateSource"];
        /**
         * Delete a source with all its versions and chunks
         * @description Needs the scope `knowledge`.
         */
        delete: operations["deleteSource"];
    };
    "/api/knowledge/sources/{sourceId}/retry": {
        /**
         * Retry a Failed source
         * @description After `charset_unknown`, name one of the `candidates` of the error as `encoding`: the text is then read in that charset.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["retrySource"];
    };
    "/api/knowledge/sources/{sourceId}/usage": {
        /**
         * List the answers that cite a source
         * @description Newest first, each with its first quote. `cited` and `lastCitedAt` count all answers, not only those on the page. Answers whose conversation was erased no longer count.
         *
         *     Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["getSourceUsage"];
    };
    "/api/knowledge/sources/{sourceId}/chunks": {
        /**
         * List the live chunks of a source, in order
         * @description Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["listSourceChunks"];
    };
    "/api/knowledge/sources/{sourceId}/versions": {
        /**
         * List the versions of a source
         * @description Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["listSourceVersions"];
    };
    "/api/knowledge/sources/{sourceId}/versions/{version}": {
        /**
         * Read a version with its text
         * @description Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["getSourceVersion"];
    };
    "/api/knowledge/sources/{sourceId}/versions/{version}/diff": {
        /**
         * Compare the texts of two versions
         * @description Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["compareSourceVersions"];
    };
    "/api/knowledge/sources/{sourceId}/versions/{version}/original": {
        /**
         * Download the file that a version was made from
         * @description The file as it was uploaded, even if the version is `Failed`. If the source is a text, it is returned as Markdown. The type is that of the content; `application/octet-stream` if the content is not what the file name says. A version of web pages has no original (404). Ranges are not supported.
         *
         *     Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["downloadSourceOriginal"];
    };
    "/api/knowledge/sources/{sourceId}/versions/{version}/restore": {
        /**
         * Make the content of a version live again, as a new version
         * @description The stored text, chunks and vectors are reused. The current version answers until the restored one is live.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["restoreSourceVersion"];
    };
    "/api/knowledge/bulk-ingest": {
        /**
         * Add many sources at once
         * @description JSON `urls`, or multipart/form-data with up to 50 `files`. Each one is accepted or rejected separately.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["bulkIngestSources"];
    };
    "/api/knowledge/export": {
        /**
         * Export all knowledge
         * @description The manifest as JSON; `format=zip`: the manifest and the original files; `format=markdown`: one Markdown file per source. The reply is streamed. Missing blobs are left out and listed in `missing` of the manifest, or in `missing.json` of the Markdown export.
         *
         *     Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["exportKnowledge"];
    };
    "/api/knowledge/import": {
        /**
         * Import an exported knowledge base
         * @description Send a manifest as JSON, or the ZIP of an export as `file`. The job reports for each source whether it was `created`, `updated`, `skipped` (same content) or `rejected` (with the reason). Ids and all versions are kept, and vectors if they are from the model in use. Importing the same manifest again changes nothing.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["importKnowledge"];
    };
    "/api/jobs": {
        /**
         * List jobs
         * @description Only jobs that the caller’s other scopes allow: imports and erasures of contacts with `contacts:read`, runs of test suites and rehearsals with `policies:read`, syncs of connectors and replays of webhooks with `settings`.
         *
         *     Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["listJobs"];
    };
    "/api/jobs/{jobId}": {
        /**
         * Read a job and the state of each item
         * @description 404 for a job that `GET /api/jobs` does not list.
         *
         *     Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["getJob"];
    };
    "/api/jobs/{jobId}/cancel": {
        /**
         * Cancel what a job has not done yet
         * @description Items that have not started, and files whose text has not been read yet, end as `cancelled`, soon after the reply; the others are finished. Finished jobs don’t change.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["cancelJob"];
    };
    "/api/crawls/{crawlId}": {
        /**
         * Read a crawl and its pages
         * @description Lists each page with its status and, if it was not fetched, the reason.
         *
         *     Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["getCrawl"];
    };
    "/api/crawls/{crawlId}/rerun": {
        /**
         * Crawl again
         * @description Fetches only changed pages. The source gets a new version if any page changed.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["rerunCrawl"];
    };
    "/api/crawls/{crawlId}/cancel": {
        /**
         * Cancel a running crawl
         * @description The source fails with `cancelled`, or keeps its current version. Finished crawls don’t change.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["cancelCrawl"];
    };
    "/api/search": {
        /**
         * Search the live chunks
         * @description Post-generation policies filter texts and titles, except Length Limits and Tone Controls. Results that a Topic Filter blocks are left out.
         *
         *     Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["searchKnowledge"];
    };
    "/api/embeddings": {
        /**
         * Embed texts, or re-embed a source
         * @description With `input` (a text or up to 256, each of 1 to 8000 characters): returns 200 with a unit vector for each text, from the model that embeds the sources. With `sourceId`: returns 202 with a job that embeds the live version of that source again; the source keeps answering meanwhile.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["createEmbeddings"];
    };
    "/api/knowledge/duplicates": {
        /**
         * List pairs of duplicate sources
         * @description Texts are compared when a version becomes live, for equality and for shared word sequences.
         *
         *     Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["listDuplicates"];
    };
    "/api/knowledge/duplicates/{duplicateId}/dismiss": {
        /**
         * Dismiss a pair of duplicates
         * @description Needs the scope `knowledge`.
         */
        post: operations["dismissDuplicate"];
    };
    "/api/knowledge/tune": {
        /**
         * Read how the search is fitted
         * @description Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["readTuning"];
        /**
         * Fit the search to your questions
         * @description Starts a job that searches for each question and fits the weight of the embedding model’s vectors, so that the source that answers the question ranks first. The weight is measured by cross-validation. With `apply` (the default), the new weight is used from then on if there are at least 20 questions and it ranks held-out questions better than the current weight; otherwise nothing changes. The result is in `GET /api/knowledge/tune`. The questions are removed when the job has finished.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["tuneSearch"];
    };
    "/api/knowledge/contradictions": {
        /**
         * List contradictions between sources
         * @description When a version becomes live, its figures and statements are compared with those of the other live sources: the same label and column of a table, or the same words, with another number, another date or the opposite meaning. The setting `contradictions` decides what happens with an answer that is based on one of them. `partlyChecked` names sources (at most 100) that are too long to be checked whole.
         *
         *     Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["listContradictions"];
    };
    "/api/knowledge/contradictions/{contradictionId}/dismiss": {
        /**
         * Dismiss a contradiction
         * @description It no longer changes answers, and stays dismissed even if a later version repeats the statement.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["dismissContradiction"];
    };
    "/api/knowledge/deletions": {
        /**
         * List deleted sources and what was removed
         * @description Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["listSourceDeletions"];
    };
    "/api/knowledge/deletions/{deletedSourceId}": {
        /**
         * Read the report of a source deletion
         * @description Lists removed versions, blobs, quotes in messages, webhook bodies in lists of deliveries, and stored replies. Chunks and vectors are removed at the same time. Stored events expire within seven days.
         *
         *     Needs the scope `knowledge:read`, which `knowledge` includes.
         */
        get: operations["getSourceDeletion"];
    };
    "/api/policies": {
        /**
         * List policies
         * @description Needs the scope `policies:read`, which `policies` includes.
         */
        get: operations["listPolicies"];
        /**
         * Create a policy
         * @description Needs the scope `policies`.
         */
        post: operations["createPolicy"];
    };
    "/api/policies/{policyId}": {
        /**
         * Read a policy
         * @description Needs the scope `policies:read`, which `policies` includes.
         */
        get: operations["getPolicy"];
        /**
         * Delete a policy
         * @description Needs the scope `policies`.
         */
        delete: operations["deletePolicy"];
        /**
         * Change a policy
         * @description Every field except `type`. `config` must match the type of the policy.
         *
         *     Needs the scope `policies`.
         */
        patch: operations["updatePolicy"];
    };
    "/api/simulate": {
        /**
         * Simulate a question without storing anything, with a trace of every step
         * @description Runs the pipeline that answers customers, but stores and publishes nothing: the question counts in no inbox, statistic or suggestion. `policies` replaces the tenant’s policies, which also needs `knowledge:read`: nothing else filters what the sources say. With `Accept: text/event-stream` the reply is a stream: one `start`, the answer in `delta`s as a customer would get it, and `done` with the whole simulation, whatever its outcome, or `error`.
         *
         *     Needs the scope `policies:read`, which `policies` includes.
         */
        post: operations["simulateAnswer"];
    };
    "/api/suites": {
        /**
         * List test suites
         * @description Needs the scope `policies:read`, which `policies` includes.
         */
        get: operations["listTestSuites"];
        /**
         * Make a test suite
         * @description Scenarios with `policies` also need `knowledge:read`.
         *
         *     Needs the scope `policies`.
         */
        post: operations["createTestSuite"];
    };
    "/api/suites/{suiteId}": {
        /**
         * Read a test suite
         * @description `format=yaml` returns the file for `frontdesk simulate`.
         *
         *     Needs the scope `policies:read`, which `policies` includes.
         */
        get: operations["getTestSuite"];
        /**
         * Delete a test suite and its runs
         * @description Needs the scope `policies`.
         */
        delete: operations["deleteTestSuite"];
        /**
         * Change a test suite
         * @description `scenarios` replaces all scenarios; those with `policies` also need `knowledge:read`. Started runs continue with the previous ones.
         *
         *     Needs the scope `policies`.
         */
        patch: operations["updateTestSuite"];
    };
    "/api/suites/{suiteId}/run": {
        /**
         * Run a test suite
         * @description Runs with the tenant’s policies and threshold, or with `policies` and `threshold` instead, or with several `configurations` that are compared. Only the run is stored. Where a configuration or a scenario has `policies`, it also needs `knowledge:read`.
         *
         *     Needs the scope `policies`.
         */
        post: operations["runTestSuite"];
    };
    "/api/suites/{suiteId}/runs": {
        /**
         * List the runs of a test suite, with every verdict
         * @description A page with a run that tried other policies than the tenant’s also needs `knowledge:read`.
         *
         *     Needs the scope `policies:read`, which `policies` includes.
         */
        get: operations["listTestRuns"];
    };
    "/api/suites/{suiteId}/runs/{runId}": {
        /**
         * Read a run, with every verdict
         * @description A run that tried other policies than the tenant’s also needs `knowledge:read`.
         *
         *     Needs the scope `policies:read`, which `policies` includes.
         */
        get: operations["getTestRun"];
    };
    "/api/rehearsals": {
        /**
         * List rehearsals
         * @description Needs the scope `policies:read`, which `policies` includes.
         */
        get: operations["listRehearsals"];
        /**
         * Try a change on the newest questions of customers, before it goes live
         * @description The change is a new version of a source, policies that replace those of the tenant, settings, or several of these. Each question is answered twice, with what is live and with the change, in its conversation as it was then. No messages are stored, nothing is sent to customers, and no usage is counted. It is a job: `POST /api/jobs/{jobId}/cancel` cancels it. 409 while three rehearsals of the tenant are running. With `policies` it also needs `knowledge:read`, because the results then hold answers that these policies filter, not those of the tenant.
         *
         *     Needs the scope `policies`.
         */
        post: operations["startRehearsal"];
    };
    "/api/rehearsals/{rehearsalId}": {
        /**
         * Read a rehearsal
         * @description Needs the scope `policies:read`, which `policies` includes.
         */
        get: operations["getRehearsal"];
        /**
         * Delete a rehearsal and its results
         * @description 409 while it is running.
         *
         *     Needs the scope `policies`.
         */
        delete: operations["deleteRehearsal"];
    };
    "/api/rehearsals/{rehearsalId}/results": {
        /**
         * List the results of a rehearsal
         * @description The newest question first, also while the rehearsal is running. `better` and `worse` are the customer’s point of view: an answer is better than a person, a person better than a refusal, and of two answers the one with more confidence or more sources is better. When a conversation is erased, its results are removed. With `tried.policies` it also needs `knowledge:read`.
         *
         *     Needs the scope `policies:read`, which `policies` includes. It also needs `conversations:read`.
         */
        get: operations["listRehearsalResults"];
    };
    "/api/rehearsals/{rehearsalId}/export": {
        /**
         * Export the results of a rehearsal
         * @description `format=jsonl`: one result per line, as they are listed. Cells of the CSV that a spreadsheet would run as a formula start with an apostrophe. With `tried.policies` it also needs `knowledge:read`.
         *
         *     Needs the scope `policies:read`, which `policies` includes. It also needs `conversations:read`.
         */
        get: operations["exportRehearsalResults"];
    };
    "/api/conversations": {
        /**
         * List conversations
         * @description Sorted by the newest message, newest first, unless `sort` says otherwise; `waiting` lists only conversations whose customer waits for an answer, the longest wait first. A filter can be repeated; any of its values is enough. `q` finds conversations whose messages contain all of its words, or words that start with them. A search is always sorted by the newest message, whatever the order of the `view`. A page searches at most 2,000 conversations, so it can have fewer than `limit` items although there is a `nextCursor`. With `x-agent-id`, each conversation shows whether it is `unread` for that agent.
         *
         *     Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["listConversations"];
    };
    "/api/conversations/handover": {
        /**
         * Hand a conversation over to people
         * @description The AI stops answering until the conversation is handed back; an answer in progress is discarded. A second handover changes nothing and returns `alreadyHandedOver`.
         *
         *     Needs the scope `conversations`.
         */
        post: operations["handOverConversation"];
    };
    "/api/conversations/bulk": {
        /**
         * Apply a bulk action to conversations
         * @description Select up to 1,000 conversations by `ids` or `filter`. `export` returns the file; in CSV, cells that a spreadsheet would run as a formula start with an apostrophe.
         *
         *     Needs the scope `conversations`.
         */
        post: operations["bulkUpdateConversations"];
    };
    "/api/conversations/{conversationId}": {
        /**
         * Read a conversation
         * @description Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["getConversation"];
        /**
         * Change a conversation
         * @description `status: escalated` hands the conversation over. `x-agent-id` names the agent.
         *
         *     Needs the scope `conversations`.
         */
        patch: operations["updateConversation"];
    };
    "/api/conversations/{conversationId}/read": {
        /**
         * Mark a conversation as read
         * @description Up to the message of this `sequence`, for the agent of `x-agent-id`; never backwards.
         *
         *     Needs the scope `conversations`.
         */
        put: operations["markConversationRead"];
    };
    "/api/conversations/{conversationId}/messages": {
        /**
         * List the messages of a conversation
         * @description Newest first. Use at most one of `before`, `after` and `around`, with the `sequence` of a message; `nextCursor` always leads to older messages. A page with long messages can have fewer than `limit`.
         *
         *     Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["listMessages"];
        /**
         * Reply to the customer, or add an internal note
         * @description A reply takes the conversation over: the AI stops answering until it is handed back. With `sawSequence`, the reply is rejected with `conversation_moved` if newer messages exist. `attachments` sends up to 10 uploads, 25 MB together, by e-mail and WhatsApp; a reply by SMS with files is rejected (422).
         *
         *     Needs the scope `conversations`.
         */
        post: operations["createMessage"];
    };
    "/api/conversations/{conversationId}/messages/{messageId}/resend": {
        /**
         * Resend a message that was not delivered
         * @description For conversations by e-mail, WhatsApp or SMS: resends a message whose `delivery` is `failed` or `unknown`. With `unknown`, the customer may already have the message and get it twice.
         *
         *     Needs the scope `conversations`.
         */
        post: operations["resendMessage"];
    };
    "/api/conversations/{conversationId}/handback": {
        /**
         * Hand a conversation back to the AI
         * @description Needs the scope `conversations`.
         */
        post: operations["handBackConversation"];
    };
    "/api/conversations/{conversationId}/activity": {
        /**
         * Read the activity log of a conversation
         * @description Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["listConversationActivity"];
    };
    "/api/conversations/{conversationId}/rating": {
        /**
         * Rate a conversation
         * @description The customer’s rating of the whole conversation, from 1 to 5. For 24 hours another rating replaces it; after that the reply is 409. Agents can’t rate (403). The status of the conversation does not change.
         *
         *     Needs the scope `chat`.
         */
        post: operations["rateConversation"];
    };
    "/api/inbox/counts": {
        /**
         * Count the conversations of views
         * @description `views` names up to 30 views, separated by commas: ids of saved views, and `queue`, `mine`, `unassigned`, `ai`, `snoozed`, `resolved`, `all`. Each is counted up to 1,000; `exact` is false if there are more, or if finding them would take too long. With `x-agent-id`, `unread` says how many of those counted the agent has not read. A view that does not exist, or that another agent keeps private, is left out of `items`.
         *
         *     Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["countInbox"];
    };
    "/api/views": {
        /**
         * List saved views
         * @description Shared views and those of the agent of `x-agent-id`, by `order`, on one page.
         *
         *     Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["listViews"];
        /**
         * Save a view
         * @description A view is a filter with a name. `assignee: "me"` and `unread` refer to the agent who opens it. A view that is not `shared` belongs to the agent of `x-agent-id`, and nobody else sees it.
         *
         *     Needs the scope `conversations`.
         */
        post: operations["createView"];
    };
    "/api/views/{viewId}": {
        /**
         * Read a saved view
         * @description Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["getView"];
        /**
         * Delete a saved view
         * @description Needs the scope `conversations`.
         */
        delete: operations["deleteView"];
        /**
         * Change a saved view
         * @description Everybody can change shared views. A view that was created by an API key without an agent stays shared.
         *
         *     Needs the scope `conversations`.
         */
        patch: operations["updateView"];
    };
    "/api/tags": {
        /**
         * List the tags in use
         * @description Tags of conversations, contacts or sources with how many have each, the most used first. `q` looks for a part of the tag, in upper or lower case. `of=contacts` also needs the scope `contacts:read`, `of=sources` the scope `knowledge:read`.
         *
         *     Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["listTags"];
    };
    "/api/conversations/{conversationId}/drafts/{kind}": {
        /**
         * Read a draft
         * @description The draft of the agent of `x-agent-id`.
         *
         *     Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["getDraft"];
        /**
         * Save a draft
         * @description For the agent of `x-agent-id`. `revision` is that of the draft that you have, 0 for none. If a newer one was saved since (in another window), nothing changes: the reply is 409 `conflict`, and `current` is the stored draft.
         *
         *     Needs the scope `conversations`.
         */
        put: operations["putDraft"];
        /**
         * Delete a draft
         * @description Needs the scope `conversations`.
         */
        delete: operations["deleteDraft"];
    };
    "/api/drafts": {
        /**
         * List drafts
         * @description Your own drafts, the latest first; with the scope `admin`, also those of another agent.
         *
         *     Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["listDrafts"];
    };
    "/api/presence": {
        /**
         * Say where an agent is
         * @description Reports that the agent of `x-agent-id` looks at a conversation, or writes in it; `conversationId: null`: in no conversation. Send it every 20 s; it expires after 30 s. `GET /api/events/stream` reports it as `presence`.
         *
         *     Needs the scope `conversations`.
         */
        post: operations["tellPresence"];
    };
    "/api/conversations/{conversationId}/typing": {
        /**
         * Report that the customer is typing
         * @description Send it every 3 s while the customer types. `GET /api/events/stream` reports it as `typing`.
         *
         *     Needs the scope `chat`.
         */
        post: operations["tellTyping"];
    };
    "/api/notifications": {
        /**
         * List your own notifications
         * @description Those of the agent of the session or of `x-agent-id`, newest first: a colleague mentioned them or one of their teams in a note (`mention`), or assigned a conversation to them (`assigned`). They are stored for 30 days. `GET /api/events/stream` sends new ones. For an API key without an agent, the list is empty.
         *
         *     Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["listNotifications"];
    };
    "/api/notifications/read": {
        /**
         * Mark your own notifications as read
         * @description `ids` or `all`. When the agent reads a conversation (`PUT /api/conversations/{id}/read`), its notifications are marked too.
         *
         *     Needs the scope `conversations`.
         */
        post: operations["markNotificationsRead"];
    };
    "/api/attachments": {
        /**
         * Upload a file to send with a message
         * @description At most 25 MB. Name the `id` in `attachments` of a message within 24 hours; otherwise the file is deleted. The type is found from the content, not from the name. JPEG, PNG and WebP pictures lose their metadata (where and with what they were taken); other pictures that can have such metadata, such as HEIC and TIFF, are refused (415).
         *
         *     Needs the scope `conversations`.
         */
        post: operations["uploadAttachment"];
    };
    "/api/channel-media/{token}": {
        /**
         * Fetch a file of a message that is being sent
         * @description For a provider that fetches files itself (Twilio): the URL is signed and valid for six hours. Wrong and expired URLs get 401.
         *
         *     Needs no key: the provider’s signature is verified.
         */
        get: operations["fetchChannelMedia"];
    };
    "/api/conversations/{conversationId}/attachments/{attachmentId}": {
        /**
         * Download an attachment of a message
         * @description Sent as a download with its file name. Types that could run in a browser are sent as application/octet-stream. With `preview=true` a small picture: WebP, at most 640 pixels wide and high, never larger than the original, without its metadata. Previews exist for JPEG, PNG, WebP and GIF (its first picture); for other files the answer is 415, and for pictures of more than 40 million pixels 422 (`document_too_complex`).
         *
         *     Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["downloadAttachment"];
    };
    "/api/events/stream": {
        /**
         * Stream all changes
         * @description Server-sent events for every change of the tenant, numbered without gaps: `id` is the number. The first event is `ready`, with the number at which the stream starts. Send `Last-Event-ID` to continue where you stopped, on any gateway. `reset` means that changes in between were removed (they are stored for 7 days), so read your lists again. `conversation.changed` reports changes other than messages, including the contact. `conversation.erased` reports that erasure or retention removed a conversation (`conversationId` now returns 404). `contact.changed` (`contactId`, without contact data) reports that a contact was changed, merged or erased. `policy.changed` (`policyId`) reports that a policy was created, changed or deleted. `types` (event names, separated by commas) and `conversationId` limit what is sent; `ready` and `reset` are always sent. `presence` (where an agent is; at the start of the stream, where each agent is), `typing` (the customer is typing) and `source.progress` (how much of a source has been processed) have no `id`: they are not stored and not sent again. `notification` has no `id` either; only the agent of the session or of `x-agent-id` receives it, right after the change that it is about. In `knowledge.updated`, `title` is empty for callers without `knowledge:read`.
         *
         *     Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["streamChanges"];
    };
    "/api/contacts": {
        /**
         * List contacts
         * @description `q` searches name, e-mail, phone and external id; `email`, `phone` and `externalId` match exactly.
         *
         *     Needs the scope `contacts:read`, which `contacts` includes.
         */
        get: operations["listContacts"];
        /**
         * Add a contact
         * @description A 409 names the contact that already has the e-mail address, phone number or external id.
         *
         *     Needs the scope `contacts`.
         */
        post: operations["createContact"];
    };
    "/api/contacts/export": {
        /**
         * Export contacts with selected fields
         * @description `fields` is a comma-separated list of: id, name, email, phone, externalId, tags, blocked, createdAt, updatedAt, attributes.<name>. Cells that a spreadsheet would run as a formula start with an apostrophe.
         *
         *     Needs the scope `contacts:read`, which `contacts` includes.
         */
        get: operations["exportContacts"];
    };
    "/api/contacts/bulk": {
        /**
         * Tag, untag or delete many contacts
         * @description By `ids` or by `filter`, at most 1,000; a filter that matches more is rejected. `delete` without `confirm` changes nothing and returns the list and a token that is valid for 15 minutes; with the token, it deletes exactly that list.
         *
         *     Needs the scope `contacts`.
         */
        post: operations["bulkUpdateContacts"];
    };
    "/api/contacts/merge": {
        /**
         * Merge two contacts
         * @description `into` keeps its own fields and gets those that it lacks from `from`, and all conversations (many take some seconds) and addresses of `from`. 409 if one of the two is being merged or erased, or was merged into another contact, which `detail` names; nothing is changed then.
         *
         *     Needs the scope `contacts`.
         */
        post: operations["mergeContacts"];
    };
    "/api/contacts/{contactId}": {
        /**
         * Read a contact
         * @description Needs the scope `contacts:read`, which `contacts` includes.
         */
        get: operations["getContact"];
        /**
         * Delete a contact
         * @description The contact’s conversations stay, without a name. To remove them too, erase the contact. 409 while it is being merged or erased.
         *
         *     Needs the scope `contacts`.
         */
        delete: operations["deleteContact"];
        /**
         * Change a contact
         * @description Changes only the fields in the body. null clears a field, but one of `name`, `email`, `phone` and `externalId` must stay. Tags and attributes are replaced as a whole.
         *
         *     Needs the scope `contacts`.
         */
        patch: operations["updateContact"];
    };
    "/api/contacts/{contactId}/data": {
        /**
         * Download all data of a contact
         * @description One JSON document: `{ contact, conversations: [{ conversation, messages, activity, copilot, feedback, rehearsals }], imports, filteredEmails, copies }`; `copies` lists where else the same texts are stored, and for how many days.
         *
         *     Needs the scope `contacts:read`, which `contacts` includes.
         */
        get: operations["exportContactData"];
    };
    "/api/contacts/{contactId}/erase": {
        /**
         * Erase a contact and everything that it wrote
         * @description A job removes the contact, its conversations with their messages, what was written about them, and copies in lists of deliveries and stored replies. Its items report what was removed; `lastEventExpiresAt` is when the last stored event with the contact’s texts expires.
         *
         *     Needs the scope `contacts`.
         */
        post: operations["eraseContact"];
    };
    "/api/contacts/{contactId}/block": {
        /**
         * Block a contact
         * @description What a blocked contact writes is stored. The AI does not answer, and the conversation is not reopened, unread, waiting or assigned. The only webhook event is `message.received`. Shortly after the reply, the contact’s conversations show `blocked`.
         *
         *     Needs the scope `contacts`.
         */
        post: operations["blockContact"];
    };
    "/api/contacts/{contactId}/unblock": {
        /**
         * Unblock a contact
         * @description The next messages are handled as usual. Messages that the contact wrote while blocked are not answered.
         *
         *     Needs the scope `contacts`.
         */
        post: operations["unblockContact"];
    };
    "/api/connectors": {
        /**
         * List connectors
         * @description Needs the scope `settings`.
         */
        get: operations["listConnectors"];
        /**
         * Create a connector
         * @description Secrets are stored encrypted and never shown again. `pushConversations` needs the scope `conversations`; `pushContacts` and `pullContacts` need `contacts`. Without the scope the reply is a 403 that names it. Options that you leave out are off.
         *
         *     Needs the scope `settings`.
         */
        post: operations["createConnector"];
    };
    "/api/connectors/{connectorId}": {
        /**
         * Read a connector
         * @description Needs the scope `settings`.
         */
        get: operations["getConnector"];
        /**
         * Delete a connector
         * @description Tickets and contacts in the other system stay. The key needs the scopes of everything that the connector transfers.
         *
         *     Needs the scope `settings`.
         */
        delete: operations["deleteConnector"];
        /**
         * Change a connector
         * @description Changes only the fields in the body; `secrets` replaces all secrets. The key needs the scopes of everything that the connector transfers, before and after the change, and both `conversations` and `contacts` for `secrets`.
         *
         *     Needs the scope `settings`.
         */
        patch: operations["updateConnector"];
    };
    "/api/connectors/{connectorId}/sync": {
        /**
         * Sync contacts
         * @description Imports contacts that are new or changed in the other system, then writes those that are new or changed here, depending on the connector. A connector runs one sync at a time: if one is running, the reply is its job. Also needs the scope `contacts`.
         *
         *     Needs the scope `settings`.
         */
        post: operations["syncConnector"];
    };
    "/api/connectors/{connectorId}/syncs": {
        /**
         * List contact syncs
         * @description Needs the scope `settings`.
         */
        get: operations["listConnectorSyncs"];
    };
    "/api/connectors/{connectorId}/deliveries": {
        /**
         * List the deliveries of conversations, with every attempt
         * @description Needs the scope `settings`.
         */
        get: operations["listConnectorDeliveries"];
    };
    "/api/connectors/{connectorId}/conversations": {
        /**
         * Deliver a conversation now
         * @description Also needs the scope `conversations`.
         *
         *     Needs the scope `settings`.
         */
        post: operations["pushConversation"];
    };
    "/api/replies": {
        /**
         * List canned replies
         * @description Shared replies and those of the agent of `x-agent-id`, by name. They are on one page unless they are too long for it; then `nextCursor` continues the list.
         *
         *     Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["listCannedReplies"];
        /**
         * Create a canned reply
         * @description A reply that is not `shared` belongs to the agent of `x-agent-id`, and nobody else sees it. `actions` lists what should also happen when the reply is sent; the client that sends it carries them out.
         *
         *     Needs the scope `conversations`.
         */
        post: operations["createCannedReply"];
    };
    "/api/replies/{replyId}": {
        /**
         * Read a canned reply
         * @description Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["getCannedReply"];
        /**
         * Delete a canned reply
         * @description Needs the scope `conversations`.
         */
        delete: operations["deleteCannedReply"];
        /**
         * Change a canned reply
         * @description Needs the scope `conversations`.
         */
        patch: operations["updateCannedReply"];
    };
    "/api/replies/{replyId}/render": {
        /**
         * Fill in a canned reply for a conversation
         * @description Replaces `{{contact.name}}` and, with `x-agent-id`, `{{agent.name}}`; `missing` lists names that are not known. Sends nothing.
         *
         *     Needs the scope `conversations`.
         */
        post: operations["renderCannedReply"];
    };
    "/api/contacts/import": {
        /**
         * Import contacts from a CSV file
         * @description multipart/form-data: `file` (CSV, at most 10,000 rows), `mapping` (JSON, column → `name`, `email`, `phone`, `externalId`, `tags` or `attributes.<name>`), `onDuplicate`, `dryRun`, `encoding`. If the charset of the file is not certain, the request fails with `charset_unknown` and `candidates`: send it again with one of them as `encoding`. The job has a verdict for each row.
         *
         *     Needs the scope `contacts`.
         */
        post: operations["importContacts"];
    };
    "/api/contacts/imports/{importId}": {
        /**
         * Read a contact import
         * @description Same content as `/api/jobs/{jobId}`, for keys that have only the scope `contacts`.
         *
         *     Needs the scope `contacts:read`, which `contacts` includes.
         */
        get: operations["getContactImport"];
    };
    "/api/contacts/erasures/{erasureId}": {
        /**
         * Read the progress of a contact erasure
         * @description Same content as `/api/jobs/{jobId}`, for keys that have only the scope `contacts`.
         *
         *     Needs the scope `contacts:read`, which `contacts` includes.
         */
        get: operations["getContactErasure"];
    };
    "/api/contacts/imports/{importId}/rows": {
        /**
         * Read the verdicts of an import, row by row
         * @description To get the next page, pass the last `row` that you received as `after`.
         *
         *     Needs the scope `contacts:read`, which `contacts` includes.
         */
        get: operations["listContactImportRows"];
    };
    "/api/contacts/imports/{importId}/rejected": {
        /**
         * Download the rejected rows of an import as CSV, with the reasons
         * @description Needs the scope `contacts:read`, which `contacts` includes.
         */
        get: operations["downloadRejectedContactRows"];
    };
    "/api/contacts/imports/{importId}/undo": {
        /**
         * Undo an import
         * @description Deletes the contacts that the import created and restores those that it changed, except contacts that were changed since (`kept`).
         *
         *     Needs the scope `contacts`.
         */
        post: operations["undoContactImport"];
    };
    "/api/copilot": {
        /**
         * Run a copilot action on a conversation
         * @description `messageId` in the reply is the newest message that the action used. With `Accept: text/event-stream` the reply is a stream: one `start`, the result in `delta`s as soon as it is checked, and `done` with all of it, or `error`.
         *
         *     Needs the scope `conversations`.
         */
        post: operations["runCopilotAction"];
    };
    "/api/conversations/{conversationId}/copilot": {
        /**
         * List the results of the copilot for a conversation
         * @description Every finished run of an action with the result that its caller got, newest first.
         *
         *     Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["listCopilotRuns"];
    };
    "/api/channels": {
        /**
         * List channels
         * @description Needs the scope `settings:read`, which `settings` includes.
         */
        get: operations["listChannels"];
        /**
         * Create a channel
         * @description An address belongs to one channel. `secrets` are encrypted before they leave this process and never shown again:
         *
         *     - email, `mailgun`: `signingKey`; `apiKey`, `domain`, `region` to send
         *     - email, `sendgrid`: `publicKey`; `apiKey`, `region` to send
         *     - email, `postmark`: `username`, `password`; `serverToken` to send
         *     - email, `raw`: `secret`; `smtpUrl` to send
         *     - whatsapp, `meta`: `appSecret`, `verifyToken`; `accessToken` to send
         *     - whatsapp, `twilio`: `authToken`; `accountSid` to send
         *     - sms, `twilio`: `authToken`; `accountSid` to send
         *     - sms, `vonage`: `signatureSecret`; `apiKey`, `apiSecret`, `signatureMethod` to send
         *
         *     Needs the scope `settings`.
         */
        post: operations["createChannel"];
    };
    "/api/channels/{channelId}": {
        /**
         * Read a channel
         * @description Needs the scope `settings:read`, which `settings` includes.
         */
        get: operations["getChannel"];
        /**
         * Delete a channel
         * @description The address can be used again. Conversations stay, but no more messages are sent through the channel.
         *
         *     Needs the scope `settings`.
         */
        delete: operations["deleteChannel"];
        /**
         * Change a channel
         * @description `secrets` replaces the named secrets immediately and keeps the others. This also needs the scope `conversations`, because the secrets decide where answers are sent.
         *
         *     Needs the scope `settings`.
         */
        patch: operations["updateChannel"];
    };
    "/api/filtered-emails": {
        /**
         * List e-mails that became no message
         * @description Notices of absence and of reading (`auto_reply`), delivery reports (`bounce`), our own e-mails that came back (`own`), and e-mails without a sender (`no_sender`) or without any content (`empty`); newest first. Each channel keeps the newest 1,000 with at most 200 MB together, for 30 days. Restored e-mails are not listed.
         *
         *     Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["listFilteredEmails"];
    };
    "/api/filtered-emails/{filteredEmailId}": {
        /**
         * Read a filtered e-mail
         * @description Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["getFilteredEmail"];
        /**
         * Delete a filtered e-mail
         * @description With its original. 404 for one that was restored: it is part of its conversation.
         *
         *     Needs the scope `conversations`.
         */
        delete: operations["deleteFilteredEmail"];
    };
    "/api/filtered-emails/{filteredEmailId}/restore": {
        /**
         * Make a message of a filtered e-mail
         * @description It becomes a message of the conversation that it belongs to, or of a new one, which goes to people: neither the AI nor an automatic text answers it. A second time changes nothing and returns the same message. 409 if its channel was deleted.
         *
         *     Needs the scope `conversations`.
         */
        post: operations["restoreFilteredEmail"];
    };
    "/api/filtered-emails/{filteredEmailId}/original": {
        /**
         * Download a filtered e-mail as it was received
         * @description Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["downloadFilteredEmail"];
    };
    "/api/conversations/{conversationId}/messages/{messageId}/original": {
        /**
         * Download the e-mail that became a message, as it was received
         * @description With its quotes, signature and headers. Originals are kept for 30 days and at most 2 GB a channel; 404 afterwards, and for messages that were not received by e-mail. If the provider delivers e-mails in parts, the parts are put together again.
         *
         *     Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["downloadOriginalEmail"];
    };
    "/api/webhooks/email": {
        /**
         * Receive email for the channel of the recipient
         * @description Called by the provider, with its own format, content type and signature. A request that can’t be verified gets a 401 without details. A verified request is stored before the reply; a repeated request changes nothing.
         *
         *     Needs no key: the provider’s signature is verified.
         */
        post: operations["receiveEmail"];
    };
    "/api/webhooks/email/{channelId}": {
        /**
         * Receive email for this channel
         * @description Called by the provider, with its own format, content type and signature. A request that can’t be verified gets a 401 without details. A verified request is stored before the reply; a repeated request changes nothing.
         *
         *     Needs no key: the provider’s signature is verified.
         */
        post: operations["receiveEmailForChannel"];
    };
    "/api/webhooks/whatsapp": {
        /**
         * Receive whatsapp for the channel of the recipient
         * @description Called by the provider, with its own format, content type and signature. A request that can’t be verified gets a 401 without details. A verified request is stored before the reply; a repeated request changes nothing.
         *
         *     Needs no key: the provider’s signature is verified.
         */
        post: operations["receiveWhatsapp"];
    };
    "/api/webhooks/whatsapp/{channelId}": {
        /**
         * Answer the verification challenge of Meta
         * @description Returns `hub.challenge` as text if `hub.verify_token` matches the channel.
         *
         *     Needs no key: the provider’s signature is verified.
         */
        get: operations["verifyWhatsappWebhook"];
        /**
         * Receive whatsapp for this channel
         * @description Called by the provider, with its own format, content type and signature. A request that can’t be verified gets a 401 without details. A verified request is stored before the reply; a repeated request changes nothing.
         *
         *     Needs no key: the provider’s signature is verified.
         */
        post: operations["receiveWhatsappForChannel"];
    };
    "/api/webhooks/sms": {
        /**
         * Receive sms for the channel of the recipient
         * @description Called by the provider, with its own format, content type and signature. A request that can’t be verified gets a 401 without details. A verified request is stored before the reply; a repeated request changes nothing.
         *
         *     Needs no key: the provider’s signature is verified.
         */
        post: operations["receiveSms"];
    };
    "/api/webhooks/sms/{channelId}": {
        /**
         * Receive sms for this channel
         * @description Called by the provider, with its own format, content type and signature. A request that can’t be verified gets a 401 without details. A verified request is stored before the reply; a repeated request changes nothing.
         *
         *     Needs no key: the provider’s signature is verified.
         */
        post: operations["receiveSmsForChannel"];
    };
    "/api/widgets": {
        /**
         * List chat widgets
         * @description Needs the scope `settings:read`, which `settings` includes.
         */
        get: operations["listWidgets"];
        /**
         * Create a chat widget
         * @description Its `id` is public and is part of the pages that embed it. Only this reply shows its `secret`, with which the site’s server signs user tokens (see `POST /api/widget/{widgetId}/session`). Because that secret gives access to the conversations of these users, this also needs the scope `conversations`. An `accent` whose contrast with `onAccent` is less than 4.5 is rejected; the error names the nearest valid color.
         *
         *     Needs the scope `settings`.
         */
        post: operations["createWidget"];
    };
    "/api/widgets/{widgetId}": {
        /**
         * Read a chat widget
         * @description Needs the scope `settings:read`, which `settings` includes.
         */
        get: operations["getWidget"];
        /**
         * Remove a chat widget
         * @description Pages that embed it show nothing, and its visitors are signed out. Their conversations stay.
         *
         *     Needs the scope `settings`.
         */
        delete: operations["deleteWidget"];
        /**
         * Change a chat widget
         * @description Of `identity`, `theme`, `launcher`, `preChat`, `features` and `limits`, only the fields in the body change. `identity` also needs the scope `conversations`, because it decides who can read the conversations of users of the site. Pages show a change within a minute; who may use the widget changes within 2 seconds.
         *
         *     Needs the scope `settings`.
         */
        patch: operations["updateWidget"];
    };
    "/api/widgets/{widgetId}/rotate-secret": {
        /**
         * Give a chat widget a new secret
         * @description For 24 hours, user tokens can be signed with the old or the new secret. 409 if five secrets are already valid. This also needs the scope `conversations`, because the secret gives access to the conversations of users of the site.
         *
         *     Needs the scope `settings`.
         */
        post: operations["rotateWidgetSecret"];
    };
    "/api/widget/{widgetId}/config": {
        /**
         * Read the look and texts of a chat widget
         * @description Can be cached for a minute; 304 if `If-None-Match` has the current `ETag`. 404 for a widget that is not enabled.
         *
         *     Needs no key: it is for pages of the widget’s origins.
         */
        get: operations["getWidgetConfig"];
    };
    "/api/widget/{widgetId}/session": {
        /**
         * Begin the session of a visitor
         * @description Without `userToken` the visitor is anonymous: the visitor of the Bearer token, or a new one. With a valid `userToken`, the visitor is that user of the site, and the conversations of the anonymous visitor of the Bearer token become the user’s; conversations of another user don’t. The JWT names the widget (`aud`), the user (`sub`), `iat` and an `exp` at most 24 hours later; `email` counts only with `email_verified`. Anonymous sessions end 30 days after their last use, or earlier according to `anonymousRetentionDays`; sessions of users end at the `exp` of their token.
         *
         *     Needs no key: it is for pages of the widget’s origins.
         */
        post: operations["beginVisitorSession"];
    };
    "/api/widget/session": {
        /**
         * End the session of a visitor
         * @description For shared computers. The token stops working everywhere within 2 seconds.
         *
         *     Needs the token of a visitor.
         */
        delete: operations["endVisitorSession"];
    };
    "/api/widget/visitor": {
        /**
         * Say who the visitor is
         * @description What visitors say about themselves is shown in their conversations as unverified. It is never linked to a contact and gives no access to anybody’s conversations. Values in a user token have priority.
         *
         *     Needs the token of a visitor.
         */
        patch: operations["updateVisitor"];
    };
    "/api/widget/conversations": {
        /**
         * List the visitor’s conversations
         * @description Needs the token of a visitor.
         */
        get: operations["listVisitorConversations"];
        /**
         * Delete all of the visitor’s conversations
         * @description Only if the widget has `features.deleteConversations`; otherwise 403. The visitor can no longer read or continue the conversations at once, and answers that are being written are stopped. The conversations are erased in all services, for agents too, usually within 2 minutes. What the visitor said about themselves is removed. The contact of a user of the site stays.
         *
         *     Needs the token of a visitor.
         */
        delete: operations["deleteVisitorConversations"];
    };
    "/api/widget/conversations/{conversationId}/messages": {
        /**
         * List messages of the visitor’s conversation
         * @description Newest first. `after` returns the oldest messages after the one with that `sequence`. Sequences can have gaps, because internal messages are left out; for the same reason, a page can have fewer than `limit` items although there is a `nextCursor`.
         *
         *     Needs the token of a visitor.
         */
        get: operations["listVisitorMessages"];
    };
    "/api/widget/messages": {
        /**
         * Send a visitor’s message, and read the answer as it is written
         * @description Server-sent events as those of `POST /api/chat/stream`: one `start`, any number of `delta`, exactly one of `done`, `blocked`, `escalated`, `error`; `id` is the offset in the answer. `Idempotency-Key` is required: a repeated request does not create another message, and returns the same answer from its beginning. If the visitor disconnects, the answer is still written for up to 120 seconds. When a limit is exceeded, the 429 reply is also an event stream, with one `error` event. Above the budget of the widget, people answer: `escalated`. The `detail` of the 422 reply to a message that is too long is the text `tooLong` of the settings, in the language of the message.
         *
         *     Needs the token of a visitor.
         */
        post: operations["sendVisitorMessage"];
    };
    "/api/widget/messages/{messageId}/stop": {
        /**
         * Stop an answer to a visitor
         * @description What was sent stays, and nothing follows: whoever reads the answer gets an `error` with the code `cancelled`. An answer that is complete stays as it is. Another visitor’s answer is 404.
         *
         *     Needs the token of a visitor.
         */
        post: operations["stopVisitorAnswer"];
    };
    "/api/widget/messages/{messageId}/stream": {
        /**
         * Continue to read an answer to a visitor
         * @description Send `Last-Event-ID` with the last `id` that you saw; without it, the answer is sent from its beginning. Another visitor’s answer is 404. A visitor can read at most eight answers at the same time, in all tabs together.
         *
         *     Needs the token of a visitor.
         */
        get: operations["resumeVisitorAnswer"];
    };
    "/api/widget/events": {
        /**
         * Stream what happens in the visitor’s conversations
         * @description Server-sent events: `ready` first; then `message` for each message, followed by its `conversation`; `conversation` also for other changes; `typing` when a person starts or stops writing a reply. Send `Last-Event-ID` to continue where you stopped, within 7 days; a message can then be sent twice. `reset`: read your lists again. A second stream with the same token ends the first; a visitor can have three streams, a network 20.
         *
         *     Needs the token of a visitor.
         */
        get: operations["streamVisitorEvents"];
    };
    "/api/widget/attachments": {
        /**
         * Upload a file to send with a visitor’s message
         * @description At most 10 MB each, five per message: pictures, PDF, text, CSV and DOCX, recognized by their content, not by their name. Only the visitor who uploaded it can send it, within 24 hours. JPEG, PNG and WebP pictures lose their metadata.
         *
         *     Needs the token of a visitor.
         */
        post: operations["uploadVisitorAttachment"];
    };
    "/api/widget/attachments/{attachmentId}": {
        /**
         * Download a file of the visitor’s conversations
         * @description A file that the visitor uploaded or that people sent to the visitor. Types that could run in a browser are sent as application/octet-stream. With `preview=true` a small picture of a file of a conversation: WebP, at most 640 pixels wide and high, without its metadata. Previews exist for JPEG, PNG, WebP and GIF (its first picture); for other files, and before the file was sent, the answer is 415, and for pictures of more than 40 million pixels 422 (`document_too_complex`).
         *
         *     Needs the token of a visitor.
         */
        get: operations["downloadVisitorAttachment"];
    };
    "/api/widget/conversations/{conversationId}/transcript": {
        /**
         * Send a conversation to its visitor by e-mail
         * @description Only to an e-mail address that the site verified (`email_verified`); otherwise 403. 409 if there is no mail server (`SMTP_URL`); then `features.transcript` of the configuration is false.
         *
         *     Needs the token of a visitor.
         */
        post: operations["mailTranscript"];
    };
    "/api/widget/conversations/{conversationId}/read": {
        /**
         * Report up to which message the visitor has read
         * @description Up to the message of this `sequence`; never backwards.
         *
         *     Needs the token of a visitor.
         */
        post: operations["markVisitorConversationRead"];
    };
    "/api/widget/conversations/{conversationId}/typing": {
        /**
         * Report that the visitor is typing
         * @description Send it every 3 s while the visitor types; more frequent requests are ignored.
         *
         *     Needs the token of a visitor.
         */
        post: operations["tellVisitorTyping"];
    };
    "/api/widget/conversations/{conversationId}/handover": {
        /**
         * Ask for a person
         * @description From now on, people answer. Outside of business hours, `expectedAt` is when they are back. A repeated request changes nothing.
         *
         *     Needs the token of a visitor.
         */
        post: operations["askForPerson"];
    };
    "/api/widget/conversations/{conversationId}/close": {
        /**
         * Close the visitor’s conversation
         * @description A new message opens it again.
         *
         *     Needs the token of a visitor.
         */
        post: operations["closeVisitorConversation"];
    };
    "/api/widget/feedback": {
        /**
         * Rate whether an answer helped the visitor
         * @description `helpful: true` resolves the conversation as confirmed, as `POST /api/chat/feedback` does.
         *
         *     Needs the token of a visitor.
         */
        post: operations["rateVisitorAnswer"];
    };
    "/api/widget/conversations/{conversationId}/rating": {
        /**
         * Rate the visitor’s conversation
         * @description From 1 to 5, with an optional comment. For 24 hours another rating replaces it; after that the reply is 409.
         *
         *     Needs the token of a visitor.
         */
        post: operations["rateVisitorConversation"];
    };
    "/api/webhook-endpoints": {
        /**
         * List webhook endpoints
         * @description Needs the scope `settings`.
         */
        get: operations["listWebhookEndpoints"];
        /**
         * Create a webhook endpoint
         * @description Only this reply shows the `secret` that signs its events. Each event needs the scope that can read the same data: `conversation.*`, `message.*` and `feedback.received` need `conversations`, `contact.*` needs `contacts`, `knowledge.*` and `job.finished` need `knowledge`. If `events` contains an event without its scope, the reply is a 403 that names the scope. Without `events` or with `["*"]`, the endpoint gets the events that the scopes of the key allow (`scopes` in the reply), with `admin` all events.
         *
         *     Needs the scope `settings`.
         */
        post: operations["createWebhookEndpoint"];
    };
    "/api/webhook-endpoints/{endpointId}": {
        /**
         * Read a webhook endpoint
         * @description Needs the scope `settings`.
         */
        get: operations["getWebhookEndpoint"];
        /**
         * Delete a webhook endpoint
         * @description The key needs the scopes of all events that the endpoint was ever sent.
         *
         *     Needs the scope `settings`.
         */
        delete: operations["deleteWebhookEndpoint"];
        /**
         * Change a webhook endpoint
         * @description The key needs the scopes of all events that the endpoint was ever sent. If you send `events`, the same rules apply as for a new endpoint.
         *
         *     Needs the scope `settings`.
         */
        patch: operations["updateWebhookEndpoint"];
    };
    "/api/webhook-endpoints/{endpointId}/test": {
        /**
         * Send a test event
         * @description An example of `event`, marked with `test: true`, regardless of the filter and even while the endpoint is disabled. The reply does not wait for the endpoint; the list of deliveries shows the endpoint’s reply.
         *
         *     Needs the scope `settings`.
         */
        post: operations["testWebhookEndpoint"];
    };
    "/api/webhook-endpoints/{endpointId}/rotate-secret": {
        /**
         * Rotate the secret of a webhook endpoint
         * @description Both secrets sign for 24 hours. Only this reply shows the new one. The key needs the scopes of all events that the endpoint was ever sent.
         *
         *     Needs the scope `settings`.
         */
        post: operations["rotateWebhookSecret"];
    };
    "/api/webhook-endpoints/{endpointId}/deliveries": {
        /**
         * List deliveries, with every attempt
         * @description Needs the scope `settings`.
         */
        get: operations["listWebhookDeliveries"];
    };
    "/api/webhook-endpoints/{endpointId}/replay": {
        /**
         * Replay deliveries of a time range, failed ones, or both
         * @description Sends the selected deliveries of the last 30 days again, with the same event ids, in order within a key. Deliveries in progress are not sent twice. Give `from` and `to`, `since`, or `state: "failed"`; `events` selects types. The job counts the deliveries that are `delivered`, `pending` and `failed`, and is finished when none is pending. The key needs the scopes of all events that the endpoint was ever sent.
         *
         *     Needs the scope `settings`.
         */
        post: operations["replayWebhookDeliveries"];
    };
    "/api/webhook-deliveries/{deliveryId}/retry": {
        /**
         * Retry a delivery
         * @description The key needs the scopes of all events that the endpoint was ever sent.
         *
         *     Needs the scope `settings`.
         */
        post: operations["retryWebhookDelivery"];
    };
    "/api/webhook-listeners": {
        /**
         * Create a listener
         * @description For development: streams the events that a webhook endpoint would get, so that you need no public address. A listener is deleted one minute after its stream was last read. The reply shows the `secret` of its signatures. The scopes of the key decide which events it gets, as for a webhook endpoint.
         *
         *     Needs the scope `settings`.
         */
        post: operations["createWebhookListener"];
    };
    "/api/webhook-listeners/{listenerId}/stream": {
        /**
         * Stream the events of a listener
         * @description Numbered server-sent events: first `ready`, after which no event is missed; then a `delivery` per event, with the headers and raw body that an endpoint would get, signed when it is sent. Send `Last-Event-ID` to continue where you stopped, on any gateway. The key needs the scopes of the listener’s events.
         *
         *     Needs the scope `settings`.
         */
        get: operations["streamWebhookListener"];
    };
    "/api/webhook-listeners/{listenerId}": {
        /**
         * Delete a listener
         * @description Needs the scope `settings`.
         */
        delete: operations["deleteWebhookListener"];
    };
    "/api/session": {
        /**
         * Read who has signed in
         * @description Needs a session.
         */
        get: operations["getSession"];
        /**
         * Sign in
         * @description Sets a session cookie. The session ends 12 hours after its last use, at the latest 30 days after sign-in, and when the agent is removed, disabled, gets a lower role or another password. Whatever is wrong, the reply is 401 `wrong_credentials`, after the same time. From one network, ten attempts in 15 minutes are allowed for one e-mail address, and a hundred in total. Successful attempts don’t count, unless the address has another password in another tenant; to avoid that, name the `tenant`. With a second factor, the right password gets 401 `totp_required`; send the request again with `code`. A wrong code is 401 `wrong_code` and counts in the same way.
         *
         *     Needs no key and no session.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description The session ends at once on this gateway, and within 2 seconds on every gateway.
         *
         *     Needs a session.
         */
        delete: operations["signOut"];
    };
    "/api/sessions": {
        /**
         * List your own sessions
         * @description Newest first. `agentId` lists those of another agent, with the scope `admin`.
         *
         *     Needs a session.
         */
        get: operations["listSessions"];
    };
    "/api/sessions/{sessionId}": {
        /**
         * End a session
         * @description One of your own sessions; with the scope `admin`, also one of any agent.
         *
         *     Needs a session.
         */
        delete: operations["endSession"];
    };
    "/api/session/providers": {
        /**
         * List the identity providers of a sign-in screen
         * @description Empty for a tenant that has none, or does not exist.
         *
         *     Needs no key and no session.
         */
        get: operations["listSignInProviders"];
    };
    "/api/session/oidc/{provider}": {
        /**
         * Start a sign-in at an identity provider
         * @description For browsers: redirects to the provider (authorization code with PKCE) and sets a cookie for ten minutes. It must be opened from a page of this host, or typed in; from another site it is 403 `cross_site`. Errors are reported as by `finishOidcSignIn`.
         *
         *     Needs no key and no session.
         */
        get: operations["startOidcSignIn"];
    };
    "/api/session/oidc/{provider}/callback/{tenantId}": {
        /**
         * Finish a sign-in at an identity provider
         * @description For browsers: sets a session cookie and redirects to the page that `return` named. Works once, in the browser that started it. Other parameters of the provider are ignored. If it fails, a browser (`Accept: text/html`) is redirected to `/console/sign-in` with `tenant` and `error`, the code; others get the problem document.
         *
         *     Needs no key and no session.
         */
        get: operations["finishOidcSignIn"];
    };
    "/api/setup": {
        /**
         * Create the first admin of a tenant
         * @description Works once, with the link that `make start` prints or `POST /admin/tenants` returns, as long as nobody in the tenant can sign in. 409 for the e-mail address of an agent who was invited or is disabled.
         *
         *     Needs no key and no session.
         */
        post: operations["setUp"];
    };
    "/api/invites/accept": {
        /**
         * Accept an invitation
         * @description Needs no key and no session.
         */
        post: operations["acceptInvite"];
    };
    "/api/password/forgot": {
        /**
         * Ask for a link to choose a new password
         * @description The link is sent by e-mail if `SMTP_URL` is set; otherwise an admin creates it. The reply is the same for unknown addresses.
         *
         *     Needs no key and no session.
         */
        post: operations["forgetPassword"];
    };
    "/api/password/reset": {
        /**
         * Choose a new password with a link
         * @description Ends every session of the agent and begins a new one. If the agent has a second factor, the reply is 401 `totp_required` without a `code` and 401 `wrong_code` with a wrong one; the link stays valid.
         *
         *     Needs no key and no session.
         */
        post: operations["resetPassword"];
    };
    "/api/password": {
        /**
         * Change your own password
         * @description Ends the agent’s other sessions. A wrong `current` is a 422.
         *
         *     Needs a session.
         */
        post: operations["changePassword"];
    };
    "/api/me": {
        /**
         * Read your own agent and preferences
         * @description Needs a session.
         */
        get: operations["getMe"];
        /**
         * Change your own name, availability and preferences
         * @description Changes only the fields in the body, and only those fields of `preferences` that it contains.
         *
         *     Needs a session.
         */
        patch: operations["updateMe"];
    };
    "/api/me/totp": {
        /**
         * Begin to set up a second factor
         * @description Put the secret into an authenticator app, usually as a QR code of `uri`, and confirm it with a code within 15 minutes. Until then nothing changes. A wrong `password` is a 422.
         *
         *     Needs a session.
         */
        post: operations["beginTotp"];
    };
    "/api/me/totp/confirm": {
        /**
         * Turn on the second factor
         * @description With a code of the secret that `POST /api/me/totp` returned. Ends the agent’s other sessions.
         *
         *     Needs a session.
         */
        post: operations["confirmTotp"];
    };
    "/api/me/totp/recovery-codes": {
        /**
         * Replace your own recovery codes
         * @description The previous codes are no longer accepted. A wrong `password` is a 422.
         *
         *     Needs a session.
         */
        post: operations["renewRecoveryCodes"];
    };
    "/api/me/totp/disable": {
        /**
         * Turn off your own second factor
         * @description Ends the agent’s other sessions. A wrong `password` is a 422. 409 if the tenant requires a second factor.
         *
         *     Needs a session.
         */
        post: operations["disableTotp"];
    };
    "/api/api-keys": {
        /**
         * List API keys
         * @description Needs the scope `settings`.
         */
        get: operations["listApiKeys"];
        /**
         * Create an API key
         * @description Only this reply shows the `key`. A key can grant only scopes that it has, and can’t create a key that ends later than itself. `agentId` of an agent other than the caller’s own needs the scope `admin`. Without `expiresAt`, the new key ends according to the setting `keyExpiryDays`, or with the creating key, whichever is earlier.
         *
         *     Needs the scope `settings`.
         */
        post: operations["createApiKey"];
    };
    "/api/api-keys/{keyId}/rotate": {
        /**
         * Rotate an API key
         * @description Only this reply shows the new `key`. The old one still works for `overlapSeconds` (default 24 hours), but not longer than before. A key from an earlier rotation ends immediately. If the setting `keyExpiryDays` is set, a key with an end gets its full time again, but ends no later than the caller’s key. The caller’s key must have the scopes of the rotated key and must not end before it. A key of an agent other than the caller’s own needs the scope `admin`.
         *
         *     Needs the scope `settings`.
         */
        post: operations["rotateApiKey"];
    };
    "/api/api-keys/{keyId}": {
        /**
         * Revoke an API key
         * @description The key, and the one before its last rotation, stop working everywhere within 2 seconds. The caller’s key must have the scopes of the revoked key. A key of an agent other than the caller’s own needs the scope `admin`.
         *
         *     Needs the scope `settings`.
         */
        delete: operations["revokeApiKey"];
    };
    "/api/agents": {
        /**
         * List agents
         * @description With `settings:read`, `hasPassword` and `hasTotp` are shown only for your own agent.
         *
         *     Needs the scope `settings:read`, which `settings` includes.
         */
        get: operations["listAgents"];
        /**
         * Add an agent
         * @description `invite` creates a link with which that person chooses a password, as `POST /api/agents/{agentId}/invite` does. It needs an e-mail address with which no other agent of the tenant signs in. `invite`, and the role `admin`, need the scopes of the role.
         *
         *     Needs the scope `settings`.
         */
        post: operations["createAgent"];
    };
    "/api/agents/{agentId}": {
        /**
         * Read an agent
         * @description With `settings:read`, `hasPassword` and `hasTotp` are shown only for your own agent.
         *
         *     Needs the scope `settings:read`, which `settings` includes.
         */
        get: operations["getAgent"];
        /**
         * Remove an agent
         * @description Their messages and assigned conversations keep their id. Their sessions and API keys end within 2 seconds. Their drafts, read markers, and the views and canned replies that only they can see are removed; shared ones stay. If a removal was interrupted, send the request again to finish it. Needs the scopes of the agent’s role if that is `admin` or the agent was invited, and those of each API key of the agent. 409 if no admin with a password would be left.
         *
         *     Needs the scope `settings`.
         */
        delete: operations["deleteAgent"];
        /**
         * Change an agent
         * @description A new `role` applies at once. When an agent gets a lower role, these end within 2 seconds: the agent’s sessions, and API keys of the agent with a scope that the new role lacks. API keys of a `disabled` agent are rejected. A new `email`, `role` or `status` invalidates invitations and links for a new password. If one of the roles is `admin` or the agent was invited, you need the scopes of both roles; to change the `status` or to give a lower `role`, also those of each API key of the agent. 409 if another agent signs in with this e-mail address, or if no admin with a password would be left.
         *
         *     Needs the scope `settings`.
         */
        patch: operations["updateAgent"];
    };
    "/api/agents/{agentId}/invite": {
        /**
         * Invite an agent to sign in
         * @description The link works once, for 7 days, and replaces the previous one. If `SMTP_URL` is set, it is also sent by e-mail. Needs the scopes of the agent’s role, and an e-mail address with which no other agent of the tenant signs in.
         *
         *     Needs the scope `settings`.
         */
        post: operations["inviteAgent"];
    };
    "/api/agents/{agentId}/reset-link": {
        /**
         * Create a link for a new password
         * @description For agents who forgot their password, if there is no mail server. The link works once, for 30 minutes.
         *
         *     Needs the scope `settings`.
         */
        post: operations["createResetLink"];
    };
    "/api/agents/{agentId}/reset-totp": {
        /**
         * Turn off the second factor of another agent
         * @description For agents who lost their authenticator app and all recovery codes. Ends their sessions. Needs the scopes of the agent’s role. 409 for your own, which needs a code: `POST /api/me/totp/disable`.
         *
         *     Needs the scope `settings`.
         */
        post: operations["resetTotp"];
    };
    "/api/teams": {
        /**
         * List teams
         * @description Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["listTeams"];
        /**
         * Create a team
         * @description An agent can be a member of several teams. A tenant has at most 200 teams.
         *
         *     Needs the scope `settings`.
         */
        post: operations["createTeam"];
    };
    "/api/teams/{teamId}": {
        /**
         * Read a team
         * @description Needs the scope `conversations:read`, which `conversations` includes.
         */
        get: operations["getTeam"];
        /**
         * Delete a team
         * @description The team is removed at once. After that, it is removed from its conversations and from escalation rules one by one; conversations keep their assignee.
         *
         *     Needs the scope `settings`.
         */
        delete: operations["deleteTeam"];
        /**
         * Change a team
         * @description Needs the scope `settings`.
         */
        patch: operations["updateTeam"];
    };
    "/api/sla-policies": {
        /**
         * List service-level policies
         * @description Needs the scope `settings:read`, which `settings` includes.
         */
        get: operations["listSlaPolicies"];
        /**
         * Create a service-level policy
         * @description Applies to conversations that go to people from now on: the enabled policy with the lowest `order` whose filter fits. Targets are in minutes.
         *
         *     Needs the scope `settings`.
         */
        post: operations["createSlaPolicy"];
    };
    "/api/sla-policies/{slaPolicyId}": {
        /**
         * Read a service-level policy
         * @description Needs the scope `settings:read`, which `settings` includes.
         */
        get: operations["getSlaPolicy"];
        /**
         * Delete a service-level policy
         * @description Conversations that it applies to already keep their targets.
         *
         *     Needs the scope `settings`.
         */
        delete: operations["deleteSlaPolicy"];
        /**
         * Change a service-level policy
         * @description Conversations that it applies to already keep their targets.
         *
         *     Needs the scope `settings`.
         */
        patch: operations["updateSlaPolicy"];
    };
    "/api/settings": {
        /**
         * Read the settings
         * @description Needs the scope `settings:read`, which `settings` includes.
         */
        get: operations["getSettings"];
        /**
         * Change settings
         * @description Changes only the fields in the body, and only those fields of `signIn` that it contains. `signIn` and `requireAgentKeys` need the scope `admin`. `x-agent-id` names the agent.
         *
         *     Needs the scope `settings`.
         */
        patch: operations["updateSettings"];
    };
    "/api/settings/hours": {
        /**
         * Read whether people answer now
         * @description By the setting `businessHours`: whether people answer now, and when that changes.
         *
         *     Needs the scope `settings:read`, which `settings` includes.
         */
        get: operations["getOpeningHours"];
    };
    "/api/settings/texts": {
        /**
         * Read the texts for customers that no model writes
         * @description Every text in one language: your own from the setting `texts`, or else the built-in text in that language, or else the English one.
         *
         *     Needs the scope `settings:read`, which `settings` includes.
         */
        get: operations["getCustomerTexts"];
    };
    "/api/escalation-rules": {
        /**
         * List escalation rules
         * @description Needs the scope `settings:read`, which `settings` includes.
         */
        get: operations["listEscalationRules"];
        /**
         * Create an escalation rule
         * @description Rules are checked before every answer, lowest `priority` first; the first rule that applies hands the conversation over. Requests for a person and frustration escalate without a rule as long as there is no rule of that kind, enabled or not. If nobody claims the conversation within `unclaimedAfterMinutes`, the rule `next` runs.
         *
         *     Needs the scope `settings`.
         */
        post: operations["createEscalationRule"];
    };
    "/api/escalation-rules/{ruleId}": {
        /**
         * Read an escalation rule
         * @description Needs the scope `settings:read`, which `settings` includes.
         */
        get: operations["getEscalationRule"];
        /**
         * Delete an escalation rule
         * @description Needs the scope `settings`.
         */
        delete: operations["deleteEscalationRule"];
        /**
         * Change an escalation rule
         * @description Needs the scope `settings`.
         */
        patch: operations["updateEscalationRule"];
    };
    "/api/usage": {
        /**
         * Read the usage per day: questions, tokens, fetched pages, deliveries and channel messages
         * @description Days in UTC, `from` and `to` included; the last 30 when neither is given. Deliveries are known for 30 days.
         *
         *     Needs the scope `analytics:read`, which `analytics` includes.
         */
        get: operations["getUsage"];
    };
    "/api/settings/threshold-preview": {
        /**
         * Preview another escalation threshold
         * @description Compares the confidence of each of the newest 1,000 questions with `threshold`; no question is asked again.
         *
         *     Needs the scope `settings:read`, which `settings` includes.
         */
        get: operations["previewEscalationThreshold"];
    };
    "/api/analytics/overview": {
        /**
         * Read the figures on questions, answers, escalations, blocks and resolutions
         * @description Totals, and figures per day, channel or tag. `GET /api/analytics/rows` lists the rows behind a figure.
         *
         *     Needs the scope `analytics:read`, which `analytics` includes.
         */
        get: operations["getAnalyticsOverview"];
    };
    "/api/analytics/topics": {
        /**
         * Read what conversations are about, by day or week
         * @description Topics are the tags of conversations that began (`by=tag`; rows: `metric=conversations&tag=…`) or the sources that answers are based on (`by=source`; rows: `metric=questions&sourceId=…`).
         *
         *     Needs the scope `analytics:read`, which `analytics` includes.
         */
        get: operations["getAnalyticsTopics"];
    };
    "/api/analytics/rows": {
        /**
         * List the rows behind a figure
         * @description Needs the scope `analytics:read`, which `analytics` includes.
         */
        get: operations["listAnalyticsRows"];
    };
    "/api/analytics/log": {
        /**
         * List the audit log: who changed what and when
         * @description Needs the scope `analytics:read`, which `analytics` includes.
         */
        get: operations["listAuditLog"];
    };
    "/api/analytics/suggestions": {
        /**
         * List gaps in the knowledge base, most frequent first
         * @description Groups similar questions that were not answered, or answered with low confidence. On a long page, a suggestion can show fewer questions and a shorter draft than when it is read alone.
         *
         *     Needs the scope `analytics:read`, which `analytics` includes.
         */
        get: operations["listSuggestions"];
    };
    "/api/analytics/suggestions/{suggestionId}": {
        /**
         * Read a suggestion
         * @description Needs the scope `analytics:read`, which `analytics` includes.
         */
        get: operations["getSuggestion"];
    };
    "/api/conversations/{conversationId}/proposals": {
        /**
         * Propose that the AI gives this reply from now on
         * @description Becomes the draft of an open suggestion, which somebody with the scope `analytics` accepts or dismisses. With `sourceId`, accepting it replaces the text of that source, which must be a `manual` one that has not changed since.
         *
         *     Needs the scope `conversations`.
         */
        post: operations["proposeAnswer"];
    };
    "/api/analytics/suggestions/{suggestionId}/accept": {
        /**
         * Create a source from a suggestion and ask its questions again
         * @description Creates the source from `text`, or from the draft if it `isAnswered`. Without either, the questions are only asked again. With `proposedAt`, the proposal is accepted: one that changes a source also needs the scope `knowledge`; 409 if another was made since. The suggestion is `checking` meanwhile, then `closed` if all questions were answered, otherwise `open`.
         *
         *     Needs the scope `analytics`.
         */
        post: operations["acceptSuggestion"];
    };
    "/api/analytics/suggestions/{suggestionId}/dismiss": {
        /**
         * Dismiss a suggestion
         * @description Needs the scope `analytics`.
         */
        post: operations["dismissSuggestion"];
    };
    "/api/dead-letters": {
        /**
         * List dead letters
         * @description Needs the scope `settings`.
         */
        get: operations["listDeadLetters"];
    };
    "/api/dead-letters/{deadLetterId}/retry": {
        /**
         * Retry a dead letter
         * @description Needs the scope `settings`.
         */
        post: operations["retryDeadLetter"];
    };
    "/api/dead-letters/{deadLetterId}": {
        /**
         * Delete a dead letter
         * @description Needs the scope `settings`.
         */
        delete: operations["deleteDeadLetter"];
    };
    "/admin/tenants": {
        /**
         * List tenants
         * @description Needs the admin token.
         */
        get: operations["listTenants"];
        /**
         * Create a tenant and its first API key
         * @description Only this reply shows `apiKey`, which has the scope `admin` in that tenant, and `setupUrl`, where its first admin chooses a password, within 7 days.
         *
         *     Needs the admin token.
         */
        post: operations["createTenant"];
    };
    "/admin/tenants/{tenantId}": {
        /**
         * Erase a tenant
         * @description The tenant’s keys stop working within 2 s. A job removes its documents, blobs, chunks and stored events, twice, to include requests that were in progress. The job stays and reports what was removed. The tenant `default` is created again, empty, when a gateway starts.
         *
         *     Needs the admin token.
         */
        delete: operations["eraseTenant"];
    };
    "/admin/log": {
        /**
         * List when tenants were created and erased
         * @description Newest first, by tenant id. This log stays when a tenant, with its own audit log, is erased.
         *
         *     Needs the admin token.
         */
        get: operations["listPlatformLog"];
    };
    "/admin/jobs/{jobId}": {
        /**
         * Read the progress and report of a tenant erasure
         * @description Needs the admin token.
         */
        get: operations["getTenantErasure"];
    };
}
export interface webhooks {
    "conversation.created": {
        /**
         * Sent to webhook endpoints that receive `conversation.created`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onConversationCreated"];
    };
    "conversation.resolved": {
        /**
         * Sent to webhook endpoints that receive `conversation.resolved`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onConversationResolved"];
    };
    "conversation.escalated": {
        /**
         * Sent to webhook endpoints that receive `conversation.escalated`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onConversationEscalated"];
    };
    "conversation.sla_breached": {
        /**
         * Sent to webhook endpoints that receive `conversation.sla_breached`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onConversationSlaBreached"];
    };
    "conversation.assigned": {
        /**
         * Sent to webhook endpoints that receive `conversation.assigned`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onConversationAssigned"];
    };
    "conversation.team_changed": {
        /**
         * Sent to webhook endpoints that receive `conversation.team_changed`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onConversationTeamChanged"];
    };
    "conversation.closed": {
        /**
         * Sent to webhook endpoints that receive `conversation.closed`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onConversationClosed"];
    };
    "conversation.reopened": {
        /**
         * Sent to webhook endpoints that receive `conversation.reopened`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onConversationReopened"];
    };
    "conversation.tagged": {
        /**
         * Sent to webhook endpoints that receive `conversation.tagged`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onConversationTagged"];
    };
    "conversation.untagged": {
        /**
         * Sent to webhook endpoints that receive `conversation.untagged`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onConversationUntagged"];
    };
    "conversation.rated": {
        /**
         * Sent to webhook endpoints that receive `conversation.rated`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onConversationRated"];
    };
    "message.received": {
        /**
         * Sent to webhook endpoints that receive `message.received`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onMessageReceived"];
    };
    "message.sent": {
        /**
         * Sent to webhook endpoints that receive `message.sent`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onMessageSent"];
    };
    "feedback.received": {
        /**
         * Sent to webhook endpoints that receive `feedback.received`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onFeedbackReceived"];
    };
    "contact.created": {
        /**
         * Sent to webhook endpoints that receive `contact.created`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onContactCreated"];
    };
    "contact.updated": {
        /**
         * Sent to webhook endpoints that receive `contact.updated`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onContactUpdated"];
    };
    "contact.merged": {
        /**
         * Sent to webhook endpoints that receive `contact.merged`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onContactMerged"];
    };
    "contact.deleted": {
        /**
         * Sent to webhook endpoints that receive `contact.deleted`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onContactDeleted"];
    };
    "knowledge.updated": {
        /**
         * Sent to webhook endpoints that receive `knowledge.updated`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onKnowledgeUpdated"];
    };
    "knowledge.contradicted": {
        /**
         * Sent to webhook endpoints that receive `knowledge.contradicted`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onKnowledgeContradicted"];
    };
    "job.finished": {
        /**
         * Sent to webhook endpoints that receive `job.finished`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onJobFinished"];
    };
    "endpoint.disabled": {
        /**
         * Sent to webhook endpoints that receive `endpoint.disabled`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: operations["onEndpointDisabled"];
    };
}
export interface components {
    schemas: {
        Question: {
            message: string;
            conversationId?: string;
            /** @description Default: `"api"` */
            channel?: components["schemas"]["ConversationChannel"];
            contact?: components["schemas"]["ContactDetailsInput"];
            clientId?: string;
            /**
             * @description Nothing may answer it automatically: the conversation goes to people, with this message
             * @constant
             */
            isForPeople?: true;
        };
        /** @enum {string} */
        ConversationChannel: "api" | "widget" | "email" | "whatsapp" | "sms";
        ContactDetailsInput: {
            email?: string;
            phone?: string;
            name?: string;
            externalId?: string;
        };
        /** @enum {string} */
        SourceStatus: "Processing" | "Ready" | "Failed";
        /** @enum {string} */
        SourceType: "file" | "url" | "manual";
        SourceInput: components["schemas"]["ManualSourceInput"] | components["schemas"]["UrlSourceInput"];
        BulkSourcesInput: {
            action: components["schemas"]["BulkSourcesAction"];
            ids: string[];
            /** @description Of `tag` and `untag` */
            tag?: string;
        };
        /** @enum {string} */
        BulkSourcesAction: "delete" | "retry" | "tag" | "untag";
        KnowledgeManifestInput: {
            /** @constant */
            format: "frontdesk.knowledge";
            /**
             * Format: double
             * @constant
             */
            formatVersion: 1;
            /** Format: date-time */
            exportedAt: string;
            embedding: components["schemas"]["KnowledgeManifestInputEmbedding"];
            sources: components["schemas"]["KnowledgeManifestInputSource"][];
            missing?: components["schemas"]["ManifestMissingInput"][];
        };
        ManifestChunkInput: {
            /** Format: int64 */
            index: number;
            text: string;
            /** Format: int64 */
            start: number;
            /** Format: int64 */
            end: number;
            heading?: string;
            headings?: string[];
            /** Format: int64 */
            page?: number;
            tables?: components["schemas"]["ManifestChunkInputTable"][];
            embedding?: number[];
        };
        ManifestMissingInput: {
            sourceId: string;
            title: string;
            /** Format: int64 */
            version: number;
            parts: components["schemas"]["ManifestMissingInputPart"][];
        };
        PolicyInput: components["schemas"]["TopicFilterPolicyInput"] | components["schemas"]["PiiFilterPolicyInput"] | components["schemas"]["ToneControlPolicyInput"] | components["schemas"]["LengthLimitPolicyInput"];
        /** @enum {string} */
        PolicyMode: "Pre-generation" | "Post-generation";
        TopicFilterConfigInput: {
            topics: components["schemas"]["TopicFilterConfigInputTopic"][];
        };
        PiiFilterConfigInput: {
            kinds: components["schemas"]["PiiKind"][];
            regions?: string[];
        };
        /** @enum {string} */
        PiiKind: "email" | "phone" | "national_id" | "card" | "iban";
        ToneControlConfigInput: {
            tone: components["schemas"]["Tone"];
        };
        /** @enum {string} */
        Tone: "formal" | "informal" | "professional";
        LengthLimitConfigInput: {
            /** Format: int64 */
            maxTokens: number;
        };
        PolicyPatch: {
            name?: string;
            mode?: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation
             */
            priority?: number;
            enabled?: boolean;
            /** @description As for a new policy of this one's type */
            config?: {
                [key: string]: unknown;
            };
        };
        SimulationInput: {
            message: string;
            /** @description Earlier messages, oldest first */
            history?: components["schemas"]["SimulationInputHistory"][];
            /** @description Replace all of the tenant's policies; policies with the same priority run in this order */
            policies?: components["schemas"]["PolicyCandidateInput"][];
            channel?: components["schemas"]["ConversationChannel"];
            /**
             * Format: double
             * @description Below this confidence a question goes to people
             */
            threshold?: number;
        };
        PolicyCandidateInput: components["schemas"]["TopicFilterPolicyCandidateInput"] | components["schemas"]["PiiFilterPolicyCandidateInput"] | components["schemas"]["ToneControlPolicyCandidateInput"] | components["schemas"]["LengthLimitPolicyCandidateInput"];
        TestSuiteInputInput: {
            name: string;
            description?: string;
            scenarios: components["schemas"]["ScenarioInput"][];
        };
        ScenarioInput: {
            name: string;
            turns: components["schemas"]["ScenarioInputTurn"][];
            /** @description Replace all of the tenant's policies; policies with the same priority run in this order */
            policies?: components["schemas"]["PolicyCandidateInput"][];
            /**
             * Format: double
             * @description Below this confidence a question goes to people
             */
            threshold?: number;
            channel?: components["schemas"]["ConversationChannel"];
        };
        TurnExpectationInput: {
            outcome?: components["schemas"]["AnswerOutcome"];
            /** @description Id or title of a source that the answer cites */
            source?: string;
            /** @description Occurs in the content, in upper or lower case */
            contains?: string | string[];
            notContains?: string | string[];
            /** Format: double */
            minConfidence?: number;
            /** Format: double */
            maxConfidence?: number;
            /** @description Name, type or id of a policy that blocked or changed something */
            policy?: string;
            /** @description Occurs in the reason of a block or handover, in upper or lower case */
            reason?: string;
        };
        TestSuitePatch: {
            name?: string;
            description?: string | null;
            scenarios?: components["schemas"]["ScenarioInput"][];
        };
        TestRunInput: {
            /** @description Replace all of the tenant's policies; policies with the same priority run in this order */
            policies?: components["schemas"]["PolicyCandidateInput"][];
            /**
             * Format: double
             * @description Below this confidence a question goes to people
             */
            threshold?: number;
            configurations?: components["schemas"]["TestConfiguration"][];
        };
        TestConfiguration: {
            name: string;
            /** @description Replace all of the tenant's policies; policies with the same priority run in this order */
            policies?: components["schemas"]["PolicyCandidateInput"][];
            /**
             * Format: double
             * @description Below this confidence a question goes to people
             */
            threshold?: number;
        };
        RehearsalInput: {
            /** @description A name for people; default: none */
            name?: string;
            /**
             * Format: int64
             * @description The newest ones that customers asked the AI. Default: `50`
             */
            questions?: number;
            /** @description New content that replaces the live version of the source */
            source?: components["schemas"]["RehearsalInputSource"];
            /** @description Replace all of the tenant's policies; policies with the same priority run in this order */
            policies?: components["schemas"]["PolicyCandidateInput"][];
            /** @description Replace the tenant’s settings of these names; the others stay */
            settings?: components["schemas"]["RehearsalInputSettings"];
        };
        BusinessHoursInput: {
            timeZone: string;
            days: {
                [key: string]: components["schemas"]["BusinessHoursInputDayValue"][];
            };
            /** @description Message to the customer outside of these hours */
            message?: string;
        };
        /** @enum {string} */
        RehearsalVerdict: "same" | "changed" | "better" | "worse";
        AnyOfStatuses: components["schemas"]["ConversationStatus"] | components["schemas"]["ConversationStatus"][];
        /** @enum {string} */
        ConversationStatus: "open" | "escalated" | "resolved" | "closed";
        AnyOfHandlers: components["schemas"]["ConversationHandler"] | components["schemas"]["ConversationHandler"][];
        /** @enum {string} */
        ConversationHandler: "ai" | "queue" | "agent";
        AnyOfChannels: components["schemas"]["ConversationChannel"] | components["schemas"]["ConversationChannel"][];
        AnyOfSlaStatuses: components["schemas"]["SlaStatus"] | components["schemas"]["SlaStatus"][];
        /** @enum {string} */
        SlaStatus: "breached" | "due";
        /** @enum {string} */
        ConversationSort: "newest" | "oldest" | "waiting" | "due";
        BulkConversationsInput: {
            action: components["schemas"]["BulkConversationsAction"];
            ids?: string[];
            filter?: components["schemas"]["ConversationFilter"];
            assignee?: string;
            teamId?: string;
            tag?: string;
            format?: components["schemas"]["BulkConversationsInputFormat"];
        };
        /** @enum {string} */
        BulkConversationsAction: "close" | "reopen" | "resolve" | "assign" | "unassign" | "assign_team" | "unassign_team" | "tag" | "untag" | "export";
        ConversationFilter: {
            status?: components["schemas"]["AnyOfStatuses"];
            handler?: components["schemas"]["AnyOfHandlers"];
            channel?: components["schemas"]["AnyOfChannels"];
            /** @description An agent’s id, `me` (the agent of `x-agent-id`) or `none` */
            assignee?: string | string[];
            /** @description A team’s id, or `none` */
            team?: string | string[];
            tag?: string | string[];
            /** @description `breached`: a service-level target was missed; `due`: a target is running and none was missed */
            sla?: components["schemas"]["AnyOfSlaStatuses"];
            contactId?: string | string[];
            snoozed?: components["schemas"]["ConversationFilterSnoozed"];
            /** @description The score that the customer gave */
            rating?: number | number[];
            /** @description Whether its contact is blocked */
            blocked?: components["schemas"]["ConversationFilterSnoozed"];
            /** @description Only conversations with a message that the calling agent has not read */
            unread?: true | "true";
            ids?: string | string[];
            q?: string;
            /** @description Last message at this time or later */
            from?: string;
            /** @description Before this time; a day is included as a whole */
            to?: string;
        };
        ConversationPatch: {
            assignee?: string | null;
            teamId?: string | null;
            tags?: string[];
            status?: components["schemas"]["ConversationStatus"];
            subject?: string | null;
            /** Format: date-time */
            snoozedUntil?: string | null;
        };
        /** @enum {string} */
        MessageFormat: "text" | "markdown";
        MessageThen: components["schemas"]["MessageThenAction"] | components["schemas"]["MessageThenSnooze"];
        /** @enum {string} */
        MessageThenAction: "close" | "handback";
        MessageThenSnooze: {
            /** Format: date-time */
            snoozeUntil: string;
        };
        ViewInput: {
            name: string;
            icon?: string;
            filter: components["schemas"]["ConversationFilter"];
            /** @description Default: `"newest"` */
            sort?: components["schemas"]["ConversationSort"];
            /** @description Default: `false` */
            shared?: boolean;
            /**
             * Format: int64
             * @description Its place among the views: lower first. Default: `0`
             */
            order?: number;
        };
        ViewPatch: {
            name?: string;
            icon?: string | null;
            filter?: components["schemas"]["ConversationFilter"];
            sort?: components["schemas"]["ConversationSort"];
            /** @description true: everybody in the tenant can see and change it; false: only the agent who created it */
            shared?: boolean;
            /**
             * Format: int64
             * @description Its place among the views: lower first
             */
            order?: number;
        };
        /** @enum {string} */
        CreateMessageRequestKind: "reply" | "note";
        DraftInput: {
            content: string;
            /** @description Default: `[]` */
            attachments?: string[];
            /**
             * Format: int64
             * @description The newest message that the agent has seen
             */
            sawSequence?: number;
            /**
             * Format: int64
             * @description Default: `0`
             */
            revision?: number;
        };
        ContactInput: components["schemas"]["ContactPatch"];
        ContactPatch: {
            name?: string | null;
            email?: string | null;
            phone?: string | null;
            externalId?: string | null;
            tags?: string[];
            attributes?: {
                [key: string]: string | number | boolean;
            };
        };
        ContactFilter: {
            q?: string;
            tag?: string;
            email?: string;
            phone?: string;
            externalId?: string;
            blocked?: components["schemas"]["ContactFilterBlocked"];
        };
        ConnectorInput: components["schemas"]["HubspotConnectorInput"] | components["schemas"]["ZendeskConnectorInput"];
        /** @enum {string} */
        ConnectorPushTrigger: "escalated" | "resolved";
        ConnectorPatch: {
            name?: string;
            enabled?: boolean;
            /** @description When a conversation is written to the other system as a ticket */
            pushConversations?: components["schemas"]["ConnectorPushTrigger"][];
            /** @description Whether a sync writes new and changed contacts to the other system */
            pushContacts?: boolean;
            /** @description Whether a sync imports contacts from the other system */
            pullContacts?: boolean;
            /**
             * Format: int64
             * @description null: only on request
             */
            syncEveryMinutes?: number | null;
            /** @description Replaces all secrets */
            secrets?: {
                [key: string]: string;
            };
        };
        CannedReplyInput: {
            name: string;
            shortcut: string;
            /** @description With `{{contact.name}}` and `{{agent.name}}` */
            content: string;
            language?: string;
            /** @description Default: `true` */
            shared?: boolean;
            actions?: components["schemas"]["CannedReplyActionsInput"];
        };
        CannedReplyActionsInput: {
            /** @description Added to the tags that the conversation has */
            tags?: string[];
            assignee?: string | null;
            status?: components["schemas"]["ConversationStatus"];
        };
        CannedReplyPatch: {
            name?: string;
            shortcut?: string;
            /** @description With `{{contact.name}}` and `{{agent.name}}` */
            content?: string;
            language?: string | null;
            /** @description true: everybody in the tenant can see and change it; false: only the agent who created it */
            shared?: boolean;
            actions?: components["schemas"]["CannedReplyActionsInput"] | null;
        };
        /** @enum {string} */
        DuplicateContactRule: "skip" | "update" | "create";
        /** @enum {string} */
        CopilotAction: "summarize" | "translate_en" | "translate_sv" | "suggest_reply" | "analyze_sentiment" | "draft_note";
        /** @enum {string} */
        ChannelKind: "email" | "whatsapp" | "sms";
        /** @enum {string} */
        ChannelProvider: "mailgun" | "sendgrid" | "postmark" | "raw" | "meta" | "twilio" | "vonage";
        /** @enum {string} */
        FilterReason: "auto_reply" | "bounce" | "own" | "no_sender" | "empty";
        WidgetInput: {
            /** @description A name for people of the tenant */
            name: string;
            enabled?: boolean;
            /** @description Sites that may embed it; `*`: any */
            allowedOrigins?: string[];
            identity?: components["schemas"]["WidgetInputIdentity"];
            theme?: components["schemas"]["WidgetInputTheme"];
            launcher?: components["schemas"]["WidgetInputLauncher"];
            /** @description By language */
            texts?: {
                [key: string]: components["schemas"]["WidgetTextsOfLanguage"];
            };
            preChat?: components["schemas"]["WidgetInputPreChat"];
            features?: components["schemas"]["WidgetInputFeatures"];
            proactive?: components["schemas"]["WidgetProactiveMessageInput"][];
            limits?: components["schemas"]["WidgetInputLimits"];
        };
        WidgetPublicKeyInput: {
            kty: components["schemas"]["WidgetPublicKeyInputKty"];
            kid?: string;
            /** @constant */
            use?: "sig";
            alg?: components["schemas"]["WidgetPublicKeyInputAlg"];
            key_ops?: "verify"[];
            crv?: string;
            x?: string;
            y?: string;
            n?: string;
            e?: string;
        };
        /** @description By name: `title`, `greeting`, `suggestions` (up to four questions to start with), and others */
        WidgetTextsOfLanguage: {
            [key: string]: string | string[];
        };
        WidgetFieldInput: {
            name: string;
            kind: components["schemas"]["WidgetFieldInputKind"];
            /** @description By language */
            label?: {
                [key: string]: string;
            };
            required: boolean;
        };
        WidgetProactiveMessageInput: {
            name: string;
            when: components["schemas"]["WidgetProactiveMessageInputWhen"];
            /** @description By language */
            message: {
                [key: string]: string;
            };
            oncePer: components["schemas"]["WidgetProactiveMessageInputOncePer"];
        };
        WidgetPatch: {
            /** @description A name for people of the tenant */
            name?: string;
            enabled?: boolean;
            /** @description Sites that may embed it; `*`: any */
            allowedOrigins?: string[];
            identity?: components["schemas"]["WidgetInputIdentity"];
            theme?: components["schemas"]["WidgetInputTheme"];
            launcher?: components["schemas"]["WidgetInputLauncher"];
            /** @description By language */
            texts?: {
                [key: string]: components["schemas"]["WidgetTextsOfLanguage"];
            };
            preChat?: components["schemas"]["WidgetInputPreChat"];
            features?: components["schemas"]["WidgetInputFeatures"];
            proactive?: components["schemas"]["WidgetProactiveMessageInput"][];
            limits?: components["schemas"]["WidgetInputLimits"];
        };
        VisitorChallengeSolution: {
            salt: string;
            /** Format: int64 */
            solution: number;
        };
        WebhookEndpointInput: {
            /** Format: uri */
            url: string;
            /** @description Types of events; `["*"]`: all events */
            events?: components["schemas"]["WebhookEndpointInputEvent"][];
            description?: string;
            /**
             * Format: int64
             * @description Maximum requests per second
             */
            maxPerSecond?: number;
        };
        WebhookEndpointPatch: {
            /** Format: uri */
            url?: string;
            /** @description Types of events; `["*"]`: all events */
            events?: components["schemas"]["WebhookEndpointInputEvent"][];
            description?: string;
            /**
             * Format: int64
             * @description null: the setting of the service
             */
            maxPerSecond?: number | null;
            enabled?: boolean;
        };
        /** @enum {string} */
        WebhookEventType: "conversation.created" | "conversation.resolved" | "conversation.escalated" | "conversation.sla_breached" | "conversation.assigned" | "conversation.team_changed" | "conversation.closed" | "conversation.reopened" | "conversation.tagged" | "conversation.untagged" | "conversation.rated" | "message.received" | "message.sent" | "feedback.received" | "contact.created" | "contact.updated" | "contact.merged" | "contact.deleted" | "knowledge.updated" | "knowledge.contradicted" | "job.finished" | "endpoint.disabled";
        WebhookListenerInput: {
            /** @description Types of events; `["*"]`: all events */
            events?: components["schemas"]["WebhookEndpointInputEvent"][];
            /** @description Secret for the signatures; generated if absent */
            secret?: string;
        };
        OutOfOfficeInput: {
            /** Format: date-time */
            from: string;
            /**
             * Format: date-time
             * @description Excluded
             */
            until: string;
        };
        /** @enum {string} */
        GrantedScope: "chat" | "knowledge" | "policies" | "conversations" | "contacts" | "analytics" | "settings" | "admin" | "chat:read" | "knowledge:read" | "policies:read" | "conversations:read" | "contacts:read" | "analytics:read" | "settings:read" | "admin:read";
        /** @enum {string} */
        AgentRole: "agent" | "manager" | "admin";
        AgentPatch: {
            name?: string;
            /** Format: email */
            email?: string;
            role?: components["schemas"]["AgentRole"];
            available?: boolean;
            /**
             * Format: int64
             * @description null: no limit
             */
            capacity?: number | null;
            outOfOffice?: components["schemas"]["OutOfOfficeInput"] | null;
            /** @description `disabled` ends their sessions; `active` lets them sign in again */
            status?: components["schemas"]["AgentPatchStatus"];
        };
        TeamInput: {
            name: string;
            description?: string;
            /** @description Ids of agents. Default: `[]` */
            members?: string[];
            /** @description Default: `"manual"` */
            assignment?: components["schemas"]["TeamAssignment"];
        };
        /**
         * @description `manual`: only people assign; `round_robin`: the members take turns; `least_busy`: the member with the fewest open conversations
         * @enum {string}
         */
        TeamAssignment: "manual" | "round_robin" | "least_busy";
        /** @description `members` replaces the whole list */
        TeamPatch: {
            name?: string;
            description?: string | null;
            /** @description Ids of agents */
            members?: string[];
            assignment?: components["schemas"]["TeamAssignment"];
        };
        SlaPolicyInput: {
            name: string;
            targets: components["schemas"]["SlaTargetsInput"];
            /** @description Only the time within the business hours of the settings counts. Default: `false` */
            businessHours?: boolean;
            /** @description Default: `{}` */
            filter?: components["schemas"]["SlaFilterInput"];
            onBreach?: components["schemas"]["SlaBreachActionInput"];
            /**
             * Format: int64
             * @description The policy with the lowest order that fits applies. Default: `0`
             */
            order?: number;
            /** @description Default: `true` */
            enabled?: boolean;
        };
        SlaTargetsInput: {
            /**
             * Format: double
             * @description Minutes until a person first answers
             */
            firstResponse?: number;
            /**
             * Format: double
             * @description Minutes until a person answers each later message
             */
            nextResponse?: number;
            /**
             * Format: double
             * @description Minutes until the conversation is resolved or closed
             */
            resolution?: number;
        };
        SlaFilterInput: {
            channel?: components["schemas"]["ConversationChannel"][];
            /** @description Ids of teams */
            team?: string[];
            tags?: string[];
        };
        SlaBreachActionInput: {
            addTags?: string[];
            /** @description The conversation is assigned to this team and loses its assignee */
            teamId?: string;
            /** @description The conversation is escalated with the reason `sla`; only once, until it is resolved or handed back to the AI */
            escalate?: boolean;
        };
        SlaPolicyPatch: {
            name?: string;
            targets?: components["schemas"]["SlaTargetsInput"];
            /** @description Only the time within the business hours of the settings counts */
            businessHours?: boolean;
            filter?: components["schemas"]["SlaFilterInput"];
            onBreach?: components["schemas"]["SlaBreachActionInput"] | null;
            /**
             * Format: int64
             * @description The policy with the lowest order that fits applies
             */
            order?: number;
            enabled?: boolean;
        };
        SignInSettingsPatch: {
            /** @description People who sign in with a password need a second factor; a session of somebody without one can only set one up */
            requireTotp?: boolean;
            oidc?: components["schemas"]["SignInSettingsPatchOidc"];
        };
        OidcProviderInput: {
            /** @description Part of the redirect URL that is registered at the identity provider */
            id: string;
            /** @description As the sign-in screen shows it */
            name: string;
            issuer: string;
            clientId: string;
            /** @description Beside `openid`. Default: `["email","profile"]` */
            scopes?: string[];
            /** @description Claim with a person’s roles or groups, of the ID token or userinfo: `groups`, `realm_access.roles` */
            rolesClaim?: string;
            /** @description The role in Frontdesk for each value of `rolesClaim`; if several match, the highest. Default: `{}` */
            roles?: {
                [key: string]: components["schemas"]["AgentRole"];
            };
            /** @description The role of people without any of `roles`. null: they can’t sign in */
            defaultRole?: components["schemas"]["AgentRole"] | null;
            /** @description Whether a person who is not an agent yet becomes one at the first sign-in. Default: `false` */
            createsAgents?: boolean;
            /** @description Domains of this provider’s people. New sign-ins need a verified address of one of them; agents with such an address are linked by it */
            emailDomains?: string[];
            /** @description Whether an e-mail address counts as verified when the provider says nothing about that (no `email_verified`). Use it only for a provider where only its admins can set addresses: otherwise people there can sign in as any agent with an address of `emailDomains`. Default: `false` */
            trustsEmail?: boolean;
            /** @description Default: `true` */
            enabled?: boolean;
            /** @description Never shown. Absent: the stored one is kept, as long as `issuer` and `clientId` stay; for a new provider, none (PKCE alone) */
            clientSecret?: string;
        };
        EscalationRuleInput: {
            name: string;
            when: components["schemas"]["EscalationConditionInput"];
            /** @description Default: `{}` */
            then?: components["schemas"]["EscalationActionInput"];
            /**
             * Format: int64
             * @description Default: `0`
             */
            priority?: number;
            /** @description Default: `true` */
            enabled?: boolean;
        };
        EscalationConditionInput: components["schemas"]["LowConfidenceEscalationConditionInput"] | components["schemas"]["RequestedEscalationConditionInput"] | components["schemas"]["FrustratedEscalationConditionInput"] | components["schemas"]["TurnsEscalationConditionInput"] | components["schemas"]["KeywordsEscalationConditionInput"] | components["schemas"]["OutsideHoursEscalationConditionInput"];
        EscalationActionInput: {
            assignee?: string;
            /** @description The team that it is assigned to */
            teamId?: string;
            /** @description Added to the conversation as a tag */
            team?: string;
            /** @description Message to the customer */
            message?: string;
            /** Format: double */
            unclaimedAfterMinutes?: number;
            /** @description The rule that runs if nobody has claimed the conversation by then */
            next?: string;
        };
        EscalationRulePatch: {
            name?: string;
            when?: components["schemas"]["EscalationConditionInput"];
            then?: components["schemas"]["EscalationActionInput"];
            /** Format: int64 */
            priority?: number;
            enabled?: boolean;
        };
        /** @enum {string} */
        AnalyticsMetric: "conversations" | "messages" | "questions" | "answered" | "blocked" | "failed" | "escalated" | "confidence" | "judged" | "first_response" | "resolved_confirmed" | "resolved_assumed" | "resolved_ai" | "resolved_agent" | "resolution" | "rating" | "sla_met" | "sla_breached" | "sources_used" | "sources_unused";
        /** @enum {string} */
        EscalationReasonInput: "low_confidence" | "requested" | "frustrated" | "rule" | "waiting" | "contradiction" | "sla" | "model_refused" | "model_failed";
        /** @enum {string} */
        SlaTarget: "firstResponse" | "nextResponse" | "resolution";
        /** @enum {string} */
        SuggestionStatus: "open" | "checking" | "closed" | "dismissed";
        TenantName: {
            id: string;
            name: string;
        };
        ConversationCreatedEvent: {
            id: string;
            /** @constant */
            type: "conversation.created";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["ConversationCreatedEventData"];
        };
        Conversation: {
            id: string;
            status: components["schemas"]["ConversationStatus"];
            handler: components["schemas"]["ConversationHandler"];
            channel: components["schemas"]["ConversationChannel"];
            subject?: string;
            contact?: components["schemas"]["ContactDetails"];
            contactId?: string;
            /** @description For a conversation in a chat widget: its visitor */
            visitor?: components["schemas"]["ConversationVisitor"];
            assignee: string | null;
            /** @description The team that it is assigned to */
            teamId?: string;
            tags: string[];
            language: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            lastMessageAt: string;
            /** Format: int64 */
            messageCount: number;
            resolved?: components["schemas"]["ConversationResolved"];
            escalation?: components["schemas"]["ConversationEscalation"];
            /** Format: date-time */
            snoozedUntil?: string;
            /** @description The service-level policy that applies, and its targets */
            sla?: components["schemas"]["ConversationSla"];
            /** @description Its contact is blocked: messages are stored, but nobody is notified and the AI does not answer */
            blocked?: boolean;
            preview?: components["schemas"]["MessagePreview"];
            /**
             * Format: date-time
             * @description When the customer wrote the first message that nobody answered
             */
            waitingSince?: string;
            /**
             * Format: date-time
             * @description When the AI or a person first answered
             */
            firstResponseAt?: string;
            rating?: components["schemas"]["ConversationRating"];
            /** @description Whether the customer wrote something that the calling agent has not read */
            unread?: boolean;
        };
        MessagePreview: {
            messageId: string;
            author: components["schemas"]["MessageAuthor"];
            /** @description Its first 160 characters, on one line */
            text: string;
            /** Format: date-time */
            at: string;
            kind: components["schemas"]["MessageKind"];
        };
        MessageAuthor: {
            kind: components["schemas"]["MessageAuthorKind"];
            id?: string;
            name?: string;
        };
        /** @enum {string} */
        MessageKind: "message" | "note";
        ConversationResolvedEvent: {
            id: string;
            /** @constant */
            type: "conversation.resolved";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["ConversationResolvedEventData"];
        };
        ConversationEscalatedEvent: {
            id: string;
            /** @constant */
            type: "conversation.escalated";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["ConversationEscalatedEventData"];
        };
        ConversationSlaBreachedEvent: {
            id: string;
            /** @constant */
            type: "conversation.sla_breached";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["ConversationSlaBreachedEventData"];
        };
        SlaResult: {
            policyId: string;
            policyName: string;
            target: components["schemas"]["SlaTarget"];
            result: components["schemas"]["SlaResultResult"];
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            dueAt: string;
            /**
             * Format: date-time
             * @description When it was met, or was due
             */
            at: string;
            /**
             * Format: double
             * @description Time from the start until then, as the policy counts it, without pauses
             */
            elapsedMs: number;
        };
        ConversationAssignedEvent: {
            id: string;
            /** @constant */
            type: "conversation.assigned";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["ConversationAssignedEventData"];
        };
        ConversationTeamChangedEvent: {
            id: string;
            /** @constant */
            type: "conversation.team_changed";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["ConversationTeamChangedEventData"];
        };
        ConversationClosedEvent: {
            id: string;
            /** @constant */
            type: "conversation.closed";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["ConversationClosedEventData"];
        };
        ConversationReopenedEvent: {
            id: string;
            /** @constant */
            type: "conversation.reopened";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["ConversationClosedEventData"];
        };
        ConversationTaggedEvent: {
            id: string;
            /** @constant */
            type: "conversation.tagged";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["ConversationTaggedEventData"];
        };
        ConversationUntaggedEvent: {
            id: string;
            /** @constant */
            type: "conversation.untagged";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["ConversationTaggedEventData"];
        };
        ConversationRatedEvent: {
            id: string;
            /** @constant */
            type: "conversation.rated";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["ConversationRatedEventData"];
        };
        MessageReceivedEvent: {
            id: string;
            /** @constant */
            type: "message.received";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["MessageEventData"];
        };
        MessageEventData: {
            conversation: components["schemas"]["MessageEventDataConversation"];
            message: components["schemas"]["Message"];
        };
        Message: {
            id: string;
            conversationId: string;
            /**
             * Format: int64
             * @description 1 for the first message of the conversation
             */
            sequence: number;
            author: components["schemas"]["MessageAuthor"];
            kind: components["schemas"]["MessageKind"];
            content: string;
            /** @description Absent: `text` */
            format?: components["schemas"]["MessageFormat"];
            /** @description The id that the sender of the request gave it */
            clientId?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: double */
            confidence?: number;
            sources?: components["schemas"]["AnswerSource"][];
            /** @description The source that supports each sentence; sentences without support are left out */
            citations?: components["schemas"]["Citation"][];
            /**
             * Format: double
             * @description The confidence before the answer was written, which was compared with the escalation threshold
             */
            answerability?: number;
            /**
             * Format: double
             * @description The confidence before it was corrected by earlier judgements of answers. Absent: the same
             */
            computedConfidence?: number;
            /**
             * @description The limit of tokens of the model cut the answer off, so it ends with “…”. Absent: it is whole
             * @constant
             */
            truncated?: true;
            usage?: components["schemas"]["ModelUsage"];
            outcome?: components["schemas"]["TurnOutcome"];
            /** @description Why it was blocked or escalated */
            reason?: string;
            error?: components["schemas"]["Failure"];
            policies?: components["schemas"]["PolicyDecision"][];
            attachments?: components["schemas"]["Attachment"][];
            /** @description For a note: who is notified */
            mentions?: components["schemas"]["MessageMentions"];
            /** @description For an answer or reply that is sent by e-mail, WhatsApp or SMS */
            delivery?: components["schemas"]["MessageDelivery"];
        };
        AnswerSource: {
            title: string;
            sourceId: string;
            /** Format: int64 */
            version: number;
            url?: string;
            quote: string;
            masked?: boolean;
            /** @description An older source that contradicts the answer: see `GET /api/knowledge/contradictions` */
            superseded?: boolean;
        };
        Citation: {
            /** Format: int64 */
            start: number;
            /** Format: int64 */
            end: number;
            /**
             * Format: int64
             * @description Its place in `sources`
             */
            source: number;
            /** @description Occurs in the source word for word, unless `masked` */
            quote: string;
            masked?: boolean;
        };
        ModelUsage: {
            models: string[];
            /** Format: int64 */
            promptTokens: number;
            /** Format: int64 */
            completionTokens: number;
        };
        /** @enum {string} */
        TurnOutcome: "answered" | "blocked" | "escalated" | "waiting" | "failed";
        Failure: {
            code: string;
            message: string;
        };
        PolicyDecision: {
            policyId: string;
            name: string;
            type: string;
            mode: string;
            decision: components["schemas"]["PolicyDecisionDecision"];
            reason: string;
        };
        Attachment: {
            id: string;
            filename: string;
            contentType: string;
            /** Format: int64 */
            bytes: number;
        };
        MessageDelivery: {
            /** @description `unknown`: it may have been sent; because the result is not known, it is not resent automatically */
            state: components["schemas"]["MessageDeliveryState"];
            /** Format: date-time */
            at: string;
            /** @description Why it failed: a code of Frontdesk or of the provider */
            code?: string;
        };
        MessageSentEvent: {
            id: string;
            /** @constant */
            type: "message.sent";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["MessageEventData"];
        };
        FeedbackReceivedEvent: {
            id: string;
            /** @constant */
            type: "feedback.received";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["FeedbackReceivedEventData"];
        };
        ContactCreatedEvent: {
            id: string;
            /** @constant */
            type: "contact.created";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["ContactCreatedEventData"];
        };
        ContactUpdatedEvent: {
            id: string;
            /** @constant */
            type: "contact.updated";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["ContactCreatedEventData"];
        };
        ContactMergedEvent: {
            id: string;
            /** @constant */
            type: "contact.merged";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["ContactMergedEventData"];
        };
        ContactDeletedEvent: {
            id: string;
            /** @constant */
            type: "contact.deleted";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["ContactDeletedEventData"];
        };
        KnowledgeUpdatedEvent: {
            id: string;
            /** @constant */
            type: "knowledge.updated";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["KnowledgeUpdatedEventData"];
        };
        Source: {
            id: string;
            /** @description Where the source came from: a file name, a URL, or a title */
            source: string;
            title: string;
            type: components["schemas"]["SourceType"];
            status: components["schemas"]["SourceStatus"];
            error?: components["schemas"]["SourceError"];
            /** @description Of the newest version while it is Processing; of a live one whose vectors follow or that is indexed again */
            progress?: components["schemas"]["Progress"];
            /** Format: date-time */
            added: string;
            /** Format: date-time */
            updated: string;
            /** Format: int64 */
            version: number;
            /** Format: int64 */
            liveVersion: number | null;
            /**
             * Format: int64
             * @description How many versions there are
             */
            versions: number;
            tags: string[];
            metadata: {
                [key: string]: string;
            };
            /** Format: int64 */
            chunks: number;
            /** Format: int64 */
            bytes: number;
            language: string | null;
            /** @description The charset that its text was read in; absent for PDF, Word, pictures */
            encoding?: string;
            crawlId?: string;
            /**
             * Format: int64
             * @description How often its pages are fetched again; if any changed, there is a new version
             */
            recrawlEveryHours?: number;
        };
        Progress: {
            /** Format: double */
            done: number;
            /** Format: double */
            total: number;
            unit: string;
        };
        KnowledgeContradictedEvent: {
            id: string;
            /** @constant */
            type: "knowledge.contradicted";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["KnowledgeContradictedEventData"];
        };
        Contradiction: {
            id: string;
            /** @description What differs: an amount or a time of day; a date; yes and no */
            kind: components["schemas"]["ContradictionKind"];
            /** @description `resolved`: one of the sources no longer contains its statement */
            status: components["schemas"]["ContradictionStatus"];
            newer: components["schemas"]["ContradictingStatement"];
            older: components["schemas"]["ContradictingStatement"];
            /** Format: date-time */
            createdAt: string;
        };
        ContradictingStatement: {
            sourceId: string;
            title: string;
            /** Format: int64 */
            version: number;
            /**
             * Format: int64
             * @description Index of the chunk that contains it
             */
            chunk: number;
            /** @description A sentence, or a cell of a table as `Label, column: value` */
            text: string;
            /**
             * Format: date-time
             * @description When the first of the consecutive versions that contain this text or page was created
             */
            since: string;
        };
        JobFinishedEvent: {
            id: string;
            /** @constant */
            type: "job.finished";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["JobFinishedEventData"];
        };
        /** @enum {string} */
        JobState: "running" | "finished";
        EndpointDisabledEvent: {
            id: string;
            /** @constant */
            type: "endpoint.disabled";
            /** Format: date-time */
            createdAt: string;
            tenant: string;
            /** @description Id of the conversation, contact, source, job or endpoint that the event is about */
            key: string;
            /**
             * Format: int64
             * @description Counts the events of a key, without gaps
             */
            sequence: number;
            /**
             * @description Only in examples that `POST …/test` sends
             * @constant
             */
            test?: true;
            data: components["schemas"]["EndpointDisabledEventData"];
        };
        Answer: {
            content: string;
            /** @description The format of the content; absent: `text` */
            format?: components["schemas"]["MessageFormat"];
            /**
             * @description The limit of tokens of the model cut the answer off, so it ends with “…”. Absent: it is whole
             * @constant
             */
            truncated?: true;
            /** Format: double */
            confidence: number;
            sources: components["schemas"]["AnswerSource"][];
            /** @description The source that supports each sentence of an answer; sentences without support are left out */
            citations: components["schemas"]["Citation"][];
            conversationId: string;
            /** @description The id of the answer. If people already have the conversation, there is no answer of the AI, and this is the id of the customer’s message; their answer is a message of its own */
            messageId: string;
            outcome: components["schemas"]["AnswerOutcome"];
            /** @description As the request has it */
            clientId?: string;
        };
        AnswerStartEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "start";
            conversationId: string;
            /** @description The id of the answer. If people already have the conversation, there is no answer of the AI, and this is the id of the customer’s message; their answer is a message of its own */
            messageId: string;
            /** @description As the request has it */
            clientId?: string;
        };
        AnswerDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "delta";
            text: string;
        };
        AnswerDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "done";
            /** Format: double */
            confidence: number;
            sources: components["schemas"]["AnswerSource"][];
            /**
             * @description The source that supports each sentence of the answer
             * @default []
             */
            citations: components["schemas"]["Citation"][];
            /** @description The format of the answer; absent: `text` */
            format?: components["schemas"]["MessageFormat"];
            /**
             * @description The limit of tokens of the model cut the answer off, so it ends with “…”. Absent: it is whole
             * @constant
             */
            truncated?: true;
            conversationId: string;
            messageId: string;
        };
        AnswerBlockedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "blocked";
            policy: string;
            reason: string;
            message: string;
        };
        AnswerEscalatedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "escalated";
            reason: components["schemas"]["EscalationReason"];
            /** Format: double */
            score: number;
            message: string;
            conversationId: string;
        };
        AnswerErrorEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "error";
            message: string;
            code: string;
        };
        BulkSourcesResult: {
            action: components["schemas"]["BulkSourcesAction"];
            /** Format: int64 */
            requested: number;
            /** Format: int64 */
            succeeded: number;
            /** Format: int64 */
            failed: number;
            results: components["schemas"]["BulkResultItem"][];
        };
        SourceUsage: {
            /**
             * Format: int64
             * @description Answers that cite the source
             */
            cited: number;
            /** Format: date-time */
            lastCitedAt: string | null;
            items: components["schemas"]["SourceUsageItem"][];
            nextCursor: string | null;
        };
        Chunk: {
            /** Format: int64 */
            index: number;
            text: string;
            /** Format: int64 */
            start: number;
            /** Format: int64 */
            end: number;
            /** @description What the chunk begins under */
            heading?: string;
            /** @description Lines of the chunk that are headings, in order */
            headings?: string[];
            /** Format: int64 */
            page?: number;
            /** @description Rows of tables whose lines begin in the chunk */
            tables?: components["schemas"]["ChunkTable"][];
        };
        SourceVersion: {
            /** Format: int64 */
            version: number;
            /** Format: date-time */
            createdAt: string;
            note?: string;
            status: components["schemas"]["SourceStatus"];
            error?: components["schemas"]["SourceError"];
            /** Format: int64 */
            bytes: number;
            sha256: string;
            /** Format: int64 */
            chunks: number;
            /** @description The charset that its text was read in; absent for PDF, Word, pictures */
            encoding?: string;
            live: boolean;
        };
        JobStarted: {
            jobId: string;
        };
        Job: components["schemas"]["ContactErasureJob"] | components["schemas"]["ContactImportJob"] | components["schemas"]["ConnectorSyncJob"] | components["schemas"]["KnowledgeJob"];
        ContactErasureJob: {
            id: string;
            /** @constant */
            kind: "erasure";
            contactId: string;
            state: components["schemas"]["JobState"];
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            done: number;
            /** Format: int64 */
            failed: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt?: string;
            /**
             * Format: date-time
             * @description When the last stored event with the contact’s texts expires
             */
            lastEventExpiresAt?: string;
            /** @description The error code for which the job waits after a failure, such as `unavailable` during an outage; absent when it continues */
            waitsFor?: string;
            items: components["schemas"]["RemovedCount"][];
        };
        RemovedCount: {
            what: string;
            /** Format: int64 */
            count: number;
        };
        ContactImportJob: {
            id: string;
            /** @constant */
            kind: "contacts";
            state: components["schemas"]["JobState"];
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            done: number;
            /** Format: int64 */
            failed: number;
            /** Format: date-time */
            createdAt: string;
            dryRun: boolean;
            onDuplicate: components["schemas"]["DuplicateContactRule"];
            verdicts: components["schemas"]["ContactImportJobVerdicts"];
            error?: components["schemas"]["Failure"];
            /** @description The error code for which the job waits after a failure, such as `unavailable` during an outage; absent when it continues */
            waitsFor?: string;
            undo?: components["schemas"]["JobState"];
            items: components["schemas"]["ContactImportRow"][];
        };
        ContactImportRow: {
            /**
             * Format: int64
             * @description 1 for the first row after the header
             */
            row: number;
            verdict: components["schemas"]["ContactImportRowVerdict"];
            contactId?: string;
            duplicateOf?: components["schemas"]["ContactImportRowDuplicateOf"];
            /** @description Why it was rejected */
            reasons?: string[];
            /** @description What else happened to its values, such as a second phone number */
            notes?: string[];
            /** @description `kept`: not restored, because it was changed since */
            undone?: components["schemas"]["ContactImportRowUndone"];
        };
        ConnectorSyncJob: {
            id: string;
            /** @constant */
            kind: "connector-sync";
            connectorId: string;
            state: components["schemas"]["JobState"];
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            done: number;
            /** Format: int64 */
            failed: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt?: string;
            counts: components["schemas"]["ConnectorSyncJobCounts"];
            error?: components["schemas"]["Failure"];
            /** @description The first 100 rejected contacts */
            items: components["schemas"]["ConnectorSyncJobItem"][];
        };
        KnowledgeJob: {
            id: string;
            kind: string;
            state: components["schemas"]["JobState"];
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            done: number;
            /** Format: int64 */
            failed: number;
            /**
             * Format: int64
             * @description For a replay: deliveries that the endpoint accepted; equal to `done`
             */
            delivered?: number;
            /**
             * Format: int64
             * @description For a replay: deliveries in progress
             */
            pending?: number;
            /** Format: date-time */
            createdAt: string;
            /** @description The error code for which the job waits after a failure, such as `unavailable` during an outage; absent when it continues */
            waitsFor?: string;
            /** @description For an import: how many items have each verdict so far */
            verdicts?: components["schemas"]["KnowledgeJobVerdicts"];
            items: components["schemas"]["KnowledgeJobItem"][];
        };
        Crawl: {
            id: string;
            sourceId: string;
            url: string;
            /** Format: int64 */
            maxPages: number;
            state: components["schemas"]["CrawlState"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt?: string;
            /** @description The crawl that this one is compared with */
            previousId?: string;
            error?: components["schemas"]["Failure"];
            counts: components["schemas"]["CrawlCounts"];
            /** @description In the order in which they are visited */
            pages: components["schemas"]["CrawlPage"][];
            /** @description Of the pages */
            nextCursor: string | null;
        };
        CrawlPage: {
            url: string;
            /** @description `no_text`: fetched, but nothing could be read from it */
            status: components["schemas"]["CrawlPageStatus"];
            /**
             * Format: int64
             * @description Links between the start and this page
             */
            depth: number;
            /** Format: int64 */
            httpStatus?: number;
            reason?: string;
            /** @description Why nothing could be read: an error code such as `no_text` */
            unreadCode?: string;
            contentType?: string;
            /** Format: int64 */
            bytes?: number;
            /** @description Compared with the previous crawl */
            change?: components["schemas"]["CrawlPageChange"];
        };
        SearchResult: {
            sourceId: string;
            /** Format: int64 */
            version: number;
            title: string;
            text: string;
            /** Format: double */
            score: number;
            /**
             * Format: double
             * @description BM25F of the chunk and its document over their upper bound for this question, 0..1
             */
            lexical: number;
            /**
             * Format: double
             * @description Cosine similarity, clamped to 0..1; 0 without an embedding model
             */
            vector: number;
        };
        Embeddings: {
            model: string;
            /** Format: int64 */
            dimensions: number;
            data: components["schemas"]["EmbeddingsData"][];
        };
        DuplicatePair: {
            id: string;
            kind: components["schemas"]["DuplicatePairKind"];
            /**
             * Format: double
             * @description 0.8 to 1
             */
            likeness: number;
            status: components["schemas"]["DuplicatePairStatus"];
            /** @description Two */
            sources: components["schemas"]["SourceReference"][];
            /** Format: date-time */
            createdAt: string;
        };
        SourceReference: {
            sourceId: string;
            title: string;
        };
        /** @description A source whose live version is too long to be checked whole */
        PartlyCheckedSource: {
            sourceId: string;
            /**
             * Format: int64
             * @description From the beginning of the live version
             */
            checkedChunks: number;
            /**
             * Format: int64
             * @description Of the live version
             */
            chunks: number;
        };
        SourceDeletion: {
            sourceId: string;
            /** Format: date-time */
            deletedAt: string;
            state: components["schemas"]["JobState"];
            /** Format: date-time */
            finishedAt?: string;
            removed: components["schemas"]["RemovedCount"][];
        };
        Policy: components["schemas"]["TopicFilterPolicy"] | components["schemas"]["PiiFilterPolicy"] | components["schemas"]["ToneControlPolicy"] | components["schemas"]["LengthLimitPolicy"];
        Simulation: {
            outcome: components["schemas"]["AnswerOutcome"];
            content: string;
            /** @description The format of the content; absent: `text` */
            format?: components["schemas"]["MessageFormat"];
            /**
             * @description The limit of tokens of the model cut the answer off, so it ends with “…”. Absent: it is whole
             * @constant
             */
            truncated?: true;
            /** Format: double */
            confidence: number;
            sources: components["schemas"]["AnswerSource"][];
            /** @description The source that supports each sentence of the answer */
            citations: components["schemas"]["Citation"][];
            /** @description The found chunks, best first; `start` to `end` of the text of the version. A text or title that a policy blocks is empty */
            chunks: components["schemas"]["SimulationChunk"][];
            /** @description All policy decisions, in order */
            policies: components["schemas"]["PolicyDecision"][];
            escalation: components["schemas"]["SimulationEscalation"];
            /** @description Duration of each step that ran; `filterMs` overlaps with `generateMs` */
            timings: components["schemas"]["SimulationTimings"];
        };
        /** @enum {string} */
        AnswerOutcome: "answered" | "blocked" | "escalated" | "waiting";
        SimulationStartEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "start";
        };
        SimulationDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "delta";
            text: string;
        };
        SimulationDoneEvent: {
            outcome: components["schemas"]["AnswerOutcome"];
            content: string;
            /** @description The format of the content; absent: `text` */
            format?: components["schemas"]["MessageFormat"];
            /**
             * @description The limit of tokens of the model cut the answer off, so it ends with “…”. Absent: it is whole
             * @constant
             */
            truncated?: true;
            /** Format: double */
            confidence: number;
            sources: components["schemas"]["AnswerSource"][];
            /** @description The source that supports each sentence of the answer */
            citations: components["schemas"]["Citation"][];
            /** @description The found chunks, best first; `start` to `end` of the text of the version. A text or title that a policy blocks is empty */
            chunks: components["schemas"]["SimulationChunk"][];
            /** @description All policy decisions, in order */
            policies: components["schemas"]["PolicyDecision"][];
            escalation: components["schemas"]["SimulationEscalation"];
            /** @description Duration of each step that ran; `filterMs` overlaps with `generateMs` */
            timings: components["schemas"]["SimulationTimings"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "done";
        };
        SimulationErrorEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "error";
            message: string;
            code: string;
        };
        TestSuite: {
            id: string;
            name: string;
            description?: string;
            scenarios: components["schemas"]["Scenario"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        TestRun: {
            id: string;
            jobId: string;
            suiteId: string;
            /** @description The name that the suite had */
            suite: string;
            state: components["schemas"]["JobState"];
            /** @description `pending` until it is finished, or a scenario failed */
            verdict: components["schemas"]["Verdict"];
            progress: components["schemas"]["Progress"];
            configurations: components["schemas"]["TestRunConfiguration"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt?: string;
        };
        /** @enum {string} */
        Verdict: "passed" | "failed" | "pending";
        TestRunReport: {
            id: string;
            jobId: string;
            suiteId: string;
            /** @description The name that the suite had */
            suite: string;
            state: components["schemas"]["JobState"];
            /** @description `pending` until it is finished, or a scenario failed */
            verdict: components["schemas"]["Verdict"];
            progress: components["schemas"]["Progress"];
            configurations: components["schemas"]["TestRunConfiguration"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt?: string;
            scenarios: components["schemas"]["ScenarioReport"][];
        };
        ScenarioReport: {
            name: string;
            verdict: components["schemas"]["Verdict"];
            /** @description Names of the policies in place of the tenant’s, where the scenario has its own */
            policies?: string[];
            configurations: components["schemas"]["ScenarioReportConfiguration"][];
            /** @description Where the configurations differ: the turn (from 1), what differs, and the value for each configuration */
            differences: components["schemas"]["ScenarioReportDifference"][];
        };
        TurnReport: {
            outcome: components["schemas"]["TurnOutcome"];
            content: string;
            /** Format: double */
            confidence: number;
            sources: components["schemas"]["SourceReference"][];
            /** @description Those that blocked or changed something */
            policies: components["schemas"]["PolicyDecision"][];
            reason: string | null;
            /** @description Why there is no outcome */
            error?: components["schemas"]["Failure"];
            message: string;
            verdict: components["schemas"]["Verdict"];
            expectations: components["schemas"]["ExpectationVerdict"][];
        };
        ExpectationVerdict: {
            /** @description The name of the expectation, or `completes`: that there is an outcome */
            expectation: string;
            expected: string;
            came: string;
            passed: boolean;
        };
        Rehearsal: {
            id: string;
            jobId: string;
            name?: string;
            state: components["schemas"]["RehearsalState"];
            /** @description Why it failed: the source could not be read or indexed */
            error?: components["schemas"]["Failure"];
            progress: components["schemas"]["Progress"];
            tried: components["schemas"]["RehearsalTried"];
            verdicts: components["schemas"]["RehearsalVerdicts"];
            outcomes: components["schemas"]["RehearsalOutcomes"];
            /**
             * Format: int64
             * @description Questions that were erased before they were tried
             */
            skipped: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt?: string;
        };
        RehearsalResult: {
            /**
             * Format: int64
             * @description From 1, the newest question first
             */
            position: number;
            conversationId: string;
            /** @description Of the question */
            messageId: string;
            /** Format: date-time */
            askedAt: string;
            question: string;
            verdict: components["schemas"]["RehearsalVerdict"];
            /** @description Empty: the same */
            changes: components["schemas"]["RehearsalChange"][];
            /** @description The answer with what was live during the rehearsal */
            before: components["schemas"]["TurnResult"];
            /** @description Under what is tried */
            after: components["schemas"]["TurnResult"];
        };
        /** @enum {string} */
        RehearsalChange: "answered" | "escalated" | "blocked" | "failed" | "confidence_higher" | "confidence_lower" | "citations_gained" | "citations_lost" | "sources" | "content" | "reason" | "policies";
        TurnResult: {
            outcome: components["schemas"]["TurnOutcome"];
            content: string;
            /** Format: double */
            confidence: number;
            sources: components["schemas"]["SourceReference"][];
            /** @description Those that blocked or changed something */
            policies: components["schemas"]["PolicyDecision"][];
            reason: string | null;
            /** @description Why there is no outcome */
            error?: components["schemas"]["Failure"];
        };
        Handover: {
            conversationId: string;
            /** @constant */
            status: "escalated";
            assignee: string | null;
            teamId?: string;
            reason: string;
            summary: string;
            /** Format: date-time */
            handedOverAt: string;
            /** @description true: people already had the conversation, and nothing changed */
            alreadyHandedOver: boolean;
        };
        /** @description The result of the action; for `export`, the conversations */
        BulkConversationsReply: components["schemas"]["BulkConversationsResult"] | components["schemas"]["Conversation"][];
        BulkConversationsResult: {
            action: components["schemas"]["BulkConversationsAction"];
            /** Format: int64 */
            requested: number;
            /** Format: int64 */
            succeeded: number;
            /** Format: int64 */
            failed: number;
            results: components["schemas"]["BulkResultItem"][];
        };
        BulkResultItem: {
            id: string;
            ok: boolean;
            code?: string;
        };
        Activity: {
            id: string;
            /** Format: date-time */
            at: string;
            actor: components["schemas"]["ActivityActor"];
            action: string;
            from?: string | string[] | null;
            to?: string | string[] | null;
            detail?: string;
            /** @description Id of the message that it is about */
            messageId?: string;
        };
        ViewCount: {
            view: string;
            /**
             * Format: int64
             * @description Counted up to 1,000
             */
            count: number;
            /** @description false: there are more, or there may be */
            exact: boolean;
            /**
             * Format: int64
             * @description How many of the counted conversations the calling agent has not read
             */
            unread?: number;
        };
        View: {
            id: string;
            name: string;
            icon?: string;
            filter: components["schemas"]["ViewFilter"];
            sort: components["schemas"]["ConversationSort"];
            /** @description true: everybody in the tenant can see and change it; false: only the agent who created it */
            shared: boolean;
            /**
             * Format: int64
             * @description Its place among the views: lower first
             */
            order: number;
            /** @description Who made it; null for an API key */
            agentId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ViewFilter: {
            status?: components["schemas"]["AnyOfStatuses"];
            handler?: components["schemas"]["AnyOfHandlers"];
            channel?: components["schemas"]["AnyOfChannels"];
            /** @description An agent’s id, `me` (the agent of `x-agent-id`) or `none` */
            assignee?: string | string[];
            /** @description A team’s id, or `none` */
            team?: string | string[];
            tag?: string | string[];
            /** @description `breached`: a service-level target was missed; `due`: a target is running and none was missed */
            sla?: components["schemas"]["AnyOfSlaStatuses"];
            contactId?: string | string[];
            snoozed?: components["schemas"]["ConversationFilterSnoozed"];
            /** @description The score that the customer gave */
            rating?: number | number[];
            /** @description Whether its contact is blocked */
            blocked?: components["schemas"]["ConversationFilterSnoozed"];
            /** @description Only conversations with a message that the calling agent has not read */
            unread?: true | "true";
            ids?: string | string[];
            q?: string;
            /** @description Last message at this time or later */
            from?: string;
            /** @description Before this time; a day is included as a whole */
            to?: string;
        };
        Draft: {
            conversationId: string;
            kind: components["schemas"]["CreateMessageRequestKind"];
            agentId: string;
            content: string;
            attachments: string[];
            /** Format: int64 */
            sawSequence?: number;
            /**
             * Format: int64
             * @description Increases each time the draft is saved or deleted
             */
            revision: number;
            /** Format: date-time */
            updatedAt: string;
        };
        UploadedAttachment: {
            id: string;
            filename: string;
            contentType: string;
            /** Format: int64 */
            bytes: number;
            /** Format: date-time */
            expiresAt: string;
        };
        ChangesReadyEvent: {
            /** @constant */
            type: "ready";
            /** Format: int64 */
            number: number;
        };
        Change: {
            /** Format: int64 */
            number: number;
            type: components["schemas"]["ChangeType"];
            /** Format: date-time */
            at: string;
            /** @description Its state when this event is sent */
            conversation?: components["schemas"]["Conversation"];
            /** @description Replaces `conversation` if the conversation no longer exists */
            conversationId?: string;
            /** @description In `contact.changed`: the contact that was changed, merged or erased */
            contactId?: string;
            message?: components["schemas"]["Message"];
            source?: components["schemas"]["ChangeSource"];
            /** @description For a source: `created`, `updated`, `restored`, `deleted`, `failed` */
            change?: string;
            bulkId?: string;
            /**
             * Format: int64
             * @description In `bulk.performed`: the number of selected conversations
             */
            total?: number;
            /**
             * Format: int64
             * @description In `bulk.performed`: the number of conversations that were processed, changed or not
             */
            done?: number;
            /** @description Of `view.changed` */
            viewId?: string;
            /** @description Of `reply.changed` */
            replyId?: string;
            /** @description Of `team.changed` */
            teamId?: string;
            /** @description Of `policy.changed`; absent if it is not known which policy, or whether any, was changed */
            policyId?: string;
            /** @description Of `draft.changed` */
            draft?: components["schemas"]["ChangeDraft"];
        };
        PresenceEvent: {
            /** @constant */
            type: "presence";
            agentId: string;
            conversationId: string | null;
            state: components["schemas"]["PresenceEventState"];
        };
        TypingEvent: {
            /** @constant */
            type: "typing";
            conversationId: string;
            /** @constant */
            by: "customer";
        };
        SourceProgressEvent: {
            /** @constant */
            type: "source.progress";
            sourceId: string;
            progress: components["schemas"]["Progress"];
        };
        StreamErrorEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "error";
            message: string;
            code: string;
        };
        Contact: {
            id: string;
            name: string | null;
            email: string | null;
            phone: string | null;
            externalId: string | null;
            tags: string[];
            attributes: {
                [key: string]: string | number | boolean;
            };
            /** @description Absent unless true */
            blocked?: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        BulkContactsResult: {
            action: string;
            /** Format: int64 */
            requested: number;
            /** Format: int64 */
            succeeded: number;
            /** Format: int64 */
            failed: number;
            results: components["schemas"]["BulkResultItem"][];
        };
        BulkContactsConfirmation: {
            confirm: string;
            contacts: components["schemas"]["BulkContactsConfirmationContact"][];
        };
        CopilotRun: {
            action: components["schemas"]["CopilotAction"];
            conversationId: string;
            /** @description The newest message it saw */
            messageId: string;
            outcome: components["schemas"]["CopilotOutcome"];
            /** @description The result after the policies filtered it, or the refusal if they blocked it */
            result: string;
            sources?: components["schemas"]["AnswerSource"][];
            sentiment?: components["schemas"]["CopilotRunSentiment"];
            /** @description The model that wrote it; `local` if no language model did */
            model: string;
            id: string;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @description `nothing_found`: the knowledge base has no answer, and `result` says so; `blocked`: a policy refused
         * @enum {string}
         */
        CopilotOutcome: "done" | "nothing_found" | "blocked";
        ConversationRehearsalResult: {
            /**
             * Format: int64
             * @description From 1, the newest question first
             */
            position: number;
            conversationId: string;
            /** @description Of the question */
            messageId: string;
            /** Format: date-time */
            askedAt: string;
            question: string;
            verdict: components["schemas"]["RehearsalVerdict"];
            /** @description Empty: the same */
            changes: components["schemas"]["RehearsalChange"][];
            /** @description The answer with what was live during the rehearsal */
            before: components["schemas"]["TurnResult"];
            /** @description Under what is tried */
            after: components["schemas"]["TurnResult"];
            rehearsalId: string;
        };
        FilteredEmail: {
            id: string;
            channelId: string;
            reason: components["schemas"]["FilterReason"];
            /** @description The address that an answer would go to; empty if the e-mail names none */
            sender: string;
            senderName?: string;
            subject: string;
            /** Format: date-time */
            receivedAt: string;
            /**
             * Format: int64
             * @description Size of the original e-mail
             */
            bytes: number;
            /** @description The message that it became */
            restored?: components["schemas"]["FilteredEmailRestored"];
        };
        Connector: {
            id: string;
            kind: components["schemas"]["ConnectorKind"];
            subdomain?: string;
            name: string;
            enabled: boolean;
            /** @description When a conversation is written to the other system as a ticket */
            pushConversations: components["schemas"]["ConnectorPushTrigger"][];
            /** @description Whether a sync writes new and changed contacts to the other system */
            pushContacts: boolean;
            /** @description Whether a sync imports contacts from the other system */
            pullContacts: boolean;
            /**
             * Format: int64
             * @description null: only on request
             */
            syncEveryMinutes: number | null;
            /** @description Why deliveries fail at present; absent after the next success */
            error?: components["schemas"]["Failure"];
            /** Format: date-time */
            lastSyncAt?: string;
            /** Format: date-time */
            createdAt: string;
        };
        /** @enum {string} */
        ConnectorKind: "hubspot" | "zendesk";
        ConnectorDelivery: {
            id: string;
            connectorId: string;
            conversationId: string;
            state: components["schemas"]["ConnectorDeliveryState"];
            /** @description Id of the ticket in the other system */
            remoteId?: string;
            /** @description The newest 20 */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            nextAttemptAt?: string;
        };
        DeliveryAttempt: {
            /** Format: date-time */
            at: string;
            /**
             * Format: int64
             * @description HTTP status; absent if there was no reply
             */
            status?: number;
            /** Format: double */
            durationMs: number;
            error?: string;
            /** @description First bytes of the reply; absent if the key may not read the sent events */
            reply?: string;
        };
        CannedReply: {
            id: string;
            name: string;
            shortcut: string;
            /** @description With `{{contact.name}}` and `{{agent.name}}` */
            content: string;
            language?: string;
            /** @description true: everybody in the tenant can see and change it; false: only the agent who created it */
            shared: boolean;
            actions?: components["schemas"]["CannedReplyActions"];
            /**
             * Format: int64
             * @description How often it was rendered
             */
            used: number;
            /** @description Who made it; null for an API key */
            agentId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CannedReplyActions: {
            /** @description Added to the tags that the conversation has */
            tags?: string[];
            assignee?: string | null;
            status?: components["schemas"]["ConversationStatus"];
        };
        RenderedReply: {
            content: string;
            /** @description Placeholders whose value is not known; they are left out of the content */
            missing: string[];
            actions?: components["schemas"]["CannedReplyActions"];
        };
        ContactImport: {
            id: string;
            /** @constant */
            kind: "contacts";
            state: components["schemas"]["JobState"];
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            done: number;
            /** Format: int64 */
            failed: number;
            /** Format: date-time */
            createdAt: string;
            dryRun: boolean;
            onDuplicate: components["schemas"]["DuplicateContactRule"];
            verdicts: components["schemas"]["ContactImportJobVerdicts"];
            error?: components["schemas"]["Failure"];
            /** @description The error code for which the job waits after a failure, such as `unavailable` during an outage; absent when it continues */
            waitsFor?: string;
            undo?: components["schemas"]["JobState"];
        };
        CopilotResult: {
            action: components["schemas"]["CopilotAction"];
            conversationId: string;
            /** @description The newest message it saw */
            messageId: string;
            outcome: components["schemas"]["CopilotOutcome"];
            /** @description The result after the policies filtered it, or the refusal if they blocked it */
            result: string;
            sources?: components["schemas"]["AnswerSource"][];
            sentiment?: components["schemas"]["CopilotRunSentiment"];
            /** @description The model that wrote it; `local` if no language model did */
            model: string;
        };
        CopilotStartEvent: {
            action: components["schemas"]["CopilotAction"];
            conversationId: string;
            /** @description The newest message it saw */
            messageId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "start";
        };
        CopilotDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "delta";
            text: string;
        };
        CopilotDoneEvent: {
            action: components["schemas"]["CopilotAction"];
            conversationId: string;
            /** @description The newest message it saw */
            messageId: string;
            outcome: components["schemas"]["CopilotOutcome"];
            /** @description The result after the policies filtered it, or the refusal if they blocked it */
            result: string;
            sources?: components["schemas"]["AnswerSource"][];
            sentiment?: components["schemas"]["CopilotRunSentiment"];
            /** @description The model that wrote it; `local` if no language model did */
            model: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "done";
        };
        CopilotErrorEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "error";
            message: string;
            code: string;
        };
        Channel: {
            id: string;
            kind: components["schemas"]["ChannelKind"];
            provider: components["schemas"]["ChannelProvider"];
            /** @description In normal form: an e-mail address, a phone number in E.164, Meta’s phone number id. An e-mail address with more than 21 characters before the `@` has no room for the token that identifies the conversation in the reply address */
            address: string;
            /** @description The sender name of answers */
            name?: string;
            /** @description false: messages are neither received nor sent */
            enabled: boolean;
            /** @description The names of the secrets that it has */
            secrets: string[];
            /** @description Whether it has every secret that sending needs */
            canSend: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Widget: {
            id: string;
            /** @description A name for people of the tenant */
            name: string;
            enabled: boolean;
            /** @description Sites that may embed it; `*`: any */
            allowedOrigins: string[];
            identity: components["schemas"]["WidgetIdentity"];
            theme: components["schemas"]["WidgetTheme"];
            launcher: components["schemas"]["WidgetLauncher"];
            /** @description By language */
            texts: {
                [key: string]: components["schemas"]["WidgetTextsOfLanguage"];
            };
            preChat: components["schemas"]["WidgetPreChat"];
            features: components["schemas"]["WidgetFeatures"];
            proactive: components["schemas"]["WidgetProactiveMessage"][];
            limits: components["schemas"]["WidgetLimits"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CreatedWidget: {
            id: string;
            /** @description A name for people of the tenant */
            name: string;
            enabled: boolean;
            /** @description Sites that may embed it; `*`: any */
            allowedOrigins: string[];
            identity: components["schemas"]["WidgetIdentity"];
            theme: components["schemas"]["WidgetTheme"];
            launcher: components["schemas"]["WidgetLauncher"];
            /** @description By language */
            texts: {
                [key: string]: components["schemas"]["WidgetTextsOfLanguage"];
            };
            preChat: components["schemas"]["WidgetPreChat"];
            features: components["schemas"]["WidgetFeatures"];
            proactive: components["schemas"]["WidgetProactiveMessage"][];
            limits: components["schemas"]["WidgetLimits"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The secret with which the site signs user tokens (HS256). Shown only in this reply */
            secret: string;
        };
        WidgetConfig: {
            id: string;
            /** @description Changes if anything but the hours changed */
            version: string;
            /** @description The language of `texts`; absent: there are no texts */
            language?: string;
            texts: components["schemas"]["WidgetTextsOfLanguage"];
            identity: components["schemas"]["WidgetConfigIdentity"];
            theme: components["schemas"]["WidgetTheme"];
            launcher: components["schemas"]["WidgetLauncher"];
            preChat: components["schemas"]["WidgetPreChat"];
            features: components["schemas"]["WidgetFeatures"];
            proactive: components["schemas"]["WidgetProactiveMessage"][];
            limits: components["schemas"]["WidgetConfigLimits"];
            /** @description Whether people answer now */
            open: boolean;
            /** Format: date-time */
            opensAt?: string;
        };
        VisitorSession: {
            /** @description Shown only in this reply; an anonymous visitor keeps the same token */
            token: string;
            /** Format: date-time */
            expiresAt: string;
            visitor: components["schemas"]["VisitorSessionVisitor"];
            conversations: components["schemas"]["VisitorConversation"][];
        };
        VisitorConversation: {
            id: string;
            /** @description Who answers now: the AI, nobody yet (`waiting`), or a person */
            state: components["schemas"]["VisitorConversationState"];
            person?: components["schemas"]["VisitorConversationPerson"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastMessageAt: string;
            /**
             * Format: int64
             * @description Messages that the visitor has not read, counted up to 20
             */
            unread: number;
            /** @description The beginning of the newest message */
            preview?: components["schemas"]["VisitorConversationPreview"];
            rating?: components["schemas"]["VisitorConversationRating"];
        };
        VisitorMessageAuthor: {
            kind: components["schemas"]["MessageAuthorKind"];
            /** @description Of a person */
            name?: string;
            avatar?: string;
        };
        VisitorMessage: {
            id: string;
            /** Format: int64 */
            sequence: number;
            author: components["schemas"]["VisitorMessageAuthor"];
            content: string;
            format: components["schemas"]["MessageFormat"];
            /** Format: date-time */
            createdAt: string;
            sources?: components["schemas"]["VisitorSource"][];
            citations?: components["schemas"]["VisitorCitation"][];
            outcome?: components["schemas"]["TurnOutcome"];
            attachments?: components["schemas"]["VisitorAttachment"][];
            clientId?: string;
            feedback?: components["schemas"]["VisitorMessageFeedback"];
            delivery?: components["schemas"]["VisitorMessageDelivery"];
        };
        VisitorSource: {
            title: string;
            url?: string;
            quote: string;
        };
        VisitorCitation: {
            /** Format: int64 */
            start: number;
            /** Format: int64 */
            end: number;
            /**
             * Format: int64
             * @description Its place in `sources`
             */
            source: number;
            /** @description Occurs in the source word for word, unless `masked` */
            quote: string;
        };
        VisitorAttachment: {
            id: string;
            filename: string;
            contentType: string;
            /** Format: int64 */
            bytes: number;
        };
        VisitorAnswerStartEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "start";
            conversationId: string;
            /** @description The id of the answer, for reading its stream again */
            messageId: string;
            clientId?: string;
        };
        VisitorAnswerDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "delta";
            text: string;
        };
        VisitorAnswerDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "done";
            conversationId: string;
            messageId: string;
            format: components["schemas"]["MessageFormat"];
            sources?: components["schemas"]["VisitorSource"][];
            citations?: components["schemas"]["VisitorCitation"][];
        };
        VisitorAnswerBlockedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "blocked";
            message: string;
        };
        VisitorAnswerEscalatedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "escalated";
            conversationId: string;
            message: string;
            /** @description `waiting`: people already have the conversation, and the message was passed on */
            reason: components["schemas"]["VisitorAnswerEscalatedEventReason"];
        };
        VisitorAnswerErrorEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "error";
            message: string;
            code: string;
        };
        VisitorReadyEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ready";
        };
        VisitorResetEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reset";
        };
        VisitorMessageEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message";
            conversationId: string;
            message: components["schemas"]["VisitorMessage"];
        };
        VisitorConversationEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "conversation";
            conversation: components["schemas"]["VisitorConversation"];
        };
        VisitorTypingEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "typing";
            conversationId: string;
            /** @constant */
            by: "agent";
            name?: string;
            /** @description false: they stopped */
            active: boolean;
        };
        VisitorHandover: {
            state: components["schemas"]["VisitorConversationState"];
            /** Format: date-time */
            expectedAt?: string;
        };
        WebhookEndpoint: {
            id: string;
            url: string;
            /** @description `["*"]`: all events */
            events: components["schemas"]["WebhookEndpointEvent"][];
            /** @description Only events of these scopes are sent: the scopes of the key that created the endpoint. Absent: no limit */
            scopes?: components["schemas"]["Scope"][];
            description?: string;
            enabled: boolean;
            disabledReason?: string;
            /**
             * Format: int64
             * @description Maximum requests per second; default: the setting of the service
             */
            maxPerSecond?: number;
            /**
             * Format: date-time
             * @description Since when all deliveries have failed; after five days the endpoint is disabled
             */
            failingSince?: string;
            /** Format: date-time */
            createdAt: string;
        };
        /** @enum {string} */
        Scope: "chat" | "knowledge" | "policies" | "conversations" | "contacts" | "analytics" | "settings" | "admin";
        WebhookDelivery: {
            id: string;
            endpointId: string;
            event: components["schemas"]["WebhookDeliveryEvent"];
            state: components["schemas"]["ConnectorDeliveryState"];
            attempts: components["schemas"]["DeliveryAttempt"][];
            /** @description Why it failed without an attempt: the endpoint was disabled */
            reason?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            nextAttemptAt?: string;
        };
        WebhookListener: {
            id: string;
            /** @description `["*"]`: all events */
            events: components["schemas"]["WebhookEndpointEvent"][];
            /** @description Only events of these scopes are sent: the scopes of the key that created the endpoint. Absent: no limit */
            scopes?: components["schemas"]["Scope"][];
            /** @description Secret of the signatures */
            secret: string;
            /** Format: date-time */
            createdAt: string;
        };
        ListenerReadyEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ready";
            /** Format: int64 */
            number: number;
        };
        ListenerDeliveryEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "delivery";
            /** Format: int64 */
            number: number;
            event: components["schemas"]["WebhookDeliveryEvent"];
            headers: {
                [key: string]: string;
            };
            /** @description The raw, signed body */
            body: string;
        };
        SignedIn: {
            agent: components["schemas"]["Agent"];
            tenant: components["schemas"]["TenantName"];
            scopes: components["schemas"]["GrantedScope"][];
            /**
             * Format: date-time
             * @description When the session ends unless it is used again
             */
            expiresAt: string;
        };
        Agent: {
            id: string;
            name: string;
            /** Format: email */
            email: string;
            role: components["schemas"]["AgentRole"];
            available: boolean;
            /**
             * Format: int64
             * @description With this many open conversations, the agent gets no more by automatic assignment
             */
            capacity?: number;
            outOfOffice?: components["schemas"]["OutOfOffice"];
            /** @description Shown to callers with the scope `settings`, and to the agent */
            hasPassword?: boolean;
            /** @description Whether a sign-in with the password needs a code too; shown to the same callers as `hasPassword` */
            hasTotp?: boolean;
            /** @description `invited`: has not chosen a password yet; `disabled`: can’t sign in */
            status: components["schemas"]["AgentStatus"];
            /**
             * Format: date-time
             * @description When a session of the agent was last used, to the minute
             */
            lastSeenAt?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        OutOfOffice: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            until: string;
        };
        SignInProviders: {
            items: components["schemas"]["SignInProvider"][];
        };
        SignInProvider: {
            id: string;
            name: string;
            /** @description Path where a browser starts to sign in; accepts the parameter `return` */
            url: string;
        };
        Me: {
            agent: components["schemas"]["Agent"];
            preferences: components["schemas"]["MePreferences"];
            /**
             * Format: int64
             * @description Number of unused recovery codes of the second factor; absent if it is off
             */
            recoveryCodesLeft?: number;
        };
        TotpSetup: {
            /** @description In base32. Shown only in this reply */
            secret: string;
            /** @description `otpauth:` URI with the secret */
            uri: string;
            /**
             * Format: date-time
             * @description The time until which it must be confirmed
             */
            expiresAt: string;
        };
        RecoveryCodes: {
            /** @description Each can be used once instead of a code. Shown only in this reply */
            recoveryCodes: string[];
        };
        ApiKey: {
            id: string;
            name: string;
            scopes: components["schemas"]["GrantedScope"][];
            /** @description The only agent as which the key can act */
            agentId?: string;
            /** @description The last four characters of the key */
            hint: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
        };
        ApiKeyWithSecret: {
            id: string;
            name: string;
            scopes: components["schemas"]["GrantedScope"][];
            /** @description The only agent as which the key can act */
            agentId?: string;
            /** @description The last four characters of the key */
            hint: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            /** @description Shown only in this reply */
            key: string;
        };
        CreatedAgent: {
            id: string;
            name: string;
            /** Format: email */
            email: string;
            role: components["schemas"]["AgentRole"];
            available: boolean;
            /**
             * Format: int64
             * @description With this many open conversations, the agent gets no more by automatic assignment
             */
            capacity?: number;
            outOfOffice?: components["schemas"]["OutOfOffice"];
            /** @description Shown to callers with the scope `settings`, and to the agent */
            hasPassword?: boolean;
            /** @description Whether a sign-in with the password needs a code too; shown to the same callers as `hasPassword` */
            hasTotp?: boolean;
            /** @description `invited`: has not chosen a password yet; `disabled`: can’t sign in */
            status: components["schemas"]["AgentStatus"];
            /**
             * Format: date-time
             * @description When a session of the agent was last used, to the minute
             */
            lastSeenAt?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Shown only in this reply. Without `PUBLIC_URL`, a path of this server */
            inviteUrl?: string;
        };
        Invite: {
            /** @description Shown only in this reply. Without `PUBLIC_URL`, a path of this server */
            inviteUrl: string;
            /** Format: date-time */
            expiresAt: string;
        };
        ResetLink: {
            /** @description Shown only in this reply. Without `PUBLIC_URL`, a path of this server */
            url: string;
            /** Format: date-time */
            expiresAt: string;
        };
        Team: {
            id: string;
            name: string;
            description?: string;
            /** @description Ids of agents */
            members: string[];
            assignment: components["schemas"]["TeamAssignment"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        SlaPolicy: {
            id: string;
            name: string;
            targets: components["schemas"]["SlaTargets"];
            /** @description Only the time within the business hours of the settings counts */
            businessHours: boolean;
            filter: components["schemas"]["SlaFilter"];
            onBreach?: components["schemas"]["SlaBreachAction"];
            /**
             * Format: int64
             * @description The policy with the lowest order that fits applies
             */
            order: number;
            enabled: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        SignInSettings: {
            /** @description People who sign in with a password need a second factor; a session of somebody without one can only set one up */
            requireTotp: boolean;
            oidc: components["schemas"]["SignInSettingsOidc"];
        };
        OidcProvider: {
            /** @description Part of the redirect URL that is registered at the identity provider */
            id: string;
            /** @description As the sign-in screen shows it */
            name: string;
            issuer: string;
            clientId: string;
            /** @description Beside `openid` */
            scopes: string[];
            /** @description Claim with a person’s roles or groups, of the ID token or userinfo: `groups`, `realm_access.roles` */
            rolesClaim?: string;
            /** @description The role in Frontdesk for each value of `rolesClaim`; if several match, the highest */
            roles: {
                [key: string]: components["schemas"]["AgentRole"];
            };
            /** @description The role of people without any of `roles`. null: they can’t sign in */
            defaultRole: components["schemas"]["AgentRole"] | null;
            /** @description Whether a person who is not an agent yet becomes one at the first sign-in */
            createsAgents: boolean;
            /** @description Domains of this provider’s people. New sign-ins need a verified address of one of them; agents with such an address are linked by it */
            emailDomains?: string[];
            /** @description Whether an e-mail address counts as verified when the provider says nothing about that (no `email_verified`). Use it only for a provider where only its admins can set addresses: otherwise people there can sign in as any agent with an address of `emailDomains` */
            trustsEmail: boolean;
            enabled: boolean;
            hasClientSecret: boolean;
            /** @description `PUBLIC_URL` plus this path is the redirect URL to register at the provider */
            redirectPath: string;
        };
        EscalationRule: {
            id: string;
            name: string;
            when: components["schemas"]["EscalationCondition"];
            then: components["schemas"]["EscalationAction"];
            /** Format: int64 */
            priority: number;
            enabled: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Usage: {
            from: string;
            to: string;
            /** Format: int64 */
            questions: number;
            /** Format: int64 */
            promptTokens: number;
            /** Format: int64 */
            completionTokens: number;
            days: components["schemas"]["UsageDay"][];
            /** Format: int64 */
            pages: number;
            /** Format: int64 */
            deliveries: number;
            /**
             * Format: int64
             * @description Messages received by e-mail, WhatsApp and SMS
             */
            channelMessages: number;
            /**
             * Format: int64
             * @description Messages sent by e-mail, WhatsApp and SMS
             */
            channelReplies: number;
            /**
             * Format: int64
             * @description Prompt tokens of the copilot, in addition to those of questions
             */
            copilotPromptTokens: number;
            /** Format: int64 */
            copilotCompletionTokens: number;
        };
        ThresholdPreview: {
            /** Format: double */
            threshold: number;
            /**
             * Format: double
             * @description The current threshold, without escalation rules
             */
            current: number;
            /**
             * Format: int64
             * @description Number of questions that were compared: the newest 1,000 that were decided by confidence
             */
            questions: number;
            answered: components["schemas"]["ThresholdPreviewAnswered"];
            escalated: components["schemas"]["ThresholdPreviewAnswered"];
            /** @description Questions that would have been decided differently, newest first, at most `limit` */
            changed: components["schemas"]["ThresholdPreviewChanged"][];
        };
        AnalyticsOverview: {
            /** Format: date-time */
            from: string;
            /**
             * Format: date-time
             * @description Not included
             */
            to: string;
            /**
             * Format: int64
             * @description Begun
             */
            conversations: number;
            /**
             * Format: int64
             * @description Of customers
             */
            messages: number;
            /**
             * Format: int64
             * @description Questions that the AI finished: answered, blocked, escalated or failed
             */
            questions: number;
            /** Format: int64 */
            answered: number;
            /** Format: int64 */
            blocked: number;
            /** Format: int64 */
            failed: number;
            /**
             * Format: int64
             * @description Handovers to people, by anyone
             */
            escalated: number;
            escalatedByReason: {
                [key: string]: number;
            };
            confidence: components["schemas"]["AnalyticsOverviewConfidence"];
            firstResponse: components["schemas"]["Durations"];
            resolved: components["schemas"]["AnalyticsOverviewResolved"];
            /** @description Who resolved them; unknown for conversations that an earlier release counted */
            resolvedBy: components["schemas"]["AnalyticsOverviewResolvedBy"];
            /** @description Time from the start of a conversation to its resolution */
            resolution: components["schemas"]["Durations"];
            rating: components["schemas"]["AnalyticsOverviewRating"];
            /** @description Service-level targets that ended in the period */
            sla: components["schemas"]["AnalyticsOverviewSla"];
            blockedByPolicy: components["schemas"]["AnalyticsOverviewBlockedByPolicy"][];
            /** @description At most 100 */
            slaByPolicy: components["schemas"]["AnalyticsOverviewSlaByPolicy"][];
            /** @description By the team at that time; null: none. At most 200 */
            slaByTeam: components["schemas"]["AnalyticsOverviewSlaByTeam"][];
            /** @description The AI’s confidence in its answers, compared with how many were right. Right: rated helpful, or the customer confirmed the resolution. Wrong: corrected by an agent, rated not helpful, handed over because the customer asked for it, or reopened after the resolution. All others are not judged */
            calibration: components["schemas"]["AnalyticsOverviewCalibration"];
            sources: components["schemas"]["AnalyticsOverviewSources"];
            by: components["schemas"]["AnalyticsOverviewBy"] | null;
            /** @description With `by=day` one group per day of the period; null: conversations without a tag. At most 366 */
            groups: components["schemas"]["AnalyticsOverviewGroup"][];
        };
        /** @description Time from a customer’s first message to the first answer by the AI or a person */
        Durations: {
            /** Format: int64 */
            count: number;
            /**
             * Format: double
             * @description Nearest rank; null if there is no value
             */
            p50Ms: number | null;
            /** Format: double */
            p90Ms: number | null;
        };
        AnalyticsRow: {
            /** Format: date-time */
            at: string;
            conversationId?: string;
            messageId?: string;
            channel?: components["schemas"]["ConversationChannel"];
            outcome?: components["schemas"]["TurnOutcome"];
            reason?: string;
            /** Format: double */
            confidence?: number;
            /** @description Of an answer, as far as it is known */
            judged?: components["schemas"]["AnalyticsRowJudged"];
            /** @description The policies that blocked */
            policies?: components["schemas"]["AnalyticsRowPolicy"][];
            sourceIds?: string[];
            how?: components["schemas"]["AnalyticsRowHow"];
            /** @description Who resolved it */
            by?: components["schemas"]["AnalyticsRowBy"];
            /** Format: double */
            ms?: number;
            /**
             * Format: int64
             * @description Of `rating`: from 1 to 5
             */
            score?: number;
            slaPolicyId?: string;
            slaPolicyName?: string;
            target?: components["schemas"]["SlaTarget"];
            teamId?: string;
            sourceId?: string;
            title?: string;
            /** Format: int64 */
            count?: number;
        };
        AuditLogEntry: {
            id: string;
            /** Format: date-time */
            at: string;
            kind: components["schemas"]["AuditLogEntryKind"];
            actor: components["schemas"]["ActivityActor"];
            /** @description The API key or session that was used, if the actor is an agent */
            keyId?: string;
            /** @description `create`, `update`, `delete`, or the last part of the route, such as `rotate` or `import` */
            action: string;
            /** @description Id of the changed record, or of the started job */
            targetId?: string;
            /** @description `unknown`: the change was started, but its result is not known */
            outcome?: components["schemas"]["AuditLogEntryOutcome"];
            /** Format: int64 */
            requested?: number;
            /** Format: int64 */
            succeeded?: number;
            /** Format: int64 */
            failed?: number;
            assignee?: string;
            teamId?: string;
            tag?: string;
            /** @description Names of the changed fields, without values */
            changed?: string[];
            suggestionId?: string;
            /** @description Counts of the data that retention removed */
            removed?: components["schemas"]["RemovedCount"][];
        };
        Suggestion: {
            id: string;
            /** @description The question that is most similar to the others */
            title: string;
            language: string | null;
            /**
             * Format: int64
             * @description How often it was asked
             */
            count: number;
            /** Format: date-time */
            lastAskedAt: string;
            /** @description The newest, at most 10 */
            questions: components["schemas"]["SuggestionQuestion"][];
            draft: components["schemas"]["SuggestionDraft"];
            status: components["schemas"]["SuggestionStatus"];
            /** @description Somebody proposed the draft */
            proposal?: components["schemas"]["SuggestionProposal"];
            /** @description The newest acceptance */
            check?: components["schemas"]["SuggestionCheck"];
        };
        DeadLetter: {
            id: string;
            /** @description The handler that failed */
            handler: string;
            subject: string;
            /** @description Id of the conversation, source, … that the event is about */
            key: string;
            /** Format: int64 */
            sequence: number;
            reason: components["schemas"]["Failure"];
            /** Format: int64 */
            attempts: number;
            /** Format: date-time */
            at: string;
        };
        Tenant: {
            id: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** @description The job that erases the tenant */
            erasure?: string;
        };
        TenantErasureJob: {
            id: string;
            tenant: string;
            state: components["schemas"]["JobState"];
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            done: number;
            /** Format: int64 */
            failed: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt?: string;
            /** @description Why the erasure is waiting */
            waitsFor?: string;
            items: components["schemas"]["TenantErasureJobItem"][];
        };
        Problem: {
            /** @description A path on this server that explains the code */
            type: string;
            title: string;
            /** Format: int64 */
            status: number;
            code: components["schemas"]["ProblemCode"];
            detail: string;
            requestId: string;
            errors?: components["schemas"]["ProblemError"][];
            /** @description With `choose_tenant`: which ones */
            tenants?: components["schemas"]["TenantName"][];
            /** @description With `challenge_required`: what to solve */
            challenge?: components["schemas"]["ProblemChallenge"];
            /** @description With `charset_unknown`: the charsets that the text could be in, with a sample of each */
            candidates?: components["schemas"]["ProblemCandidate"][];
            /** @description With `conflict` of a draft: the stored draft */
            current?: {
                [key: string]: unknown;
            };
        };
        ContactDetails: {
            email?: string;
            phone?: string;
            name?: string;
            externalId?: string;
        };
        /**
         * @description Known values, to which later versions can add: `low_confidence`, `requested`, `frustrated`, `rule`, `waiting`, `contradiction`, `sla`, `model_refused`, `model_failed`
         * @enum {string}
         */
        EscalationReason: "low_confidence" | "requested" | "frustrated" | "rule" | "waiting" | "contradiction" | "sla" | "model_refused" | "model_failed";
        KnowledgeManifest: {
            /** @constant */
            format: "frontdesk.knowledge";
            /**
             * Format: double
             * @constant
             */
            formatVersion: 1;
            /** Format: date-time */
            exportedAt: string;
            embedding: components["schemas"]["KnowledgeManifestInputEmbedding"];
            sources: components["schemas"]["KnowledgeManifestSource"][];
            missing?: components["schemas"]["ManifestMissing"][];
        };
        ManifestChunk: {
            /** Format: int64 */
            index: number;
            text: string;
            /** Format: int64 */
            start: number;
            /** Format: int64 */
            end: number;
            heading?: string;
            headings?: string[];
            /** Format: int64 */
            page?: number;
            tables?: components["schemas"]["ChunkTable"][];
            embedding?: number[];
        };
        ManifestMissing: {
            sourceId: string;
            title: string;
            /** Format: int64 */
            version: number;
            parts: components["schemas"]["ManifestMissingInputPart"][];
        };
        TopicFilterConfig: {
            topics: components["schemas"]["TopicFilterConfigTopic"][];
        };
        PiiFilterConfig: {
            kinds: components["schemas"]["PiiKind"][];
            regions?: string[];
        };
        ToneControlConfig: {
            tone: components["schemas"]["Tone"];
        };
        LengthLimitConfig: {
            /** Format: int64 */
            maxTokens: number;
        };
        Scenario: {
            name: string;
            turns: components["schemas"]["ScenarioTurn"][];
            /** @description Replace all of the tenant's policies; policies with the same priority run in this order */
            policies?: components["schemas"]["PolicyCandidate"][];
            /**
             * Format: double
             * @description Below this confidence a question goes to people
             */
            threshold?: number;
            channel?: components["schemas"]["ConversationChannel"];
        };
        TurnExpectation: {
            outcome?: components["schemas"]["AnswerOutcome"];
            /** @description Id or title of a source that the answer cites */
            source?: string;
            /** @description Occurs in the content, in upper or lower case */
            contains?: string | string[];
            notContains?: string | string[];
            /** Format: double */
            minConfidence?: number;
            /** Format: double */
            maxConfidence?: number;
            /** @description Name, type or id of a policy that blocked or changed something */
            policy?: string;
            /** @description Occurs in the reason of a block or handover, in upper or lower case */
            reason?: string;
        };
        PolicyCandidate: components["schemas"]["TopicFilterPolicyCandidate"] | components["schemas"]["PiiFilterPolicyCandidate"] | components["schemas"]["ToneControlPolicyCandidate"] | components["schemas"]["LengthLimitPolicyCandidate"];
        TestSuiteInput: {
            name: string;
            description?: string;
            scenarios: components["schemas"]["Scenario"][];
        };
        BusinessHours: {
            timeZone: string;
            days: {
                [key: string]: components["schemas"]["BusinessHoursDayValue"][];
            };
            /** @description Message to the customer outside of these hours */
            message?: string;
        };
        WidgetPublicKey: {
            kty: components["schemas"]["WidgetPublicKeyInputKty"];
            kid?: string;
            /** @constant */
            use?: "sig";
            alg?: components["schemas"]["WidgetPublicKeyInputAlg"];
            key_ops?: "verify"[];
            crv?: string;
            x?: string;
            y?: string;
            n?: string;
            e?: string;
        };
        WidgetField: {
            name: string;
            kind: components["schemas"]["WidgetFieldInputKind"];
            /** @description By language */
            label?: {
                [key: string]: string;
            };
            required: boolean;
        };
        WidgetProactiveMessage: {
            name: string;
            when: components["schemas"]["WidgetProactiveMessageWhen"];
            /** @description By language */
            message: {
                [key: string]: string;
            };
            oncePer: components["schemas"]["WidgetProactiveMessageInputOncePer"];
        };
        SlaTargets: {
            /**
             * Format: double
             * @description Minutes until a person first answers
             */
            firstResponse?: number;
            /**
             * Format: double
             * @description Minutes until a person answers each later message
             */
            nextResponse?: number;
            /**
             * Format: double
             * @description Minutes until the conversation is resolved or closed
             */
            resolution?: number;
        };
        SlaFilter: {
            channel?: components["schemas"]["ConversationChannel"][];
            /** @description Ids of teams */
            team?: string[];
            tags?: string[];
        };
        SlaBreachAction: {
            addTags?: string[];
            /** @description The conversation is assigned to this team and loses its assignee */
            teamId?: string;
            /** @description The conversation is escalated with the reason `sla`; only once, until it is resolved or handed back to the AI */
            escalate?: boolean;
        };
        EscalationCondition: components["schemas"]["LowConfidenceEscalationCondition"] | components["schemas"]["RequestedEscalationCondition"] | components["schemas"]["FrustratedEscalationCondition"] | components["schemas"]["TurnsEscalationCondition"] | components["schemas"]["KeywordsEscalationCondition"] | components["schemas"]["OutsideHoursEscalationCondition"];
        EscalationAction: {
            assignee?: string;
            /** @description The team that it is assigned to */
            teamId?: string;
            /** @description Added to the conversation as a tag */
            team?: string;
            /** @description Message to the customer */
            message?: string;
            /** Format: double */
            unclaimedAfterMinutes?: number;
            /** @description The rule that runs if nobody has claimed the conversation by then */
            next?: string;
        };
        StreamAnswerEvent: components["schemas"]["AnswerStartEvent"] | components["schemas"]["AnswerDeltaEvent"] | components["schemas"]["AnswerDoneEvent"] | components["schemas"]["AnswerBlockedEvent"] | components["schemas"]["AnswerEscalatedEvent"] | components["schemas"]["AnswerErrorEvent"];
        RateAnswerRequest: {
            messageId: string;
            helpful: boolean;
            comment?: string;
        };
        RateAnswerResponse: {
            messageId: string;
            conversationId: string;
            helpful: boolean;
        };
        SourceList: {
            items: components["schemas"]["Source"][];
            nextCursor: string | null;
        };
        CreateSourceForm: {
            title?: string;
            tags?: string | string[];
            /** @description The charset of a text file, such as `windows-1250`, `gbk` or `cp850`; default: it is detected */
            encoding?: string;
            /** Format: binary */
            file: Blob;
        };
        UpdateSourceRequest: {
            /** @description The whole text */
            text?: string;
            title?: string;
            tags?: string[];
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: int64
             * @description Only for url sources; null turns it off
             */
            recrawlEveryHours?: number | null;
        };
        UpdateSourceForm: {
            /** @description The charset of a text file, such as `windows-1250`, `gbk` or `cp850`; default: it is detected */
            encoding?: string;
            /** Format: binary */
            file: Blob;
        };
        RetrySourceRequest: {
            /** @description The charset of a text file, such as `windows-1250`, `gbk` or `cp850`; default: it is detected */
            encoding?: string;
        };
        ChunkList: {
            items: components["schemas"]["Chunk"][];
            nextCursor: string | null;
        };
        SourceVersionList: {
            items: components["schemas"]["SourceVersion"][];
            nextCursor: string | null;
        };
        GetSourceVersionResponse: {
            /** Format: int64 */
            version: number;
            /** Format: date-time */
            createdAt: string;
            note?: string;
            status: components["schemas"]["SourceStatus"];
            error?: components["schemas"]["SourceError"];
            /** Format: int64 */
            bytes: number;
            sha256: string;
            /** Format: int64 */
            chunks: number;
            /** @description The charset that its text was read in; absent for PDF, Word, pictures */
            encoding?: string;
            live: boolean;
            /** @description null until it is extracted */
            text: string | null;
        };
        CompareSourceVersionsResponse: {
            /** Format: int64 */
            from: number;
            /** Format: int64 */
            to: number;
            /** @description A unified diff by line; empty if the texts are equal */
            diff: string;
        };
        BulkIngestSourcesRequest: {
            urls: string[];
            /**
             * Format: int64
             * @description Default: `1`
             */
            maxPages?: number;
            tags?: string[];
        };
        BulkIngestSourcesForm: {
            tags?: string | string[];
            /** @description The charset of a text file, such as `windows-1250`, `gbk` or `cp850`; default: it is detected */
            encoding?: string;
            files: Blob[];
        };
        BulkIngestSourcesResponse: {
            jobId: string;
            accepted: components["schemas"]["BulkIngestSourcesResponseAccepted"][];
            rejected: components["schemas"]["BulkIngestSourcesResponseRejected"][];
        };
        ImportKnowledgeForm: {
            /** Format: binary */
            file: Blob;
        };
        JobList: {
            items: components["schemas"]["Job"][];
            nextCursor: string | null;
        };
        SearchKnowledgeResponse: {
            items: components["schemas"]["SearchResult"][];
        };
        CreateEmbeddingsRequest: components["schemas"]["CreateEmbeddingsRequestWithInput"] | components["schemas"]["CreateEmbeddingsRequestWithSourceId"];
        CreateEmbeddingsAccepted: {
            jobId: string;
            sourceId: string;
            /** @constant */
            status: "Processing";
        };
        DuplicatePairList: {
            items: components["schemas"]["DuplicatePair"][];
            nextCursor: string | null;
        };
        TuneSearchRequest: {
            questions: components["schemas"]["TuneSearchRequestQuestion"][];
            /** @description Default: `true` */
            apply?: boolean;
        };
        ReadTuningResponse: {
            /** @description Null: no embedding model is configured */
            model: string | null;
            /**
             * Format: double
             * @description In use, 0 to 1
             */
            weight: number;
            /** @description What was fitted last, applied or not */
            fitted: components["schemas"]["ReadTuningResponseFitted"] | null;
        };
        ListContradictionsResponse: {
            items: components["schemas"]["Contradiction"][];
            nextCursor: string | null;
            partlyChecked: components["schemas"]["PartlyCheckedSource"][];
        };
        SourceDeletionList: {
            items: components["schemas"]["SourceDeletion"][];
            nextCursor: string | null;
        };
        PolicyList: {
            items: components["schemas"]["Policy"][];
            nextCursor: string | null;
        };
        SimulateAnswerEvent: components["schemas"]["SimulationStartEvent"] | components["schemas"]["SimulationDeltaEvent"] | components["schemas"]["SimulationDoneEvent"] | components["schemas"]["SimulationErrorEvent"];
        TestSuiteList: {
            items: components["schemas"]["TestSuite"][];
            nextCursor: string | null;
        };
        TestRunReportList: {
            items: components["schemas"]["TestRunReport"][];
            nextCursor: string | null;
        };
        RehearsalList: {
            items: components["schemas"]["Rehearsal"][];
            nextCursor: string | null;
        };
        RehearsalResultList: {
            items: components["schemas"]["RehearsalResult"][];
            nextCursor: string | null;
        };
        ConversationList: {
            items: components["schemas"]["Conversation"][];
            nextCursor: string | null;
        };
        HandOverConversationRequest: {
            conversationId: string;
            reason?: string;
            note?: string;
            assignee?: string;
            teamId?: string;
        };
        MarkConversationReadRequest: {
            /** Format: int64 */
            sequence: number;
        };
        MessageList: {
            items: components["schemas"]["Message"][];
            nextCursor: string | null;
        };
        CreateMessageRequest: {
            kind: components["schemas"]["CreateMessageRequestKind"];
            content: string;
            /** @description Alternative to the header `x-agent-id` */
            agentId?: string;
            /** Format: int64 */
            sawSequence?: number;
            format?: components["schemas"]["MessageFormat"];
            /** @description Ids of uploads (`POST /api/attachments`) that no message uses yet */
            attachments?: string[];
            clientId?: string;
            /** @description For a note: agents and teams that get a notification (`GET /api/notifications`) */
            mentions?: components["schemas"]["CreateMessageRequestMentions"];
            then?: components["schemas"]["MessageThen"];
        };
        ActivityList: {
            items: components["schemas"]["Activity"][];
            nextCursor: string | null;
        };
        RateConversationRequest: {
            /**
             * Format: int64
             * @description From 1 (bad) to 5 (good)
             */
            score: number;
            comment?: string;
        };
        RateConversationResponse: {
            conversationId: string;
            rating: components["schemas"]["ConversationRating"];
        };
        CountInboxResponse: {
            items: components["schemas"]["ViewCount"][];
        };
        ViewList: {
            items: components["schemas"]["View"][];
            nextCursor: string | null;
        };
        ListTagsResponse: {
            items: components["schemas"]["ListTagsResponseItem"][];
        };
        DraftList: {
            items: components["schemas"]["Draft"][];
            nextCursor: string | null;
        };
        TellPresenceRequest: {
            conversationId: string | null;
            state: components["schemas"]["PresenceEventState"];
        };
        ListNotificationsResponse: {
            items: components["schemas"]["ListNotificationsResponseItem"][];
            nextCursor: string | null;
            /**
             * Format: int64
             * @description All of the agent’s unread notifications, counted to 1,000
             */
            unread: number;
        };
        MarkNotificationsReadRequest: components["schemas"]["MarkNotificationsReadRequestWithIds"] | components["schemas"]["MarkNotificationsReadRequestWithAll"];
        MarkNotificationsReadResponse: {
            /**
             * Format: int64
             * @description All of the agent’s unread notifications, counted to 1,000
             */
            unread: number;
        };
        StreamChangesEvent: components["schemas"]["ChangesReadyEvent"] | components["schemas"]["Change"] | components["schemas"]["PresenceEvent"] | components["schemas"]["TypingEvent"] | components["schemas"]["SourceProgressEvent"] | components["schemas"]["StreamChangesEventWithNotification"] | components["schemas"]["StreamErrorEvent"];
        ContactList: {
            items: components["schemas"]["Contact"][];
            nextCursor: string | null;
        };
        BulkUpdateContactsRequest: {
            action: components["schemas"]["BulkUpdateContactsRequestAction"];
            ids?: string[];
            filter?: components["schemas"]["ContactFilter"];
            tag?: string;
            confirm?: string;
        };
        BulkUpdateContactsResponse: components["schemas"]["BulkContactsResult"] | components["schemas"]["BulkContactsConfirmation"];
        MergeContactsRequest: {
            into: string;
            from: string;
        };
        ExportContactDataResponse: {
            contact: components["schemas"]["Contact"];
            conversations: components["schemas"]["ExportContactDataResponseConversation"][];
            imports: components["schemas"]["ExportContactDataResponseImport"][];
            filteredEmails: components["schemas"]["FilteredEmail"][];
            copies: components["schemas"]["ExportContactDataResponseCopy"][];
        };
        ConnectorList: {
            items: components["schemas"]["Connector"][];
            nextCursor: string | null;
        };
        ConnectorSyncJobList: {
            items: components["schemas"]["ConnectorSyncJob"][];
            nextCursor: string | null;
        };
        ConnectorDeliveryList: {
            items: components["schemas"]["ConnectorDelivery"][];
            nextCursor: string | null;
        };
        PushConversationRequest: {
            conversationId: string;
        };
        CannedReplyList: {
            items: components["schemas"]["CannedReply"][];
            nextCursor: string | null;
        };
        ImportContactsForm: {
            mapping: string;
            /** @description Default: `"skip"` */
            onDuplicate?: components["schemas"]["DuplicateContactRule"];
            /** @description Default: `"false"` */
            dryRun?: components["schemas"]["ContactFilterBlocked"];
            /** @description The charset of a text file, such as `windows-1250`, `gbk` or `cp850`; default: it is detected */
            encoding?: string;
            /** Format: binary */
            file: Blob;
        };
        ListContactImportRowsResponse: {
            items: components["schemas"]["ContactImportRow"][];
            isLast: boolean;
        };
        RunCopilotActionRequest: {
            action: components["schemas"]["CopilotAction"];
            conversationId: string;
        };
        RunCopilotActionEvent: components["schemas"]["CopilotStartEvent"] | components["schemas"]["CopilotDeltaEvent"] | components["schemas"]["CopilotDoneEvent"] | components["schemas"]["CopilotErrorEvent"];
        CopilotRunList: {
            items: components["schemas"]["CopilotRun"][];
            nextCursor: string | null;
        };
        ChannelList: {
            items: components["schemas"]["Channel"][];
            nextCursor: string | null;
        };
        CreateChannelRequest: {
            kind: components["schemas"]["ChannelKind"];
            provider: components["schemas"]["ChannelProvider"];
            address: string;
            name?: string;
            /** @description The provider’s secrets by name; never shown again */
            secrets: {
                [key: string]: string;
            };
        };
        UpdateChannelRequest: {
            name?: string;
            enabled?: boolean;
            /** @description The secrets to replace */
            secrets?: {
                [key: string]: string;
            };
        };
        FilteredEmailList: {
            items: components["schemas"]["FilteredEmail"][];
            nextCursor: string | null;
        };
        WidgetList: {
            items: components["schemas"]["Widget"][];
            nextCursor: string | null;
        };
        RotateWidgetSecretResponse: {
            /** @description The secret with which the site signs user tokens (HS256). Shown only in this reply */
            secret: string;
            /** Format: date-time */
            previousExpiresAt: string;
        };
        BeginVisitorSessionRequest: {
            /** @description A JWT that the site’s server signed */
            userToken?: string;
            /** @description What `challenge_required` asked for */
            challenge?: components["schemas"]["VisitorChallengeSolution"];
            /** @description The page on which a conversation would begin */
            page?: components["schemas"]["BeginVisitorSessionRequestPage"];
        };
        UpdateVisitorRequest: {
            name?: string;
            email?: string;
            fields?: {
                [key: string]: string;
            };
            language?: string;
            /** @description Whether they agreed to the text of the widget */
            consent?: boolean;
        };
        UpdateVisitorResponse: {
            verified: boolean;
            name?: string;
            email?: string;
        };
        VisitorConversationList: {
            items: components["schemas"]["VisitorConversation"][];
            nextCursor: string | null;
        };
        VisitorMessageList: {
            items: components["schemas"]["VisitorMessage"][];
            nextCursor: string | null;
        };
        SendVisitorMessageRequest: {
            message: string;
            conversationId?: string;
            /** @description Ids of the visitor’s uploads */
            attachments?: string[];
            clientId: string;
            page?: components["schemas"]["BeginVisitorSessionRequestPage"];
        };
        SendVisitorMessageEvent: components["schemas"]["VisitorAnswerStartEvent"] | components["schemas"]["VisitorAnswerDeltaEvent"] | components["schemas"]["VisitorAnswerDoneEvent"] | components["schemas"]["VisitorAnswerBlockedEvent"] | components["schemas"]["VisitorAnswerEscalatedEvent"] | components["schemas"]["VisitorAnswerErrorEvent"];
        StreamVisitorEventsEvent: components["schemas"]["VisitorReadyEvent"] | components["schemas"]["VisitorResetEvent"] | components["schemas"]["VisitorMessageEvent"] | components["schemas"]["VisitorConversationEvent"] | components["schemas"]["VisitorTypingEvent"] | components["schemas"]["StreamErrorEvent"];
        AskForPersonRequest: {
            reason?: string;
        };
        WebhookEndpointList: {
            items: components["schemas"]["WebhookEndpoint"][];
            nextCursor: string | null;
        };
        CreateWebhookEndpointResponse: {
            id: string;
            url: string;
            /** @description `["*"]`: all events */
            events: components["schemas"]["WebhookEndpointEvent"][];
            /** @description Only events of these scopes are sent: the scopes of the key that created the endpoint. Absent: no limit */
            scopes?: components["schemas"]["Scope"][];
            description?: string;
            enabled: boolean;
            disabledReason?: string;
            /**
             * Format: int64
             * @description Maximum requests per second; default: the setting of the service
             */
            maxPerSecond?: number;
            /**
             * Format: date-time
             * @description Since when all deliveries have failed; after five days the endpoint is disabled
             */
            failingSince?: string;
            /** Format: date-time */
            createdAt: string;
            secret: string;
        };
        TestWebhookEndpointRequest: {
            event?: components["schemas"]["WebhookEventType"];
        };
        WebhookDeliveryList: {
            items: components["schemas"]["WebhookDelivery"][];
            nextCursor: string | null;
        };
        ReplayWebhookDeliveriesRequest: {
            /**
             * Format: date-time
             * @description Recorded at this time or later
             */
            from?: string;
            /**
             * Format: date-time
             * @description Recorded at this time or earlier; default: now
             */
            to?: string;
            /**
             * Format: date-time
             * @description Everything since this time; replaces `from` and `to`
             */
            since?: string;
            /**
             * @description Only failed deliveries; without a time: all that are stored
             * @constant
             */
            state?: "failed";
            /** @description Only events of these types */
            events?: components["schemas"]["WebhookEventType"][];
        };
        StreamWebhookListenerEvent: components["schemas"]["ListenerReadyEvent"] | components["schemas"]["ListenerDeliveryEvent"] | components["schemas"]["StreamErrorEvent"];
        SignInRequest: {
            email: string;
            password: string;
            /** @description Which tenant, if this address and password are valid in several */
            tenant?: string;
            /** @description Six digits of the authenticator app, or a recovery code */
            code?: string;
        };
        ListSessionsResponse: {
            items: components["schemas"]["ListSessionsResponseItem"][];
            nextCursor: string | null;
        };
        SetUpRequest: {
            /** @description The part of the link after the `#` */
            token: string;
            name: string;
            /** Format: email */
            email: string;
            /** @description 12 to 256 characters; not a common password, and not made from your name or e-mail address */
            password: string;
        };
        AcceptInviteRequest: {
            /** @description The part of the link after the `#` */
            token: string;
            /** @description 12 to 256 characters; not a common password, and not made from your name or e-mail address */
            password: string;
            name?: string;
        };
        ForgetPasswordRequest: {
            email: string;
        };
        ResetPasswordRequest: {
            /** @description The part of the link after the `#` */
            token: string;
            /** @description 12 to 256 characters; not a common password, and not made from your name or e-mail address */
            password: string;
            /** @description Six digits of the authenticator app, or a recovery code */
            code?: string;
        };
        ChangePasswordRequest: {
            current: string;
            /** @description 12 to 256 characters; not a common password, and not made from your name or e-mail address */
            password: string;
        };
        UpdateMeRequest: {
            name?: string;
            available?: boolean;
            outOfOffice?: components["schemas"]["OutOfOfficeInput"] | null;
            preferences?: components["schemas"]["UpdateMeRequestPreferences"];
        };
        BeginTotpRequest: {
            /** @description Your own password */
            password: string;
        };
        ConfirmTotpRequest: {
            /** @description Six digits of the authenticator app, or a recovery code */
            code: string;
        };
        RenewRecoveryCodesRequest: {
            /** @description Your own password */
            password: string;
            /** @description Six digits of the authenticator app, or a recovery code */
            code: string;
        };
        ApiKeyList: {
            items: components["schemas"]["ApiKey"][];
            nextCursor: string | null;
        };
        CreateApiKeyRequest: {
            name: string;
            scopes: components["schemas"]["GrantedScope"][];
            /** @description The only agent as which the key can act */
            agentId?: string;
            /** Format: date-time */
            expiresAt?: string;
        };
        RotateApiKeyRequest: {
            /** Format: int64 */
            overlapSeconds?: number;
        };
        RotateApiKeyResponse: {
            id: string;
            name: string;
            scopes: components["schemas"]["GrantedScope"][];
            /** @description The only agent as which the key can act */
            agentId?: string;
            /** @description The last four characters of the key */
            hint: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            /** @description Shown only in this reply */
            key: string;
            /** Format: date-time */
            previousExpiresAt: string;
        };
        AgentList: {
            items: components["schemas"]["Agent"][];
            nextCursor: string | null;
        };
        CreateAgentRequest: {
            name: string;
            /** Format: email */
            email: string;
            /** @description Default: `"agent"` */
            role?: components["schemas"]["AgentRole"];
            /** @description false: away. Nothing is assigned automatically. Default: `true` */
            available?: boolean;
            /**
             * Format: int64
             * @description With this many open conversations, the agent gets no more by automatic assignment
             */
            capacity?: number;
            /** @description Nothing is assigned automatically in this time */
            outOfOffice?: components["schemas"]["OutOfOfficeInput"];
            /** @description Default: `false` */
            invite?: boolean;
        };
        TeamList: {
            items: components["schemas"]["Team"][];
            nextCursor: string | null;
        };
        SlaPolicyList: {
            items: components["schemas"]["SlaPolicy"][];
            nextCursor: string | null;
        };
        GetSettingsResponse: {
            /**
             * Format: double
             * @description null: the default
             */
            escalationThreshold: number | null;
            /** @description Languages of answers: the customer’s language if it is in this list, otherwise the first one. Empty: the customer’s language. Without a model, an answer has the language of its source */
            languages: string[];
            /** @description Null: always open */
            businessHours: components["schemas"]["BusinessHours"] | null;
            /**
             * Format: double
             * @description Hours without a message after which a conversation counts as resolved (`assumed`). null: never
             */
            assumedResolutionHours: number | null;
            /**
             * Format: int64
             * @description Days without a message after which resolved and closed conversations are removed with all their data. null: kept until erased
             */
            retentionDays: number | null;
            /**
             * Format: int64
             * @description Days without a message after which conversations of anonymous visitors of chat widgets are removed with all their data, unless a person answered in them or still has to. Sessions of these visitors end after the same number of days without use, and after 30 days at the latest. null: `retentionDays` applies
             * @default 30
             */
            anonymousRetentionDays: number | null;
            /** @description Origins from which browsers may call the API */
            allowedOrigins: string[];
            /** @description Your own texts, by language, for replies that no model writes. English, Swedish, German and Arabic are built in */
            texts: {
                [key: string]: components["schemas"]["GetSettingsResponseTextValue"];
            };
            /** @description What happens if live sources contradict each other. `newest`: the answer follows the newer one and names both; `escalate`: the question goes to a person */
            contradictions: components["schemas"]["GetSettingsResponseContradictions"];
            /**
             * @description Confidence is corrected by what customers and agents said of earlier answers, once 30 of the last 90 days were judged
             * @default true
             */
            recalibrateConfidence: boolean;
            /**
             * @description If the assignee of a team’s conversation goes out of office or is disabled, and the customer waits for an answer, the conversation loses its assignee
             * @default false
             */
            unassignWhenOutOfOffice: boolean;
            /**
             * Format: int64
             * @description Maximum lifetime of a new API key, in days
             */
            keyExpiryDays: number | null;
            /**
             * @description Only sessions, and API keys that were created with an `agentId`, can act as an agent
             * @default false
             */
            requireAgentKeys: boolean;
            /** Format: date-time */
            updatedAt: string | null;
            signIn: components["schemas"]["SignInSettings"];
        };
        UpdateSettingsRequest: {
            /**
             * Format: double
             * @description null: the default
             */
            escalationThreshold?: number | null;
            /** @description Languages of answers: the customer’s language if it is in this list, otherwise the first one. Empty: the customer’s language. Without a model, an answer has the language of its source */
            languages?: string[];
            /** @description Null: always open */
            businessHours?: components["schemas"]["BusinessHoursInput"] | null;
            /**
             * Format: double
             * @description Hours without a message after which a conversation counts as resolved (`assumed`). null: never
             */
            assumedResolutionHours?: number | null;
            /**
             * Format: int64
             * @description Days without a message after which resolved and closed conversations are removed with all their data. null: kept until erased
             */
            retentionDays?: number | null;
            /**
             * Format: int64
             * @description Days without a message after which conversations of anonymous visitors of chat widgets are removed with all their data, unless a person answered in them or still has to. Sessions of these visitors end after the same number of days without use, and after 30 days at the latest. null: `retentionDays` applies
             */
            anonymousRetentionDays?: number | null;
            /** @description Origins from which browsers may call the API */
            allowedOrigins?: string[];
            /** @description Your own texts, by language, for replies that no model writes. English, Swedish, German and Arabic are built in */
            texts?: {
                [key: string]: components["schemas"]["UpdateSettingsRequestTextValue"];
            };
            /** @description What happens if live sources contradict each other. `newest`: the answer follows the newer one and names both; `escalate`: the question goes to a person */
            contradictions?: components["schemas"]["GetSettingsResponseContradictions"];
            /** @description Confidence is corrected by what customers and agents said of earlier answers, once 30 of the last 90 days were judged */
            recalibrateConfidence?: boolean;
            /** @description If the assignee of a team’s conversation goes out of office or is disabled, and the customer waits for an answer, the conversation loses its assignee */
            unassignWhenOutOfOffice?: boolean;
            /**
             * Format: int64
             * @description Maximum lifetime of a new API key, in days
             */
            keyExpiryDays?: number | null;
            /** @description Only sessions, and API keys that were created with an `agentId`, can act as an agent */
            requireAgentKeys?: boolean;
            signIn?: components["schemas"]["SignInSettingsPatch"];
        };
        GetOpeningHoursResponse: {
            /** @description True without business hours */
            open: boolean;
            /**
             * Format: date-time
             * @description When it opens next, if it is closed and ever opens
             */
            opensAt?: string;
            /**
             * Format: date-time
             * @description When it closes next, if it is open and ever closes
             */
            closesAt?: string;
        };
        GetCustomerTextsResponse: {
            language: string;
            texts: components["schemas"]["GetCustomerTextsResponseTexts"];
        };
        EscalationRuleList: {
            items: components["schemas"]["EscalationRule"][];
            nextCursor: string | null;
        };
        GetAnalyticsTopicsResponse: {
            /** Format: date-time */
            from: string;
            /**
             * Format: date-time
             * @description Not included
             */
            to: string;
            by: components["schemas"]["GetAnalyticsTopicsResponseBy"];
            /** @description `week`: the period is longer than 31 days */
            step: components["schemas"]["GetAnalyticsTopicsResponseStep"];
            /** @description The days or weeks of the period, oldest first; the first week may be shorter */
            periods: components["schemas"]["GetAnalyticsTopicsResponsePeriod"][];
            /** @description At most 25, most frequent first */
            topics: components["schemas"]["GetAnalyticsTopicsResponseTopic"][];
        };
        AnalyticsRowList: {
            items: components["schemas"]["AnalyticsRow"][];
            nextCursor: string | null;
        };
        AuditLogEntryList: {
            items: components["schemas"]["AuditLogEntry"][];
            nextCursor: string | null;
        };
        SuggestionList: {
            items: components["schemas"]["Suggestion"][];
            nextCursor: string | null;
        };
        ProposeAnswerRequest: {
            /** @description The reply of an agent */
            messageId: string;
            question: string;
            title: string;
            text: string;
            sourceId?: string;
        };
        ProposeAnswerResponse: {
            suggestionId: string;
            status: components["schemas"]["SuggestionStatus"];
        };
        AcceptSuggestionRequest: {
            title?: string;
            text?: string;
            /**
             * Format: date-time
             * @description `proposal.at` of the proposal that you read. Without it, a source that the proposal would change stays as it is
             */
            proposedAt?: string;
        };
        DeadLetterList: {
            items: components["schemas"]["DeadLetter"][];
            nextCursor: string | null;
        };
        RetryDeadLetterResponse: {
            id: string;
        };
        TenantList: {
            items: components["schemas"]["Tenant"][];
            nextCursor: string | null;
        };
        CreateTenantRequest: {
            name: string;
        };
        CreateTenantResponse: {
            /** @description Id of the tenant */
            tenant: string;
            apiKey: string;
            setupUrl: string;
        };
        EraseTenantResponse: {
            jobId: string;
            tenant: string;
        };
        ManualSourceInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "manual";
            title: string;
            /** @description The whole text */
            text: string;
            tags?: string[];
        };
        UrlSourceInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "url";
            /** Format: uri */
            url: string;
            /**
             * Format: int64
             * @description Default: `1`
             */
            maxPages?: number;
            /**
             * Format: int64
             * @description How often its pages are fetched again; if any changed, there is a new version
             */
            recrawlEveryHours?: number;
            tags?: string[];
        };
        KnowledgeManifestInputEmbedding: {
            model: string;
            /** Format: int64 */
            dimensions: number;
        };
        KnowledgeManifestInputSource: {
            id: string;
            title: string;
            source: string;
            type: components["schemas"]["SourceType"];
            /** @description Default: `[]` */
            tags?: string[];
            /** @description Default: `{}` */
            metadata?: {
                [key: string]: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: int64 */
            liveVersion: number | null;
            versions: components["schemas"]["KnowledgeManifestInputSourceVersion"][];
        };
        ManifestChunkInputTable: {
            /** @description The caption of the table, or the text right before it */
            caption?: string;
            headers: string[];
            rows: components["schemas"]["ManifestChunkInputTableRow"][];
        };
        /** @enum {string} */
        ManifestMissingInputPart: "text" | "chunks" | "original";
        TopicFilterPolicyInput: {
            name: string;
            mode: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation. Default: `100`
             */
            priority?: number;
            /** @description Default: `true` */
            enabled?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Topic Filter";
            config: components["schemas"]["TopicFilterConfigInput"];
        };
        PiiFilterPolicyInput: {
            name: string;
            mode: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation. Default: `100`
             */
            priority?: number;
            /** @description Default: `true` */
            enabled?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "PII Filter";
            config: components["schemas"]["PiiFilterConfigInput"];
        };
        ToneControlPolicyInput: {
            name: string;
            mode: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation. Default: `100`
             */
            priority?: number;
            /** @description Default: `true` */
            enabled?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Tone Control";
            config: components["schemas"]["ToneControlConfigInput"];
        };
        LengthLimitPolicyInput: {
            name: string;
            mode: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation. Default: `100`
             */
            priority?: number;
            /** @description Default: `true` */
            enabled?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Length Limit";
            config: components["schemas"]["LengthLimitConfigInput"];
        };
        TopicFilterConfigInputTopic: {
            name: string;
            /** @description Words and phrases, matched in any form; may be empty when there are examples */
            phrases: string[];
            /** @description Messages about the topic; messages that are similar to one of them match too */
            examples?: string[];
        };
        SimulationInputHistory: {
            role: components["schemas"]["SimulationInputHistoryRole"];
            content: string;
        };
        TopicFilterPolicyCandidateInput: {
            name: string;
            mode: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation. Default: `100`
             */
            priority?: number;
            /** @description Default: `true` */
            enabled?: boolean;
            id?: string;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Topic Filter";
            config: components["schemas"]["TopicFilterConfigInput"];
        };
        PiiFilterPolicyCandidateInput: {
            name: string;
            mode: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation. Default: `100`
             */
            priority?: number;
            /** @description Default: `true` */
            enabled?: boolean;
            id?: string;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "PII Filter";
            config: components["schemas"]["PiiFilterConfigInput"];
        };
        ToneControlPolicyCandidateInput: {
            name: string;
            mode: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation. Default: `100`
             */
            priority?: number;
            /** @description Default: `true` */
            enabled?: boolean;
            id?: string;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Tone Control";
            config: components["schemas"]["ToneControlConfigInput"];
        };
        LengthLimitPolicyCandidateInput: {
            name: string;
            mode: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation. Default: `100`
             */
            priority?: number;
            /** @description Default: `true` */
            enabled?: boolean;
            id?: string;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Length Limit";
            config: components["schemas"]["LengthLimitConfigInput"];
        };
        ScenarioInputTurn: {
            message: string;
            /** @description Default: `{}` */
            expect?: components["schemas"]["TurnExpectationInput"];
        };
        RehearsalInputSource: {
            sourceId: string;
            /** @description The whole text of a new version */
            text?: string;
            /**
             * Format: int64
             * @description The number of a stored version, as if it were restored
             */
            version?: number;
        };
        RehearsalInputSettings: {
            /**
             * Format: double
             * @description null: the default
             */
            escalationThreshold?: number | null;
            /** @description Languages of answers: the customer’s language if it is in this list, otherwise the first one. Empty: the customer’s language. Without a model, an answer has the language of its source */
            languages?: string[];
            /** @description Null: always open */
            businessHours?: components["schemas"]["BusinessHoursInput"] | null;
            /** @description Your own texts, by language, for replies that no model writes. English, Swedish, German and Arabic are built in */
            texts?: {
                [key: string]: components["schemas"]["UpdateSettingsRequestTextValue"];
            };
            /** @description What happens if live sources contradict each other. `newest`: the answer follows the newer one and names both; `escalate`: the question goes to a person */
            contradictions?: components["schemas"]["GetSettingsResponseContradictions"];
        };
        BusinessHoursInputDayValue: {
            from: string;
            to: string;
        };
        /** @enum {string} */
        BulkConversationsInputFormat: "json" | "csv";
        /** @enum {string} */
        ConversationFilterSnoozed: "true" | "false" | "any";
        /** @enum {string} */
        ContactFilterBlocked: "true" | "false";
        HubspotConnectorInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "hubspot";
            name?: string;
            /** @description Default: `true` */
            enabled?: boolean;
            /** @description When a conversation is written to the other system as a ticket. Default: `escalated`, if the key has `conversations` */
            pushConversations?: components["schemas"]["ConnectorPushTrigger"][];
            /** @description Whether a sync writes new and changed contacts to the other system. Default: `false` */
            pushContacts?: boolean;
            /** @description Whether a sync imports contacts from the other system. Default: true if the key has `contacts` */
            pullContacts?: boolean;
            /**
             * Format: int64
             * @description null: only on request
             */
            syncEveryMinutes?: number | null;
            secrets: components["schemas"]["HubspotConnectorInputSecrets"];
        };
        ZendeskConnectorInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "zendesk";
            subdomain: string;
            name?: string;
            /** @description Default: `true` */
            enabled?: boolean;
            /** @description When a conversation is written to the other system as a ticket. Default: `escalated`, if the key has `conversations` */
            pushConversations?: components["schemas"]["ConnectorPushTrigger"][];
            /** @description Whether a sync writes new and changed contacts to the other system. Default: `false` */
            pushContacts?: boolean;
            /** @description Whether a sync imports contacts from the other system. Default: true if the key has `contacts` */
            pullContacts?: boolean;
            /**
             * Format: int64
             * @description null: only on request
             */
            syncEveryMinutes?: number | null;
            secrets: components["schemas"]["ZendeskConnectorInputSecrets"];
        };
        WidgetInputIdentity: {
            /** @description Whether visitors can, or must, prove with a `userToken` that they are users of the site */
            mode?: components["schemas"]["WidgetInputIdentityMode"];
            algorithms?: components["schemas"]["WidgetPublicKeyInputAlg"][];
            jwks?: components["schemas"]["WidgetInputIdentityJwks"] | null;
        };
        WidgetInputTheme: {
            accent?: string;
            /** @description Text on the accent: needs a contrast of 4.5 (WCAG AA) */
            onAccent?: string;
            /**
             * Format: int64
             * @description In px
             */
            radius?: number;
            /** @description Side of the page, in reading direction */
            position?: components["schemas"]["WidgetInputThemePosition"];
            scheme?: components["schemas"]["WidgetInputThemeScheme"];
        };
        WidgetInputLauncher: {
            label?: string | null;
            icon?: components["schemas"]["WidgetInputLauncherIcon"];
            hidden?: boolean;
        };
        WidgetInputPreChat: {
            when?: components["schemas"]["WidgetInputPreChatWhen"];
            fields?: components["schemas"]["WidgetFieldInput"][];
            consent?: {
                [key: string]: string;
            } | null;
        };
        WidgetInputFeatures: {
            attachments?: boolean;
            sources?: boolean;
            rating?: boolean;
            transcript?: boolean;
            talkToPerson?: boolean;
            deleteConversations?: boolean;
        };
        WidgetInputLimits: {
            /**
             * Format: int64
             * @description Answers of the AI per hour; above this, people answer
             */
            answersPerHour?: number;
            /**
             * Format: int64
             * @description Tokens of models for answers per day in UTC; above this, people answer. null: no limit
             */
            tokensPerDay?: number | null;
        };
        /** @enum {string} */
        WidgetPublicKeyInputKty: "RSA" | "EC" | "OKP";
        /** @enum {string} */
        WidgetPublicKeyInputAlg: "HS256" | "RS256" | "ES256" | "EdDSA";
        /** @enum {string} */
        WidgetFieldInputKind: "text" | "email" | "phone" | "multiline";
        WidgetProactiveMessageInputWhen: {
            /** @description The path of the page begins with this */
            path?: string;
            /** Format: int64 */
            secondsOnPage?: number;
            returning?: boolean;
            hours?: components["schemas"]["WidgetProactiveMessageInputWhenHours"];
        };
        /** @enum {string} */
        WidgetProactiveMessageInputOncePer: "session" | "day" | "ever";
        /** @enum {string} */
        WebhookEndpointInputEvent: "conversation.created" | "conversation.resolved" | "conversation.escalated" | "conversation.sla_breached" | "conversation.assigned" | "conversation.team_changed" | "conversation.closed" | "conversation.reopened" | "conversation.tagged" | "conversation.untagged" | "conversation.rated" | "message.received" | "message.sent" | "feedback.received" | "contact.created" | "contact.updated" | "contact.merged" | "contact.deleted" | "knowledge.updated" | "knowledge.contradicted" | "job.finished" | "endpoint.disabled" | "*";
        /** @enum {string} */
        AgentPatchStatus: "active" | "disabled";
        SignInSettingsPatchOidc: {
            /** @description The complete list: providers that are left out are removed */
            providers: components["schemas"]["OidcProviderInput"][];
        };
        LowConfidenceEscalationConditionInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "low_confidence";
            /** Format: double */
            threshold?: number;
        };
        RequestedEscalationConditionInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "requested";
        };
        FrustratedEscalationConditionInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "frustrated";
        };
        TurnsEscalationConditionInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "turns";
            /**
             * Format: int64
             * @description Applies from the customer’s message with this number on
             */
            turns: number;
        };
        KeywordsEscalationConditionInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "keywords";
            keywords: string[];
        };
        OutsideHoursEscalationConditionInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "outside_hours";
        };
        ConversationCreatedEventData: {
            conversation: components["schemas"]["Conversation"];
        };
        ConversationVisitor: {
            id: string;
            widgetId: string;
            /** @description Whether the site confirms who this is; otherwise these are the visitor’s own statements */
            verified: boolean;
            name?: string;
            email?: string;
            phone?: string;
            fields?: {
                [key: string]: string;
            };
            language?: string;
            consent?: boolean;
            /** @description Where they began the conversation */
            page?: components["schemas"]["ConversationVisitorPage"];
        };
        ConversationResolved: {
            by: components["schemas"]["AnalyticsRowBy"];
            how: components["schemas"]["AnalyticsRowHow"];
        };
        ConversationEscalation: {
            reason: string;
            /** Format: date-time */
            at: string;
            summary: string;
            /** @description Ids of the sources */
            sourcesTried: string[];
        };
        ConversationSla: {
            policyId: string;
            firstResponse?: components["schemas"]["ConversationSlaFirstResponse"];
            nextResponse?: components["schemas"]["ConversationSlaFirstResponse"];
            resolution?: components["schemas"]["ConversationSlaFirstResponse"];
        };
        ConversationRating: {
            /**
             * Format: int64
             * @description From 1 (bad) to 5 (good)
             */
            score: number;
            comment?: string;
            /**
             * Format: date-time
             * @description When it was first given
             */
            at: string;
        };
        /** @enum {string} */
        MessageAuthorKind: "customer" | "ai" | "agent" | "system";
        ConversationResolvedEventData: {
            conversation: components["schemas"]["Conversation"];
            how: components["schemas"]["AnalyticsRowHow"];
        };
        ConversationEscalatedEventData: {
            conversation: components["schemas"]["Conversation"];
            reason: components["schemas"]["EscalationReason"];
            summary: string;
            /** Format: double */
            score: number;
        };
        ConversationSlaBreachedEventData: {
            conversation: components["schemas"]["Conversation"];
            sla: components["schemas"]["SlaResult"];
        };
        /** @enum {string} */
        SlaResultResult: "met" | "breached";
        ConversationAssignedEventData: {
            conversation: components["schemas"]["Conversation"];
            /** @description Who did it */
            actor: components["schemas"]["ActivityActor"];
            /** @description null: there is no assignee now */
            assignee: string | null;
            previousAssignee: string | null;
        };
        ConversationTeamChangedEventData: {
            conversation: components["schemas"]["Conversation"];
            /** @description Who did it */
            actor: components["schemas"]["ActivityActor"];
            /** @description null: there is no team now */
            teamId: string | null;
            previousTeamId: string | null;
        };
        ConversationClosedEventData: {
            conversation: components["schemas"]["Conversation"];
            /** @description Who did it */
            actor: components["schemas"]["ActivityActor"];
        };
        ConversationTaggedEventData: {
            conversation: components["schemas"]["Conversation"];
            /** @description Who did it */
            actor: components["schemas"]["ActivityActor"];
            /** @description Only the changed tags */
            tags: string[];
        };
        ConversationRatedEventData: {
            conversation: components["schemas"]["MessageEventDataConversation"];
            rating: components["schemas"]["ConversationRating"];
        };
        MessageEventDataConversation: {
            id: string;
            channel: components["schemas"]["ConversationChannel"];
            status: components["schemas"]["ConversationStatus"];
            /** @description Its contact is blocked: messages are stored, but nobody is notified and the AI does not answer */
            blocked?: boolean;
        };
        MessageMentions: {
            /** @description Ids of agents */
            agents?: string[];
            /** @description Ids of teams */
            teams?: string[];
        };
        /** @enum {string} */
        PolicyDecisionDecision: "pass" | "block" | "change";
        /** @enum {string} */
        MessageDeliveryState: "sending" | "sent" | "delivered" | "read" | "failed" | "unknown";
        FeedbackReceivedEventData: {
            conversation: components["schemas"]["MessageEventDataConversation"];
            feedback: components["schemas"]["FeedbackReceivedEventDataFeedback"];
        };
        ContactCreatedEventData: {
            contact: components["schemas"]["ContactCreatedEventDataContact"];
        };
        ContactMergedEventData: {
            contact: components["schemas"]["ContactCreatedEventDataContact"];
            /** @description The contact that was merged into this one */
            mergedId: string;
        };
        ContactDeletedEventData: {
            contact: components["schemas"]["RetryDeadLetterResponse"];
        };
        KnowledgeUpdatedEventData: {
            source: components["schemas"]["Source"];
            change: components["schemas"]["KnowledgeUpdatedEventDataChange"];
            error?: components["schemas"]["Failure"];
        };
        SourceError: {
            code: string;
            message: string;
            /** @description With `charset_unknown`: the likeliest first */
            candidates?: components["schemas"]["ProblemCandidate"][];
        };
        KnowledgeContradictedEventData: {
            contradiction: components["schemas"]["Contradiction"];
        };
        /** @enum {string} */
        ContradictionKind: "number" | "date" | "polarity";
        /** @enum {string} */
        ContradictionStatus: "open" | "dismissed" | "resolved";
        JobFinishedEventData: {
            job: components["schemas"]["JobFinishedEventDataJob"];
        };
        EndpointDisabledEventData: {
            endpoint: components["schemas"]["EndpointDisabledEventDataEndpoint"];
        };
        SourceUsageItem: {
            conversationId: string;
            /** @description Of the answer */
            messageId: string;
            /** @description What the answer quotes of the source */
            quote: string;
            /** Format: date-time */
            at: string;
        };
        ChunkTable: {
            /** @description The caption of the table, or the text right before it */
            caption?: string;
            headers: string[];
            rows: components["schemas"]["ChunkTableRow"][];
        };
        ContactImportJobVerdicts: {
            /** Format: int64 */
            created: number;
            /** Format: int64 */
            updated: number;
            /** Format: int64 */
            duplicate: number;
            /** Format: int64 */
            rejected: number;
        };
        /** @enum {string} */
        ContactImportRowVerdict: "created" | "updated" | "duplicate" | "rejected";
        ContactImportRowDuplicateOf: {
            /** Format: int64 */
            row?: number;
            contactId?: string;
        };
        /** @enum {string} */
        ContactImportRowUndone: "removed" | "restored" | "kept";
        ConnectorSyncJobCounts: {
            /** Format: int64 */
            pulled: number;
            /** Format: int64 */
            created: number;
            /** Format: int64 */
            updated: number;
            /** Format: int64 */
            unchanged: number;
            /** Format: int64 */
            pushed: number;
            /**
             * Format: int64
             * @description Contacts that one of the systems rejected
             */
            rejected: number;
        };
        ConnectorSyncJobItem: {
            contactId?: string;
            remoteId?: string;
            error: components["schemas"]["Failure"];
        };
        KnowledgeJobVerdicts: {
            /** Format: double */
            created: number;
            /** Format: double */
            updated: number;
            /** Format: double */
            skipped: number;
            /** Format: double */
            rejected: number;
        };
        KnowledgeJobItem: {
            /**
             * Format: int64
             * @description For an import: the position in the manifest
             */
            index?: number;
            source: string;
            /** @description Absent if the item was rejected before it got an id */
            sourceId?: string;
            verdict?: components["schemas"]["KnowledgeJobItemVerdict"];
            /** @description Why it was rejected */
            reason?: string;
            status: components["schemas"]["SourceStatus"];
            error?: components["schemas"]["Failure"];
            progress?: components["schemas"]["Progress"];
        };
        /** @enum {string} */
        CrawlState: "running" | "finished" | "cancelled";
        CrawlCounts: {
            /** Format: double */
            queued: number;
            /**
             * Format: double
             * @description Without those of `noText`
             */
            fetched: number;
            /** Format: double */
            failed: number;
            /** Format: double */
            skipped: number;
            /**
             * Format: double
             * @description Fetched pages that nothing could be read from
             */
            noText: number;
        };
        /** @enum {string} */
        CrawlPageStatus: "queued" | "fetched" | "failed" | "skipped" | "no_text";
        /** @enum {string} */
        CrawlPageChange: "new" | "changed" | "unchanged";
        EmbeddingsData: {
            /** Format: int64 */
            index: number;
            embedding: number[];
        };
        /** @enum {string} */
        DuplicatePairKind: "exact" | "near";
        /** @enum {string} */
        DuplicatePairStatus: "open" | "dismissed";
        TopicFilterPolicy: {
            name: string;
            mode: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation
             */
            priority: number;
            enabled: boolean;
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Topic Filter";
            config: components["schemas"]["TopicFilterConfig"];
        };
        PiiFilterPolicy: {
            name: string;
            mode: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation
             */
            priority: number;
            enabled: boolean;
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "PII Filter";
            config: components["schemas"]["PiiFilterConfig"];
        };
        ToneControlPolicy: {
            name: string;
            mode: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation
             */
            priority: number;
            enabled: boolean;
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Tone Control";
            config: components["schemas"]["ToneControlConfig"];
        };
        LengthLimitPolicy: {
            name: string;
            mode: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation
             */
            priority: number;
            enabled: boolean;
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Length Limit";
            config: components["schemas"]["LengthLimitConfig"];
        };
        SimulationChunk: {
            sourceId: string;
            /** Format: int64 */
            version: number;
            title: string;
            text: string;
            /** Format: int64 */
            start: number;
            /** Format: int64 */
            end: number;
            /** Format: double */
            score: number;
        };
        SimulationEscalation: {
            would: boolean;
            reason: components["schemas"]["EscalationReason"] | null;
        };
        SimulationTimings: {
            /** Format: double */
            screenMs?: number;
            /** Format: double */
            findMs?: number;
            /** Format: double */
            judgeMs?: number;
            /** Format: double */
            generateMs?: number;
            /** Format: double */
            filterMs?: number;
            /** Format: double */
            citeMs?: number;
            /** Format: double */
            totalMs: number;
        };
        TestRunConfiguration: {
            name: string;
            /** Format: double */
            threshold?: number;
            /** @description Names of the policies in place of others */
            policies?: string[];
            /**
             * Format: int64
             * @description Scenarios
             */
            passed: number;
            /** Format: int64 */
            failed: number;
            /** Format: int64 */
            pending: number;
        };
        ScenarioReportConfiguration: {
            name: string;
            verdict: components["schemas"]["Verdict"];
            turns: components["schemas"]["TurnReport"][];
        };
        ScenarioReportDifference: {
            /** Format: int64 */
            turn: number;
            field: string;
            values: {
                [key: string]: string;
            };
        };
        /** @enum {string} */
        RehearsalState: "running" | "finished" | "cancelled" | "failed";
        RehearsalTried: {
            source?: components["schemas"]["RehearsalTriedSource"];
            /** @description Names of the policies in place of the tenant’s */
            policies?: string[];
            /** @description Replace the tenant’s settings of these names; the others stay */
            settings?: components["schemas"]["RehearsalTriedSettings"];
        };
        RehearsalVerdicts: {
            /** Format: int64 */
            same: number;
            /** Format: int64 */
            changed: number;
            /** Format: int64 */
            better: number;
            /** Format: int64 */
            worse: number;
        };
        RehearsalOutcomes: {
            answered: components["schemas"]["RehearsalOutcomesAnswered"];
            escalated: components["schemas"]["RehearsalOutcomesAnswered"];
            blocked: components["schemas"]["RehearsalOutcomesAnswered"];
            failed: components["schemas"]["RehearsalOutcomesAnswered"];
        };
        ActivityActor: {
            kind: components["schemas"]["ActivityActorKind"];
            id?: string;
        };
        /**
         * @description Known values, to which later versions can add: `conversation.created`, `conversation.changed`, `conversation.escalated`, `conversation.resolved`, `conversation.sla_breached`, `conversation.rated`, `conversation.erased`, `contact.changed`, `message.received`, `message.sent`, `message.delivery`, `draft.changed`, `view.changed`, `reply.changed`, `team.changed`, `policy.changed`, `knowledge.updated`, `settings.changed`, `bulk.performed`, `reset`
         * @enum {string}
         */
        ChangeType: "conversation.created" | "conversation.changed" | "conversation.escalated" | "conversation.resolved" | "conversation.sla_breached" | "conversation.rated" | "conversation.erased" | "contact.changed" | "message.received" | "message.sent" | "message.delivery" | "draft.changed" | "view.changed" | "reply.changed" | "team.changed" | "policy.changed" | "knowledge.updated" | "settings.changed" | "bulk.performed" | "reset";
        ChangeSource: {
            id: string;
            title: string;
            status: string;
        };
        ChangeDraft: {
            kind: components["schemas"]["CreateMessageRequestKind"];
            agentId: string;
        };
        /** @enum {string} */
        PresenceEventState: "viewing" | "replying" | "noting";
        BulkContactsConfirmationContact: {
            id: string;
            name: string | null;
            email: string | null;
        };
        CopilotRunSentiment: {
            label: components["schemas"]["CopilotRunSentimentLabel"];
            /**
             * Format: double
             * @description How clear the sentiment is, 0 to 1
             */
            score: number;
        };
        FilteredEmailRestored: {
            /** Format: date-time */
            at: string;
            conversationId: string;
            messageId: string;
        };
        /** @enum {string} */
        ConnectorDeliveryState: "pending" | "delivered" | "failed";
        WidgetIdentity: {
            /** @description Whether visitors can, or must, prove with a `userToken` that they are users of the site */
            mode: components["schemas"]["WidgetInputIdentityMode"];
            algorithms: components["schemas"]["WidgetPublicKeyInputAlg"][];
            /** @description Public keys (RFC 7517) for the algorithms other than HS256 */
            jwks?: components["schemas"]["WidgetIdentityJwks"];
        };
        WidgetTheme: {
            accent: string;
            /** @description Text on the accent: needs a contrast of 4.5 (WCAG AA) */
            onAccent: string;
            /**
             * Format: int64
             * @description In px
             */
            radius: number;
            /** @description Side of the page, in reading direction */
            position: components["schemas"]["WidgetInputThemePosition"];
            scheme: components["schemas"]["WidgetInputThemeScheme"];
        };
        WidgetLauncher: {
            label?: string;
            icon: components["schemas"]["WidgetInputLauncherIcon"];
            hidden: boolean;
        };
        WidgetPreChat: {
            when: components["schemas"]["WidgetInputPreChatWhen"];
            fields: components["schemas"]["WidgetField"][];
            /** @description Text to agree to, by language */
            consent?: {
                [key: string]: string;
            };
        };
        WidgetFeatures: {
            attachments: boolean;
            sources: boolean;
            rating: boolean;
            transcript: boolean;
            talkToPerson: boolean;
            deleteConversations: boolean;
        };
        WidgetLimits: {
            /**
             * Format: int64
             * @description Answers of the AI per hour; above this, people answer
             */
            answersPerHour: number;
            /**
             * Format: int64
             * @description Tokens of models for answers per day in UTC; above this, people answer. null: no limit
             */
            tokensPerDay: number | null;
        };
        WidgetConfigIdentity: {
            /** @description Whether visitors can, or must, prove with a `userToken` that they are users of the site */
            mode: components["schemas"]["WidgetInputIdentityMode"];
        };
        WidgetConfigLimits: {
            /** Format: int64 */
            messageCharacters: number;
            /** Format: int64 */
            attachmentBytes: number;
            /**
             * Format: int64
             * @description Files of one message
             */
            attachments: number;
        };
        VisitorSessionVisitor: {
            verified: boolean;
            name?: string;
        };
        /** @enum {string} */
        VisitorConversationState: "ai" | "waiting" | "person" | "resolved" | "closed";
        VisitorConversationPerson: {
            name: string;
            avatar?: string;
        };
        VisitorConversationPreview: {
            author: components["schemas"]["VisitorMessageAuthor"];
            text: string;
            /** Format: date-time */
            at: string;
        };
        VisitorConversationRating: {
            /** Format: int64 */
            score: number;
            comment?: string;
            /** Format: date-time */
            at: string;
        };
        VisitorMessageFeedback: {
            helpful: boolean;
            comment?: string;
        };
        VisitorMessageDelivery: {
            state: string;
            /** Format: date-time */
            at: string;
        };
        /**
         * @description Known values, to which later versions can add: `handed_over`, `waiting`
         * @enum {string}
         */
        VisitorAnswerEscalatedEventReason: "handed_over" | "waiting";
        /**
         * @description Known values, to which later versions can add: `conversation.created`, `conversation.resolved`, `conversation.escalated`, `conversation.sla_breached`, `conversation.assigned`, `conversation.team_changed`, `conversation.closed`, `conversation.reopened`, `conversation.tagged`, `conversation.untagged`, `conversation.rated`, `message.received`, `message.sent`, `feedback.received`, `contact.created`, `contact.updated`, `contact.merged`, `contact.deleted`, `knowledge.updated`, `knowledge.contradicted`, `job.finished`, `endpoint.disabled`, `*`
         * @enum {string}
         */
        WebhookEndpointEvent: "conversation.created" | "conversation.resolved" | "conversation.escalated" | "conversation.sla_breached" | "conversation.assigned" | "conversation.team_changed" | "conversation.closed" | "conversation.reopened" | "conversation.tagged" | "conversation.untagged" | "conversation.rated" | "message.received" | "message.sent" | "feedback.received" | "contact.created" | "contact.updated" | "contact.merged" | "contact.deleted" | "knowledge.updated" | "knowledge.contradicted" | "job.finished" | "endpoint.disabled" | "*";
        WebhookDeliveryEvent: {
            id: string;
            type: string;
            key: string;
            /** Format: int64 */
            sequence: number;
        };
        /** @enum {string} */
        AgentStatus: "invited" | "active" | "disabled";
        MePreferences: {
            language?: string;
            theme?: components["schemas"]["MePreferencesTheme"];
            /** @description Whether keyboard shortcuts are on */
            shortcuts?: boolean;
            /** @description Shortcuts of the console with other keys than the default, by name; each change replaces all of them */
            shortcutKeys?: {
                [key: string]: string;
            };
            /** @description Whether the console waits 5 seconds before it sends a reply, so that the agent can cancel it */
            holdReplies?: boolean;
            notifications?: components["schemas"]["MePreferencesNotifications"];
            /** @description No notifications from this time of day to that one; null: none */
            quietHours?: components["schemas"]["MePreferencesQuietHours"] | null;
            /** @description An e-mail with the figures of the week, on Mondays at 8:00 in that time zone; null: none. Needs `analytics:read` */
            digest?: components["schemas"]["MePreferencesDigest"] | null;
            /** @description Added to the agent’s own replies */
            signature?: string;
        };
        SignInSettingsOidc: {
            providers: components["schemas"]["OidcProvider"][];
        };
        UsageDay: {
            day: string;
            /** Format: int64 */
            questions: number;
            /** Format: int64 */
            promptTokens: number;
            /** Format: int64 */
            completionTokens: number;
            /** Format: int64 */
            pages: number;
            /** Format: int64 */
            deliveries: number;
            /**
             * Format: int64
             * @description Messages received by e-mail, WhatsApp and SMS
             */
            channelMessages: number;
            /**
             * Format: int64
             * @description Messages sent by e-mail, WhatsApp and SMS
             */
            channelReplies: number;
            /**
             * Format: int64
             * @description Prompt tokens of the copilot, in addition to those of questions
             */
            copilotPromptTokens: number;
            /** Format: int64 */
            copilotCompletionTokens: number;
        };
        ThresholdPreviewAnswered: {
            /** Format: int64 */
            was: number;
            /** Format: int64 */
            would: number;
        };
        ThresholdPreviewChanged: {
            conversationId: string;
            /** @description Of the answer */
            messageId: string;
            /** Format: date-time */
            askedAt: string;
            question: string;
            /** Format: double */
            confidence: number;
            was: components["schemas"]["ThresholdPreviewChangedWas"];
            would: components["schemas"]["ThresholdPreviewChangedWas"];
        };
        AnalyticsOverviewConfidence: {
            /** Format: int64 */
            count: number;
            /** Format: double */
            mean: number | null;
            /** @description Ten: from 0 up to 0.1, …, from 0.9 to 1 */
            distribution: number[];
        };
        AnalyticsOverviewResolved: {
            /** Format: int64 */
            confirmed: number;
            /** Format: int64 */
            assumed: number;
        };
        AnalyticsOverviewResolvedBy: {
            /** Format: int64 */
            ai: number;
            /** Format: int64 */
            agent: number;
        };
        AnalyticsOverviewRating: {
            /**
             * Format: int64
             * @description Rated conversations
             */
            count: number;
            /** Format: double */
            mean: number | null;
            /** @description Five: how many gave 1, …, 5 */
            distribution: number[];
        };
        AnalyticsOverviewSla: {
            firstResponse: components["schemas"]["AnalyticsOverviewSlaFirstResponse"];
            nextResponse: components["schemas"]["AnalyticsOverviewSlaFirstResponse"];
            resolution: components["schemas"]["AnalyticsOverviewSlaFirstResponse"];
            /** @description First responses under a policy, in time or late, counted as the policy says: in business hours if it has them */
            firstResponseTime: components["schemas"]["Durations"];
        };
        AnalyticsOverviewBlockedByPolicy: {
            policyId: string;
            name: string;
            /** Format: int64 */
            count: number;
        };
        AnalyticsOverviewSlaByPolicy: {
            slaPolicyId: string;
            name: string;
            /** Format: int64 */
            met: number;
            /** Format: int64 */
            breached: number;
        };
        AnalyticsOverviewSlaByTeam: {
            teamId: string | null;
            /** Format: int64 */
            met: number;
            /** Format: int64 */
            breached: number;
        };
        AnalyticsOverviewCalibration: {
            /** Format: int64 */
            judged: number;
            /**
             * Format: double
             * @description Expected calibration error of the judged answers, from 0 (exact) to 1; null if there are none
             */
            error: number | null;
            /** @description Ten, by confidence */
            bins: components["schemas"]["AnalyticsOverviewCalibrationBin"][];
            /** @description How confidences are corrected now, whatever the period: `fit` is null below 30 judged answers of the last 90 days. Null: no answer was judged */
            recalibration: components["schemas"]["AnalyticsOverviewCalibrationRecalibration"] | null;
        };
        AnalyticsOverviewSources: {
            /** Format: int64 */
            used: number;
            /**
             * Format: int64
             * @description Live sources on which no answer of the period is based
             */
            unused: number;
            /** @description At most 25 */
            mostUsed: components["schemas"]["AnalyticsOverviewSourcesMostUsed"][];
            /** @description At most 25, oldest first */
            neverUsed: components["schemas"]["SourceReference"][];
        };
        /** @enum {string} */
        AnalyticsOverviewBy: "day" | "channel" | "tag";
        AnalyticsOverviewGroup: {
            key: string | null;
            /**
             * Format: int64
             * @description Begun
             */
            conversations: number;
            /**
             * Format: int64
             * @description Of customers
             */
            messages: number;
            /**
             * Format: int64
             * @description Questions that the AI finished: answered, blocked, escalated or failed
             */
            questions: number;
            /** Format: int64 */
            answered: number;
            /** Format: int64 */
            blocked: number;
            /** Format: int64 */
            failed: number;
            /**
             * Format: int64
             * @description Handovers to people, by anyone
             */
            escalated: number;
            escalatedByReason: {
                [key: string]: number;
            };
            confidence: components["schemas"]["AnalyticsOverviewConfidence"];
            firstResponse: components["schemas"]["Durations"];
            resolved: components["schemas"]["AnalyticsOverviewResolved"];
            /** @description Who resolved them; unknown for conversations that an earlier release counted */
            resolvedBy: components["schemas"]["AnalyticsOverviewResolvedBy"];
            /** @description Time from the start of a conversation to its resolution */
            resolution: components["schemas"]["Durations"];
            rating: components["schemas"]["AnalyticsOverviewRating"];
            /** @description Service-level targets that ended in the period */
            sla: components["schemas"]["AnalyticsOverviewSla"];
        };
        /** @enum {string} */
        AnalyticsRowJudged: "right" | "wrong";
        AnalyticsRowPolicy: {
            policyId: string;
            name: string;
        };
        /** @enum {string} */
        AnalyticsRowHow: "confirmed" | "assumed";
        /** @enum {string} */
        AnalyticsRowBy: "ai" | "agent";
        /** @enum {string} */
        AuditLogEntryKind: "bulk" | "suggestion" | "retention" | "agent" | "api_key" | "channel" | "connector" | "contact" | "dead_letter" | "escalation_rule" | "policy" | "rehearsal" | "session" | "settings" | "sla_policy" | "source" | "suite" | "team" | "tenant" | "webhook_endpoint" | "widget";
        /** @enum {string} */
        AuditLogEntryOutcome: "done" | "unknown";
        SuggestionQuestion: {
            messageId: string;
            conversationId: string;
            text: string;
            /** Format: date-time */
            askedAt: string;
            outcome: components["schemas"]["TurnOutcome"];
            /** Format: double */
            confidence?: number;
        };
        SuggestionDraft: {
            title: string;
            text: string;
            /** @description false: no person has replied yet, so the text has only the questions */
            isAnswered: boolean;
            /** @description true: the proposal is too long for the list; read the suggestion to get all of it */
            isCut?: boolean;
        };
        SuggestionProposal: {
            by: components["schemas"]["ActivityActor"];
            /** Format: date-time */
            at: string;
            conversationId: string;
            /** @description The reply on which the proposal is based */
            messageId: string;
            /** @description The source that gets `draft.text` as its text; absent: a new one */
            sourceId?: string;
        };
        SuggestionCheck: {
            state: components["schemas"]["JobState"];
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            finishedAt?: string;
            /** @description null: no source was created; the questions were only asked again */
            sourceId: string | null;
            /** Format: int64 */
            asked: number;
            /** Format: int64 */
            passed: number;
            /** @description Ids of the questions that still have no answer */
            notPassed: string[];
            error?: components["schemas"]["Failure"];
        };
        TenantErasureJobItem: {
            service: string;
            removed: components["schemas"]["RemovedCount"][];
        };
        /**
         * @description Known values, to which later versions can add: `malformed_request`, `unauthenticated`, `wrong_credentials`, `totp_required`, `wrong_code`, `identity_unverified`, `user_token_invalid`, `unverified`, `forbidden`, `origin_not_allowed`, `challenge_required`, `not_this_agent`, `sign_in_refused`, `totp_setup_required`, `cross_site`, `insecure_connection`, `not_found`, `content_missing`, `method_not_allowed`, `request_timeout`, `conflict`, `request_in_flight`, `choose_tenant`, `conversation_moved`, `version_conflict`, `link_invalid`, `sign_in_expired`, `payload_too_large`, `unsupported_media_type`, `invalid_request`, `idempotency_key_reused`, `headers_too_large`, `rate_limited`, `internal`, `model_required`, `model_unavailable`, `model_refused`, `model_failed`, `model_unfaithful`, `overloaded`, `identity_provider_unavailable`, `unavailable`, `deadline_exceeded`, `stream_broken`, `interrupted`, `policy_unavailable`, `empty_document`, `no_text`, `password_protected`, `damaged_document`, `charset_unknown`, `document_too_complex`, `address_refused`, `fetch_failed`, `robots_disallowed`, `cancelled`, `processing_failed`
         * @enum {string}
         */
        ProblemCode: "malformed_request" | "unauthenticated" | "wrong_credentials" | "totp_required" | "wrong_code" | "identity_unverified" | "user_token_invalid" | "unverified" | "forbidden" | "origin_not_allowed" | "challenge_required" | "not_this_agent" | "sign_in_refused" | "totp_setup_required" | "cross_site" | "insecure_connection" | "not_found" | "content_missing" | "method_not_allowed" | "request_timeout" | "conflict" | "request_in_flight" | "choose_tenant" | "conversation_moved" | "version_conflict" | "link_invalid" | "sign_in_expired" | "payload_too_large" | "unsupported_media_type" | "invalid_request" | "idempotency_key_reused" | "headers_too_large" | "rate_limited" | "internal" | "model_required" | "model_unavailable" | "model_refused" | "model_failed" | "model_unfaithful" | "overloaded" | "identity_provider_unavailable" | "unavailable" | "deadline_exceeded" | "stream_broken" | "interrupted" | "policy_unavailable" | "empty_document" | "no_text" | "password_protected" | "damaged_document" | "charset_unknown" | "document_too_complex" | "address_refused" | "fetch_failed" | "robots_disallowed" | "cancelled" | "processing_failed";
        ProblemError: {
            path: string;
            message: string;
        };
        ProblemChallenge: {
            /** @constant */
            algorithm: "sha-256";
            salt: string;
            /**
             * Format: int64
             * @description Leading zero bits of SHA-256 of `salt` and the solution in decimal digits, as one UTF-8 text
             */
            difficulty: number;
        };
        ProblemCandidate: {
            encoding: string;
            sample: string;
        };
        KnowledgeManifestSource: {
            id: string;
            title: string;
            source: string;
            type: components["schemas"]["SourceType"];
            /** @default [] */
            tags: string[];
            /** @default {} */
            metadata: {
                [key: string]: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: int64 */
            liveVersion: number | null;
            versions: components["schemas"]["KnowledgeManifestSourceVersion"][];
        };
        TopicFilterConfigTopic: {
            name: string;
            /** @description Words and phrases, matched in any form; may be empty when there are examples */
            phrases: string[];
            /** @description Messages about the topic; messages that are similar to one of them match too */
            examples?: string[];
        };
        ScenarioTurn: {
            message: string;
            /** @default {} */
            expect: components["schemas"]["TurnExpectation"];
        };
        TopicFilterPolicyCandidate: {
            name: string;
            mode: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation
             * @default 100
             */
            priority: number;
            /** @default true */
            enabled: boolean;
            id?: string;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Topic Filter";
            config: components["schemas"]["TopicFilterConfig"];
        };
        PiiFilterPolicyCandidate: {
            name: string;
            mode: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation
             * @default 100
             */
            priority: number;
            /** @default true */
            enabled: boolean;
            id?: string;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "PII Filter";
            config: components["schemas"]["PiiFilterConfig"];
        };
        ToneControlPolicyCandidate: {
            name: string;
            mode: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation
             * @default 100
             */
            priority: number;
            /** @default true */
            enabled: boolean;
            id?: string;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Tone Control";
            config: components["schemas"]["ToneControlConfig"];
        };
        LengthLimitPolicyCandidate: {
            name: string;
            mode: components["schemas"]["PolicyMode"];
            /**
             * Format: int64
             * @description The lowest runs first; policies with the same priority run in the order of creation
             * @default 100
             */
            priority: number;
            /** @default true */
            enabled: boolean;
            id?: string;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Length Limit";
            config: components["schemas"]["LengthLimitConfig"];
        };
        BusinessHoursDayValue: {
            from: string;
            to: string;
        };
        WidgetProactiveMessageWhen: {
            /** @description The path of the page begins with this */
            path?: string;
            /** Format: int64 */
            secondsOnPage?: number;
            returning?: boolean;
            hours?: components["schemas"]["WidgetProactiveMessageInputWhenHours"];
        };
        LowConfidenceEscalationCondition: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "low_confidence";
            /** Format: double */
            threshold?: number;
        };
        RequestedEscalationCondition: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "requested";
        };
        FrustratedEscalationCondition: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "frustrated";
        };
        TurnsEscalationCondition: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "turns";
            /**
             * Format: int64
             * @description Applies from the customer’s message with this number on
             */
            turns: number;
        };
        KeywordsEscalationCondition: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "keywords";
            keywords: string[];
        };
        OutsideHoursEscalationCondition: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "outside_hours";
        };
        BulkIngestSourcesResponseAccepted: {
            source: string;
            sourceId: string;
        };
        BulkIngestSourcesResponseRejected: {
            source: string;
            code: string;
            reason: string;
        };
        CreateEmbeddingsRequestWithInput: {
            input: string | string[];
        };
        CreateEmbeddingsRequestWithSourceId: {
            sourceId: string;
        };
        TuneSearchRequestQuestion: {
            question: string;
            /** @description Id, title, file name or URL of the source that answers it */
            source: string;
        };
        ReadTuningResponseFitted: {
            /**
             * Format: double
             * @description 0 to 1: the weight of the vectors against the words
             */
            weight: number;
            /** Format: int64 */
            questions: number;
            /**
             * Format: double
             * @description Mean reciprocal rank at 10 with the weight that was in use
             */
            before: number;
            /**
             * Format: double
             * @description The same, cross-validated: each fifth of the questions with a weight that was fitted on the other four fifths
             */
            crossValidated: number;
            /** Format: date-time */
            fittedAt: string;
            isApplied: boolean;
        };
        CreateMessageRequestMentions: {
            /** @description Ids of agents */
            agents?: string[];
            /** @description Ids of teams */
            teams?: string[];
        };
        ListTagsResponseItem: {
            tag: string;
            /** Format: int64 */
            count: number;
        };
        ListNotificationsResponseItem: {
            id: string;
            kind: components["schemas"]["ListNotificationsResponseItemKind"];
            conversationId: string;
            /** @description Of `mention`: the note */
            messageId?: string;
            /** @description Of `mention`: the team that was mentioned, if the agent was not */
            teamId?: string;
            /** @description Who mentioned or assigned */
            by: components["schemas"]["ActivityActor"];
            /** Format: date-time */
            at: string;
            /** Format: date-time */
            readAt?: string;
        };
        MarkNotificationsReadRequestWithIds: {
            ids: string[];
        };
        MarkNotificationsReadRequestWithAll: {
            /** @constant */
            all: true;
        };
        StreamChangesEventWithNotification: {
            /** @constant */
            type: "notification";
            notification: components["schemas"]["ListNotificationsResponseItem"];
        };
        /** @enum {string} */
        BulkUpdateContactsRequestAction: "tag" | "untag" | "delete";
        ExportContactDataResponseConversation: {
            conversation: components["schemas"]["Conversation"];
            messages: components["schemas"]["Message"][];
            activity: components["schemas"]["Activity"][];
            copilot: components["schemas"]["CopilotRun"][];
            feedback: components["schemas"]["ExportContactDataResponseConversationFeedback"][];
            rehearsals: components["schemas"]["ConversationRehearsalResult"][];
        };
        ExportContactDataResponseImport: {
            /**
             * Format: int64
             * @description 1 for the first row after the header
             */
            row: number;
            verdict: components["schemas"]["ContactImportRowVerdict"];
            contactId?: string;
            duplicateOf?: components["schemas"]["ContactImportRowDuplicateOf"];
            /** @description Why it was rejected */
            reasons?: string[];
            /** @description What else happened to its values, such as a second phone number */
            notes?: string[];
            /** @description `kept`: not restored, because it was changed since */
            undone?: components["schemas"]["ContactImportRowUndone"];
            jobId: string;
            before?: unknown;
        };
        ExportContactDataResponseCopy: {
            where: string;
            /** Format: int64 */
            days: number;
        };
        BeginVisitorSessionRequestPage: {
            url: string;
            title?: string;
        };
        ListSessionsResponseItem: {
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string;
            ip: string;
            userAgent: string;
            /** @description Id of the identity provider at which the person signed in; absent: with a password */
            provider?: string;
            /** @description Whether this request uses this session */
            current: boolean;
        };
        UpdateMeRequestPreferences: {
            language?: string;
            theme?: components["schemas"]["MePreferencesTheme"];
            /** @description Whether keyboard shortcuts are on */
            shortcuts?: boolean;
            /** @description Shortcuts of the console with other keys than the default, by name; each change replaces all of them */
            shortcutKeys?: {
                [key: string]: string;
            };
            /** @description Whether the console waits 5 seconds before it sends a reply, so that the agent can cancel it */
            holdReplies?: boolean;
            notifications?: components["schemas"]["UpdateMeRequestPreferencesNotifications"];
            /** @description No notifications from this time of day to that one; null: none */
            quietHours?: components["schemas"]["UpdateMeRequestPreferencesQuietHours"] | null;
            /** @description An e-mail with the figures of the week, on Mondays at 8:00 in that time zone; null: none. Needs `analytics:read` */
            digest?: components["schemas"]["UpdateMeRequestPreferencesDigest"] | null;
            /** @description Added to the agent’s own replies */
            signature?: string;
        };
        GetSettingsResponseTextValue: {
            /** @description The reply to a message that is only a greeting */
            greeting?: string;
            /** @description The reply to a message that only says thanks */
            thanks?: string;
            /** @description The reply to a message that only says goodbye */
            goodbye?: string;
            /** @description When a question goes to people; replaces all built-in texts for this */
            handedOver?: string;
            /** @description When a question goes to people outside of business hours; has priority over `businessHours.message` */
            outsideHours?: string;
            /** @description To a message that people will answer, because they have the conversation */
            waiting?: string;
            /** @description When a policy blocks a question or its answer */
            refusal?: string;
            /** @description Shown by a chat window when a message is too long to be sent */
            tooLong?: string;
        };
        /** @enum {string} */
        GetSettingsResponseContradictions: "newest" | "escalate";
        UpdateSettingsRequestTextValue: {
            /** @description The reply to a message that is only a greeting */
            greeting?: string;
            /** @description The reply to a message that only says thanks */
            thanks?: string;
            /** @description The reply to a message that only says goodbye */
            goodbye?: string;
            /** @description When a question goes to people; replaces all built-in texts for this */
            handedOver?: string;
            /** @description When a question goes to people outside of business hours; has priority over `businessHours.message` */
            outsideHours?: string;
            /** @description To a message that people will answer, because they have the conversation */
            waiting?: string;
            /** @description When a policy blocks a question or its answer */
            refusal?: string;
            /** @description Shown by a chat window when a message is too long to be sent */
            tooLong?: string;
        };
        GetCustomerTextsResponseTexts: {
            /** @description The reply to a message that is only a greeting */
            greeting: string;
            /** @description The reply to a message that only says thanks */
            thanks: string;
            /** @description The reply to a message that only says goodbye */
            goodbye: string;
            /** @description When a question goes to people; replaces all built-in texts for this */
            handedOver: string;
            /** @description When a question goes to people outside of business hours; has priority over `businessHours.message` */
            outsideHours: string;
            /** @description To a message that people will answer, because they have the conversation */
            waiting: string;
            /** @description When a policy blocks a question or its answer */
            refusal: string;
            /** @description Shown by a chat window when a message is too long to be sent */
            tooLong: string;
        };
        /** @enum {string} */
        GetAnalyticsTopicsResponseBy: "tag" | "source";
        /** @enum {string} */
        GetAnalyticsTopicsResponseStep: "day" | "week";
        GetAnalyticsTopicsResponsePeriod: {
            /** Format: date-time */
            from: string;
            /**
             * Format: date-time
             * @description Not included
             */
            to: string;
        };
        GetAnalyticsTopicsResponseTopic: {
            /** @description The tag, or the id of the source */
            key: string;
            title: string;
            /** Format: int64 */
            count: number;
            /** @description One for each of `periods` */
            counts: number[];
        };
        KnowledgeManifestInputSourceVersion: {
            /** Format: int64 */
            version: number;
            /** Format: date-time */
            createdAt: string;
            note?: string;
            sha256: string;
            /** Format: int64 */
            bytes?: number;
            language?: string | null;
            parts?: components["schemas"]["KnowledgeManifestInputSourceVersionPart"][];
            text: string;
            chunks: components["schemas"]["ManifestChunkInput"][];
        };
        ManifestChunkInputTableRow: {
            label: string;
            /** @description The heading row (without values) above this row, such as `Current assets` */
            group?: string;
            values: string[];
            /** Format: int64 */
            start: number;
            /** Format: int64 */
            end: number;
        };
        /** @enum {string} */
        SimulationInputHistoryRole: "customer" | "ai" | "agent" | "user" | "assistant";
        HubspotConnectorInputSecrets: {
            /** @description Access token of a private app */
            accessToken: string;
        };
        ZendeskConnectorInputSecrets: {
            /** Format: email */
            email: string;
            apiToken: string;
        };
        /** @enum {string} */
        WidgetInputIdentityMode: "off" | "optional" | "required";
        WidgetInputIdentityJwks: {
            keys: components["schemas"]["WidgetPublicKeyInput"][];
        };
        /** @enum {string} */
        WidgetInputThemePosition: "start" | "end";
        /** @enum {string} */
        WidgetInputThemeScheme: "auto" | "light" | "dark";
        /** @enum {string} */
        WidgetInputLauncherIcon: "chat" | "question" | "lifebuoy";
        /** @enum {string} */
        WidgetInputPreChatWhen: "never" | "always" | "outside_hours" | "on_hand_over";
        /** @enum {string} */
        WidgetProactiveMessageInputWhenHours: "open" | "closed";
        ConversationVisitorPage: {
            url: string;
            title?: string;
        };
        ConversationSlaFirstResponse: {
            /**
             * Format: date-time
             * @description Absent while it is paused
             */
            dueAt?: string;
            /**
             * Format: double
             * @description What is left while it is paused
             */
            remainingMinutes?: number;
            /** Format: date-time */
            metAt?: string;
            /**
             * Format: date-time
             * @description When it was due and not met
             */
            breachedAt?: string;
        };
        FeedbackReceivedEventDataFeedback: {
            /** @description Of the answer */
            messageId: string;
            helpful: boolean;
            comment?: string;
            /** Format: date-time */
            at: string;
        };
        ContactCreatedEventDataContact: {
            id: string;
            name?: string | null;
            email?: string | null;
            phone?: string | null;
            externalId: string | null;
            tags: string[];
            attributes: {
                [key: string]: string | number | boolean;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @enum {string} */
        KnowledgeUpdatedEventDataChange: "created" | "updated" | "restored" | "deleted" | "failed";
        JobFinishedEventDataJob: {
            id: string;
            kind: string;
            state: components["schemas"]["JobState"];
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            done: number;
            /** Format: int64 */
            failed: number;
            /** Format: date-time */
            createdAt: string;
        };
        EndpointDisabledEventDataEndpoint: {
            id: string;
            enabled: boolean;
            disabledReason?: string;
        };
        ChunkTableRow: {
            label: string;
            /** @description The heading row (without values) above this row, such as `Current assets` */
            group?: string;
            values: string[];
            /** Format: int64 */
            start: number;
            /** Format: int64 */
            end: number;
        };
        /** @enum {string} */
        KnowledgeJobItemVerdict: "created" | "updated" | "skipped" | "rejected";
        RehearsalTriedSource: {
            sourceId: string;
            /**
             * Format: int64
             * @description Absent: a text that is not stored
             */
            version?: number;
        };
        RehearsalTriedSettings: {
            /**
             * Format: double
             * @description null: the default
             */
            escalationThreshold?: number | null;
            /** @description Languages of answers: the customer’s language if it is in this list, otherwise the first one. Empty: the customer’s language. Without a model, an answer has the language of its source */
            languages?: string[];
            /** @description Null: always open */
            businessHours?: components["schemas"]["BusinessHours"] | null;
            /** @description Your own texts, by language, for replies that no model writes. English, Swedish, German and Arabic are built in */
            texts?: {
                [key: string]: components["schemas"]["GetSettingsResponseTextValue"];
            };
            /** @description What happens if live sources contradict each other. `newest`: the answer follows the newer one and names both; `escalate`: the question goes to a person */
            contradictions?: components["schemas"]["GetSettingsResponseContradictions"];
        };
        RehearsalOutcomesAnswered: {
            /** Format: int64 */
            before: number;
            /** Format: int64 */
            after: number;
        };
        /** @enum {string} */
        ActivityActorKind: "agent" | "api" | "customer" | "ai" | "system";
        /** @enum {string} */
        CopilotRunSentimentLabel: "positive" | "neutral" | "negative" | "frustrated";
        WidgetIdentityJwks: {
            keys: components["schemas"]["WidgetPublicKey"][];
        };
        /** @enum {string} */
        MePreferencesTheme: "light" | "dark" | "system";
        MePreferencesNotifications: {
            assigned?: boolean;
            mentioned?: boolean;
            /** @description When a conversation without an assignee waits */
            queue?: boolean;
            sound?: boolean;
            mail?: boolean;
        };
        MePreferencesQuietHours: {
            from: string;
            to: string;
            timeZone: string;
        };
        MePreferencesDigest: {
            timeZone: string;
        };
        /** @enum {string} */
        ThresholdPreviewChangedWas: "answered" | "escalated";
        AnalyticsOverviewSlaFirstResponse: {
            /** Format: int64 */
            met: number;
            /** Format: int64 */
            breached: number;
        };
        AnalyticsOverviewCalibrationBin: {
            /** Format: double */
            from: number;
            /** Format: double */
            to: number;
            /** Format: int64 */
            answers: number;
            /** Format: int64 */
            right: number;
            /** Format: int64 */
            wrong: number;
            /**
             * Format: double
             * @description Mean confidence of the judged answers
             */
            predicted: number | null;
        };
        AnalyticsOverviewCalibrationRecalibration: {
            /** Format: date-time */
            at: string;
            /** Format: int64 */
            judged: number;
            fit: components["schemas"]["AnalyticsOverviewCalibrationRecalibrationFit"] | null;
        };
        AnalyticsOverviewSourcesMostUsed: {
            sourceId: string;
            title: string;
            /** Format: int64 */
            count: number;
        };
        KnowledgeManifestSourceVersion: {
            /** Format: int64 */
            version: number;
            /** Format: date-time */
            createdAt: string;
            note?: string;
            sha256: string;
            /** Format: int64 */
            bytes?: number;
            language?: string | null;
            parts?: components["schemas"]["KnowledgeManifestSourceVersionPart"][];
            text: string;
            chunks: components["schemas"]["ManifestChunk"][];
        };
        /** @enum {string} */
        ListNotificationsResponseItemKind: "mention" | "assigned";
        ExportContactDataResponseConversationFeedback: {
            messageId: string;
            helpful: boolean;
            comment?: string;
            at: string;
        };
        UpdateMeRequestPreferencesNotifications: {
            assigned?: boolean;
            mentioned?: boolean;
            /** @description When a conversation without an assignee waits */
            queue?: boolean;
            sound?: boolean;
            mail?: boolean;
        };
        UpdateMeRequestPreferencesQuietHours: {
            from: string;
            to: string;
            timeZone: string;
        };
        UpdateMeRequestPreferencesDigest: {
            timeZone: string;
        };
        KnowledgeManifestInputSourceVersionPart: {
            title: string;
            url?: string;
            /** Format: int64 */
            start: number;
            /** Format: int64 */
            end: number;
            /** Format: int64 */
            chunks: number;
        };
        AnalyticsOverviewCalibrationRecalibrationFit: {
            /** Format: double */
            intercept: number;
            /** Format: double */
            slope: number;
        };
        KnowledgeManifestSourceVersionPart: {
            title: string;
            url?: string;
            /** Format: int64 */
            start: number;
            /** Format: int64 */
            end: number;
            /** Format: int64 */
            chunks: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    askQuestion: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "Are returns free?"
                 *     }
                 */
                "application/json": components["schemas"]["Question"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Answer"];
                };
            };
        };
    };
    streamAnswer: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "Are returns free?",
                 *       "channel": "widget",
                 *       "contact": {
                 *         "email": "anna@example.com"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Question"];
            };
        };
        responses: {
            /** @description The stream */
            200: {
                content: {
                    "text/event-stream": components["schemas"]["StreamAnswerEvent"];
                };
            };
        };
    };
    resumeAnswer: {
        parameters: {
            path: {
                messageId: string;
            };
        };
        responses: {
            /** @description The stream */
            200: {
                content: {
                    "text/event-stream": components["schemas"]["StreamAnswerEvent"];
                };
            };
        };
    };
    stopAnswer: {
        parameters: {
            path: {
                messageId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    rateAnswer: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "messageId": "msg_0cc175b9c0f1b6a831c399e269772661a",
                 *       "helpful": true
                 *     }
                 */
                "application/json": components["schemas"]["RateAnswerRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["RateAnswerResponse"];
                };
            };
        };
    };
    listSources: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: components["schemas"]["SourceStatus"];
                type?: components["schemas"]["SourceType"];
                tag?: string;
                q?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["SourceList"];
                };
            };
        };
    };
    createSource: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "manual",
                 *       "title": "Returns",
                 *       "text": "Returns are free within 30 days. Bring the receipt to any shop.",
                 *       "tags": [
                 *         "shop"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SourceInput"];
                /**
                 * @example {
                 *       "file": "Returns are free within 30 days. Bring the receipt to any shop.",
                 *       "title": "Returns",
                 *       "tags": [
                 *         "shop"
                 *       ]
                 *     }
                 */
                "multipart/form-data": components["schemas"]["CreateSourceForm"];
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
        };
    };
    uploadFile: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "Returns are free within 30 days. Bring the receipt to any shop.",
                 *       "title": "Returns",
                 *       "tags": [
                 *         "shop"
                 *       ]
                 *     }
                 */
                "multipart/form-data": components["schemas"]["CreateSourceForm"];
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
        };
    };
    bulkUpdateSources: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "tag",
                 *       "tag": "returns",
                 *       "ids": [
                 *         "src_1f3870be274f6c49b3e31a0c6728957f"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BulkSourcesInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["BulkSourcesResult"];
                };
            };
        };
    };
    getSource: {
        parameters: {
            path: {
                sourceId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
        };
    };
    updateSource: {
        parameters: {
            path: {
                sourceId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Returns and refunds",
                 *       "tags": [
                 *         "shop",
                 *         "refunds"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSourceRequest"];
                /**
                 * @example {
                 *       "file": "Returns are free within 30 days. Bring the receipt to any shop."
                 *     }
                 */
                "multipart/form-data": components["schemas"]["UpdateSourceForm"];
            };
        };
        responses: {
            /** @description The description changed. */
            200: {
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
        };
    };
    deleteSource: {
        parameters: {
            path: {
                sourceId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    retrySource: {
        parameters: {
            path: {
                sourceId: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RetrySourceRequest"];
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
        };
    };
    getSourceUsage: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            path: {
                sourceId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["SourceUsage"];
                };
            };
        };
    };
    listSourceChunks: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            path: {
                sourceId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ChunkList"];
                };
            };
        };
    };
    listSourceVersions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            path: {
                sourceId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["SourceVersionList"];
                };
            };
        };
    };
    getSourceVersion: {
        parameters: {
            path: {
                sourceId: string;
                version: number;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["GetSourceVersionResponse"];
                };
            };
        };
    };
    compareSourceVersions: {
        parameters: {
            query: {
                /** @description The version to compare with */
                to: number;
            };
            path: {
                sourceId: string;
                version: number;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["CompareSourceVersionsResponse"];
                };
            };
        };
    };
    downloadSourceOriginal: {
        parameters: {
            path: {
                sourceId: string;
                version: number;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/octet-stream": Blob;
                    "application/pdf": Blob;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": Blob;
                    "text/plain": Blob;
                    "text/markdown": Blob;
                    "text/csv": Blob;
                    "text/html": Blob;
                    "image/png": Blob;
                    "image/jpeg": Blob;
                    "image/webp": Blob;
                };
            };
        };
    };
    restoreSourceVersion: {
        parameters: {
            path: {
                sourceId: string;
                version: number;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
        };
    };
    bulkIngestSources: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "urls": [
                 *         "https://www.example.com/help",
                 *         "https://www.example.com/returns"
                 *       ],
                 *       "maxPages": 10
                 *     }
                 */
                "application/json": components["schemas"]["BulkIngestSourcesRequest"];
                /**
                 * @example {
                 *       "files": [
                 *         "Returns are free within 30 days. Bring the receipt to any shop."
                 *       ],
                 *       "tags": [
                 *         "shop"
                 *       ]
                 *     }
                 */
                "multipart/form-data": components["schemas"]["BulkIngestSourcesForm"];
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["BulkIngestSourcesResponse"];
                };
            };
        };
    };
    exportKnowledge: {
        parameters: {
            query?: {
                format?: "json" | "zip" | "markdown";
                /** @description `true` includes the `embedding` of each chunk */
                vectors?: "true" | "false";
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["KnowledgeManifest"];
                    "application/zip": Blob;
                };
            };
        };
    };
    importKnowledge: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "frontdesk.knowledge",
                 *       "formatVersion": 1,
                 *       "exportedAt": "2026-01-31T09:30:00.000Z",
                 *       "embedding": {
                 *         "model": "local-hash-384",
                 *         "dimensions": 384
                 *       },
                 *       "sources": [
                 *         {
                 *           "id": "src_1f3870be274f6c49b3e31a0c6728957f",
                 *           "title": "Returns",
                 *           "source": "Returns",
                 *           "type": "manual",
                 *           "createdAt": "2026-01-31T09:30:00.000Z",
                 *           "updatedAt": "2026-01-31T09:30:00.000Z",
                 *           "liveVersion": 1,
                 *           "versions": [
                 *             {
                 *               "version": 1,
                 *               "createdAt": "2026-01-31T09:30:00.000Z",
                 *               "sha256": "fdfda8262476b8ba4a92b30791ea69a5f084a1cee0a48e7fc5fe464e78f36c7e",
                 *               "text": "Returns are free within 30 days. Bring the receipt to any shop.",
                 *               "chunks": [
                 *                 {
                 *                   "index": 0,
                 *                   "text": "Returns are free within 30 days. Bring the receipt to any shop.",
                 *                   "start": 0,
                 *                   "end": 63
                 *                 }
                 *               ]
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["KnowledgeManifestInput"];
                /**
                 * @example {
                 *       "file": "The bytes of knowledge-2026-01-31.zip"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["ImportKnowledgeForm"];
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["JobStarted"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            path: {
                jobId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    cancelJob: {
        parameters: {
            path: {
                jobId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    getCrawl: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            path: {
                crawlId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Crawl"];
                };
            };
        };
    };
    rerunCrawl: {
        parameters: {
            path: {
                crawlId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["Crawl"];
                };
            };
        };
    };
    cancelCrawl: {
        parameters: {
            path: {
                crawlId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["Crawl"];
                };
            };
        };
    };
    searchKnowledge: {
        parameters: {
            query: {
                q: string;
                limit?: number;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["SearchKnowledgeResponse"];
                };
            };
        };
    };
    createEmbeddings: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "input": [
                 *         "Are returns free?",
                 *         "Where is the nearest shop?"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateEmbeddingsRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Embeddings"];
                };
            };
            /** @description With `sourceId`: the job that embeds the source. */
            202: {
                content: {
                    "application/json": components["schemas"]["CreateEmbeddingsAccepted"];
                };
            };
        };
    };
    listDuplicates: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "open" | "dismissed";
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["DuplicatePairList"];
                };
            };
        };
    };
    dismissDuplicate: {
        parameters: {
            path: {
                duplicateId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["DuplicatePair"];
                };
            };
        };
    };
    readTuning: {
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ReadTuningResponse"];
                };
            };
        };
    };
    tuneSearch: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "questions": [
                 *         {
                 *           "question": "Are returns free?",
                 *           "source": "returns.pdf"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TuneSearchRequest"];
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["JobStarted"];
                };
            };
        };
    };
    listContradictions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "open" | "dismissed" | "resolved";
                sourceId?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ListContradictionsResponse"];
                };
            };
        };
    };
    dismissContradiction: {
        parameters: {
            path: {
                contradictionId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Contradiction"];
                };
            };
        };
    };
    listSourceDeletions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["SourceDeletionList"];
                };
            };
        };
    };
    getSourceDeletion: {
        parameters: {
            path: {
                deletedSourceId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["SourceDeletion"];
                };
            };
        };
    };
    listPolicies: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["PolicyList"];
                };
            };
        };
    };
    createPolicy: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "No legal advice",
                 *       "type": "Topic Filter",
                 *       "mode": "Pre-generation",
                 *       "config": {
                 *         "topics": [
                 *           {
                 *             "name": "legal advice",
                 *             "phrases": [
                 *               "sue",
                 *               "lawsuit"
                 *             ],
                 *             "examples": [
                 *               "Can I sue you for this?"
                 *             ]
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PolicyInput"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
        };
    };
    getPolicy: {
        parameters: {
            path: {
                policyId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
        };
    };
    deletePolicy: {
        parameters: {
            path: {
                policyId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    updatePolicy: {
        parameters: {
            path: {
                policyId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["PolicyPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
        };
    };
    simulateAnswer: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "Are returns free?",
                 *       "history": [
                 *         {
                 *           "role": "customer",
                 *           "content": "Hello!"
                 *         }
                 *       ],
                 *       "threshold": 0.4
                 *     }
                 */
                "application/json": components["schemas"]["SimulationInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Simulation"];
                    "text/event-stream": components["schemas"]["SimulateAnswerEvent"];
                };
            };
        };
    };
    listTestSuites: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["TestSuiteList"];
                };
            };
        };
    };
    createTestSuite: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Returns",
                 *       "scenarios": [
                 *         {
                 *           "name": "free returns",
                 *           "turns": [
                 *             {
                 *               "message": "Are returns free?",
                 *               "expect": {
                 *                 "outcome": "answered",
                 *                 "contains": "30 days"
                 *               }
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TestSuiteInputInput"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["TestSuite"];
                };
            };
        };
    };
    getTestSuite: {
        parameters: {
            query?: {
                format?: "json" | "yaml";
            };
            path: {
                suiteId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["TestSuite"];
                    "application/yaml": components["schemas"]["TestSuiteInput"];
                };
            };
        };
    };
    deleteTestSuite: {
        parameters: {
            path: {
                suiteId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    updateTestSuite: {
        parameters: {
            path: {
                suiteId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "What every release must answer."
                 *     }
                 */
                "application/json": components["schemas"]["TestSuitePatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["TestSuite"];
                };
            };
        };
    };
    runTestSuite: {
        parameters: {
            path: {
                suiteId: string;
            };
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "threshold": 0.5
                 *     }
                 */
                "application/json": components["schemas"]["TestRunInput"];
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["TestRun"];
                };
            };
        };
    };
    listTestRuns: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            path: {
                suiteId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["TestRunReportList"];
                };
            };
        };
    };
    getTestRun: {
        parameters: {
            path: {
                suiteId: string;
                runId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["TestRunReport"];
                };
            };
        };
    };
    listRehearsals: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["RehearsalList"];
                };
            };
        };
    };
    startRehearsal: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shorter answers",
                 *       "questions": 100,
                 *       "settings": {
                 *         "escalationThreshold": 0.5,
                 *         "languages": [
                 *           "en",
                 *           "sv"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RehearsalInput"];
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["Rehearsal"];
                };
            };
        };
    };
    getRehearsal: {
        parameters: {
            path: {
                rehearsalId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Rehearsal"];
                };
            };
        };
    };
    deleteRehearsal: {
        parameters: {
            path: {
                rehearsalId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    listRehearsalResults: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description Only these */
                verdict?: components["schemas"]["RehearsalVerdict"];
            };
            path: {
                rehearsalId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["RehearsalResultList"];
                };
            };
        };
    };
    exportRehearsalResults: {
        parameters: {
            query?: {
                /** @description Only these */
                verdict?: components["schemas"]["RehearsalVerdict"];
                format?: "csv" | "jsonl";
            };
            path: {
                rehearsalId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "text/csv; charset=utf-8": Blob;
                    "application/x-ndjson": Blob;
                };
            };
        };
    };
    listConversations: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: components["schemas"]["AnyOfStatuses"];
                handler?: components["schemas"]["AnyOfHandlers"];
                channel?: components["schemas"]["AnyOfChannels"];
                /** @description An agent’s id, `me` (the agent of `x-agent-id`) or `none` */
                assignee?: string | string[];
                /** @description A team’s id, or `none` */
                team?: string | string[];
                tag?: string | string[];
                /** @description `breached`: a service-level target was missed; `due`: a target is running and none was missed */
                sla?: components["schemas"]["AnyOfSlaStatuses"];
                contactId?: string | string[];
                snoozed?: "true" | "false" | "any";
                /** @description The score that the customer gave */
                rating?: number | number[];
                /** @description Whether its contact is blocked */
                blocked?: "true" | "false" | "any";
                /** @description Only conversations with a message that the calling agent has not read */
                unread?: true | "true";
                ids?: string | string[];
                q?: string;
                /** @description Last message at this time or later */
                from?: string;
                /** @description Before this time; a day is included as a whole */
                to?: string;
                sort?: components["schemas"]["ConversationSort"];
                view?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ConversationList"];
                };
            };
        };
    };
    handOverConversation: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "conversationId": "cnv_6f1c2f0d9b8a47e5a3d2c1b0f9e8d7c6",
                 *       "reason": "asked for a person",
                 *       "note": "Speaks Swedish."
                 *     }
                 */
                "application/json": components["schemas"]["HandOverConversationRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Handover"];
                };
            };
        };
    };
    bulkUpdateConversations: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "tag",
                 *       "tag": "returns",
                 *       "filter": {
                 *         "status": "open",
                 *         "channel": "email"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["BulkConversationsInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["BulkConversationsReply"];
                    "text/csv; charset=utf-8": string;
                };
            };
        };
    };
    getConversation: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    updateConversation: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "assignee": "agt_8d969eef6ecad3c29a3a629280e686cf",
                 *       "tags": [
                 *         "returns"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ConversationPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    markConversationRead: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sequence": 4
                 *     }
                 */
                "application/json": components["schemas"]["MarkConversationReadRequest"];
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description The newest ones before the message of this `sequence` */
                before?: number;
                /** @description The oldest ones after the message of this `sequence` */
                after?: number;
                /** @description Those before and after the message of this `sequence`, with it */
                around?: number;
            };
            path: {
                conversationId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
        };
    };
    createMessage: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "reply",
                 *       "content": "I have sent you a label.",
                 *       "agentId": "agt_8d969eef6ecad3c29a3a629280e686cf",
                 *       "sawSequence": 3
                 *     }
                 */
                "application/json": components["schemas"]["CreateMessageRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    resendMessage: {
        parameters: {
            path: {
                conversationId: string;
                messageId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["MessageDelivery"];
                };
            };
        };
    };
    handBackConversation: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    listConversationActivity: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            path: {
                conversationId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ActivityList"];
                };
            };
        };
    };
    rateConversation: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "score": 5,
                 *       "comment": "Quick and friendly."
                 *     }
                 */
                "application/json": components["schemas"]["RateConversationRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["RateConversationResponse"];
                };
            };
        };
    };
    countInbox: {
        parameters: {
            query?: {
                views?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["CountInboxResponse"];
                };
            };
        };
    };
    listViews: {
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ViewList"];
                };
            };
        };
    };
    createView: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "VIPs who wait",
                 *       "filter": {
                 *         "tag": "vip",
                 *         "status": [
                 *           "open",
                 *           "escalated"
                 *         ]
                 *       },
                 *       "sort": "waiting",
                 *       "shared": true
                 *     }
                 */
                "application/json": components["schemas"]["ViewInput"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
        };
    };
    getView: {
        parameters: {
            path: {
                viewId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
        };
    };
    deleteView: {
        parameters: {
            path: {
                viewId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    updateView: {
        parameters: {
            path: {
                viewId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "VIPs",
                 *       "order": 2
                 *     }
                 */
                "application/json": components["schemas"]["ViewPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
        };
    };
    listTags: {
        parameters: {
            query?: {
                of?: "conversations" | "contacts" | "sources";
                q?: string;
                limit?: number;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ListTagsResponse"];
                };
            };
        };
    };
    getDraft: {
        parameters: {
            path: {
                conversationId: string;
                kind: components["schemas"]["CreateMessageRequestKind"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
        };
    };
    putDraft: {
        parameters: {
            path: {
                conversationId: string;
                kind: components["schemas"]["CreateMessageRequestKind"];
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Returns are free within 30 days.",
                 *       "sawSequence": 4,
                 *       "revision": 0
                 *     }
                 */
                "application/json": components["schemas"]["DraftInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
        };
    };
    deleteDraft: {
        parameters: {
            path: {
                conversationId: string;
                kind: components["schemas"]["CreateMessageRequestKind"];
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    listDrafts: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                agentId?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["DraftList"];
                };
            };
        };
    };
    tellPresence: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "conversationId": "cnv_6f1c2f0d9b8a47e5a3d2c1b0f9e8d7c6",
                 *       "state": "replying"
                 *     }
                 */
                "application/json": components["schemas"]["TellPresenceRequest"];
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    tellTyping: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description Only unread ones */
                unread?: "true";
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ListNotificationsResponse"];
                };
            };
        };
    };
    markNotificationsRead: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "all": true
                 *     }
                 */
                "application/json": components["schemas"]["MarkNotificationsReadRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["MarkNotificationsReadResponse"];
                };
            };
        };
    };
    uploadAttachment: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "Returns are free within 30 days. Bring the receipt to any shop."
                 *     }
                 */
                "multipart/form-data": components["schemas"]["ImportKnowledgeForm"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["UploadedAttachment"];
                };
            };
        };
    };
    fetchChannelMedia: {
        parameters: {
            path: {
                token: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    downloadAttachment: {
        parameters: {
            query?: {
                preview?: "true" | "false";
            };
            path: {
                conversationId: string;
                attachmentId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/octet-stream": Blob;
                    "image/png": Blob;
                    "image/jpeg": Blob;
                    "image/gif": Blob;
                    "image/webp": Blob;
                    "application/pdf": Blob;
                    "text/plain": Blob;
                    "text/csv": Blob;
                    "audio/mpeg": Blob;
                    "audio/ogg": Blob;
                    "audio/aac": Blob;
                    "audio/mp4": Blob;
                    "audio/amr": Blob;
                    "video/mp4": Blob;
                    "video/3gpp": Blob;
                };
            };
        };
    };
    streamChanges: {
        parameters: {
            query?: {
                types?: string;
                conversationId?: string;
            };
        };
        responses: {
            /** @description The stream */
            200: {
                content: {
                    "text/event-stream": components["schemas"]["StreamChangesEvent"];
                };
            };
        };
    };
    listContacts: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                q?: string;
                tag?: string;
                email?: string;
                phone?: string;
                externalId?: string;
                blocked?: "true" | "false";
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
        };
    };
    createContact: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Anna Berg",
                 *       "email": "anna@example.com",
                 *       "tags": [
                 *         "vip"
                 *       ],
                 *       "attributes": {
                 *         "plan": "gold"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ContactInput"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    exportContacts: {
        parameters: {
            query?: {
                q?: string;
                tag?: string;
                email?: string;
                phone?: string;
                externalId?: string;
                blocked?: "true" | "false";
                fields?: string;
                format?: "csv" | "json";
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        [key: string]: string | number | boolean | string[] | null;
                    }[];
                    "text/csv; charset=utf-8": Blob;
                };
            };
        };
    };
    bulkUpdateContacts: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "tag",
                 *       "tag": "newsletter",
                 *       "filter": {
                 *         "tag": "vip"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["BulkUpdateContactsRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["BulkUpdateContactsResponse"];
                };
            };
        };
    };
    mergeContacts: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "into": "con_2b7e151628aed2a6abf7158809cf4f3c",
                 *       "from": "con_c4ca4238a0b923820dcc509a6f75849b"
                 *     }
                 */
                "application/json": components["schemas"]["MergeContactsRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    getContact: {
        parameters: {
            path: {
                contactId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    deleteContact: {
        parameters: {
            path: {
                contactId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    updateContact: {
        parameters: {
            path: {
                contactId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone": "+46701740605",
                 *       "tags": [
                 *         "vip"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ContactPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    exportContactData: {
        parameters: {
            path: {
                contactId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ExportContactDataResponse"];
                };
            };
        };
    };
    eraseContact: {
        parameters: {
            path: {
                contactId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["JobStarted"];
                };
            };
        };
    };
    blockContact: {
        parameters: {
            path: {
                contactId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    unblockContact: {
        parameters: {
            path: {
                contactId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    listConnectors: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ConnectorList"];
                };
            };
        };
    };
    createConnector: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "zendesk",
                 *       "subdomain": "example",
                 *       "pushConversations": [
                 *         "escalated"
                 *       ],
                 *       "secrets": {
                 *         "email": "ops@example.com",
                 *         "apiToken": "the-token-of-zendesk"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ConnectorInput"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["Connector"];
                };
            };
        };
    };
    getConnector: {
        parameters: {
            path: {
                connectorId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Connector"];
                };
            };
        };
    };
    deleteConnector: {
        parameters: {
            path: {
                connectorId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    updateConnector: {
        parameters: {
            path: {
                connectorId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "syncEveryMinutes": 60
                 *     }
                 */
                "application/json": components["schemas"]["ConnectorPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Connector"];
                };
            };
        };
    };
    syncConnector: {
        parameters: {
            path: {
                connectorId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["JobStarted"];
                };
            };
        };
    };
    listConnectorSyncs: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            path: {
                connectorId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ConnectorSyncJobList"];
                };
            };
        };
    };
    listConnectorDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            path: {
                connectorId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ConnectorDeliveryList"];
                };
            };
        };
    };
    pushConversation: {
        parameters: {
            path: {
                connectorId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "conversationId": "cnv_6f1c2f0d9b8a47e5a3d2c1b0f9e8d7c6"
                 *     }
                 */
                "application/json": components["schemas"]["PushConversationRequest"];
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["ConnectorDelivery"];
                };
            };
        };
    };
    listCannedReplies: {
        parameters: {
            query?: {
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["CannedReplyList"];
                };
            };
        };
    };
    createCannedReply: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Returns",
                 *       "shortcut": "returns",
                 *       "content": "Hello {{contact.name}}, returns are free.",
                 *       "actions": {
                 *         "tags": [
                 *           "returns"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CannedReplyInput"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["CannedReply"];
                };
            };
        };
    };
    getCannedReply: {
        parameters: {
            path: {
                replyId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["CannedReply"];
                };
            };
        };
    };
    deleteCannedReply: {
        parameters: {
            path: {
                replyId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    updateCannedReply: {
        parameters: {
            path: {
                replyId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "language": "en"
                 *     }
                 */
                "application/json": components["schemas"]["CannedReplyPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["CannedReply"];
                };
            };
        };
    };
    renderCannedReply: {
        parameters: {
            path: {
                replyId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "conversationId": "cnv_6f1c2f0d9b8a47e5a3d2c1b0f9e8d7c6"
                 *     }
                 */
                "application/json": components["schemas"]["PushConversationRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["RenderedReply"];
                };
            };
        };
    };
    importContacts: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "E-mail,Name\nanna@example.com,Anna Berg\n",
                 *       "mapping": "{\"E-mail\":\"email\",\"Name\":\"name\"}",
                 *       "onDuplicate": "update",
                 *       "dryRun": "true"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["ImportContactsForm"];
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["JobStarted"];
                };
            };
        };
    };
    getContactImport: {
        parameters: {
            path: {
                importId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ContactImport"];
                };
            };
        };
    };
    getContactErasure: {
        parameters: {
            path: {
                erasureId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ContactErasureJob"];
                };
            };
        };
    };
    listContactImportRows: {
        parameters: {
            query?: {
                verdict?: "created" | "updated" | "duplicate" | "rejected";
                after?: number;
                limit?: number;
            };
            path: {
                importId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ListContactImportRowsResponse"];
                };
            };
        };
    };
    downloadRejectedContactRows: {
        parameters: {
            path: {
                importId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "text/csv; charset=utf-8": Blob;
                };
            };
        };
    };
    undoContactImport: {
        parameters: {
            path: {
                importId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["ContactImport"];
                };
            };
        };
    };
    runCopilotAction: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "summarize",
                 *       "conversationId": "cnv_6f1c2f0d9b8a47e5a3d2c1b0f9e8d7c6"
                 *     }
                 */
                "application/json": components["schemas"]["RunCopilotActionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["CopilotResult"];
                    "text/event-stream": components["schemas"]["RunCopilotActionEvent"];
                };
            };
        };
    };
    listCopilotRuns: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            path: {
                conversationId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["CopilotRunList"];
                };
            };
        };
    };
    listChannels: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ChannelList"];
                };
            };
        };
    };
    createChannel: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "email",
                 *       "provider": "postmark",
                 *       "address": "support@example.com",
                 *       "name": "Support",
                 *       "secrets": {
                 *         "username": "postmark",
                 *         "password": "a-long-password",
                 *         "serverToken": "the-token-of-postmark"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateChannelRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
        };
    };
    getChannel: {
        parameters: {
            path: {
                channelId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
        };
    };
    deleteChannel: {
        parameters: {
            path: {
                channelId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    updateChannel: {
        parameters: {
            path: {
                channelId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["UpdateChannelRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
        };
    };
    listFilteredEmails: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                channelId?: string;
                reason?: components["schemas"]["FilterReason"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["FilteredEmailList"];
                };
            };
        };
    };
    getFilteredEmail: {
        parameters: {
            path: {
                filteredEmailId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["FilteredEmail"];
                };
            };
        };
    };
    deleteFilteredEmail: {
        parameters: {
            path: {
                filteredEmailId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    restoreFilteredEmail: {
        parameters: {
            path: {
                filteredEmailId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["FilteredEmail"];
                };
            };
        };
    };
    downloadFilteredEmail: {
        parameters: {
            path: {
                filteredEmailId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/octet-stream": Blob;
                    "message/rfc822": Blob;
                };
            };
        };
    };
    downloadOriginalEmail: {
        parameters: {
            path: {
                conversationId: string;
                messageId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/octet-stream": Blob;
                    "message/rfc822": Blob;
                };
            };
        };
    };
    receiveEmail: {
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            200: {
                content?: never;
            };
        };
    };
    receiveEmailForChannel: {
        parameters: {
            path: {
                channelId: string;
            };
        };
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            200: {
                content?: never;
            };
        };
    };
    receiveWhatsapp: {
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            200: {
                content?: never;
            };
        };
    };
    verifyWhatsappWebhook: {
        parameters: {
            path: {
                channelId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    receiveWhatsappForChannel: {
        parameters: {
            path: {
                channelId: string;
            };
        };
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            200: {
                content?: never;
            };
        };
    };
    receiveSms: {
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            200: {
                content?: never;
            };
        };
    };
    receiveSmsForChannel: {
        parameters: {
            path: {
                channelId: string;
            };
        };
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            200: {
                content?: never;
            };
        };
    };
    listWidgets: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["WidgetList"];
                };
            };
        };
    };
    createWidget: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "allowedOrigins": [
                 *         "https://shop.example.com"
                 *       ],
                 *       "identity": {
                 *         "mode": "optional"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WidgetInput"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["CreatedWidget"];
                };
            };
        };
    };
    getWidget: {
        parameters: {
            path: {
                widgetId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Widget"];
                };
            };
        };
    };
    deleteWidget: {
        parameters: {
            path: {
                widgetId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    updateWidget: {
        parameters: {
            path: {
                widgetId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "theme": {
                 *         "accent": "#0b6e4f"
                 *       },
                 *       "limits": {
                 *         "tokensPerDay": 200000
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WidgetPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Widget"];
                };
            };
        };
    };
    rotateWidgetSecret: {
        parameters: {
            path: {
                widgetId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["RotateWidgetSecretResponse"];
                };
            };
        };
    };
    getWidgetConfig: {
        parameters: {
            query?: {
                /** @description Language tag; default: English */
                lang?: string;
            };
            path: {
                widgetId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["WidgetConfig"];
                };
            };
        };
    };
    beginVisitorSession: {
        parameters: {
            path: {
                widgetId: string;
            };
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "page": {
                 *         "url": "https://shop.example.com/returns",
                 *         "title": "Returns"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["BeginVisitorSessionRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["VisitorSession"];
                };
            };
        };
    };
    endVisitorSession: {
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    updateVisitor: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Anna",
                 *       "email": "anna@example.com",
                 *       "fields": {
                 *         "order": "A-1042"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateVisitorRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["UpdateVisitorResponse"];
                };
            };
        };
    };
    listVisitorConversations: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["VisitorConversationList"];
                };
            };
        };
    };
    deleteVisitorConversations: {
        responses: {
            /** @description Accepted, under way */
            202: {
                content?: never;
            };
        };
    };
    listVisitorMessages: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description The oldest ones after the message of this `sequence` */
                after?: number;
            };
            path: {
                conversationId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["VisitorMessageList"];
                };
            };
        };
    };
    sendVisitorMessage: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "Are returns free?",
                 *       "clientId": "c-1"
                 *     }
                 */
                "application/json": components["schemas"]["SendVisitorMessageRequest"];
            };
        };
        responses: {
            /** @description The stream */
            200: {
                content: {
                    "text/event-stream": components["schemas"]["SendVisitorMessageEvent"];
                };
            };
        };
    };
    stopVisitorAnswer: {
        parameters: {
            path: {
                messageId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    resumeVisitorAnswer: {
        parameters: {
            path: {
                messageId: string;
            };
        };
        responses: {
            /** @description The stream */
            200: {
                content: {
                    "text/event-stream": components["schemas"]["SendVisitorMessageEvent"];
                };
            };
        };
    };
    streamVisitorEvents: {
        responses: {
            /** @description The stream */
            200: {
                content: {
                    "text/event-stream": components["schemas"]["StreamVisitorEventsEvent"];
                };
            };
        };
    };
    uploadVisitorAttachment: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "A receipt"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["ImportKnowledgeForm"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["UploadedAttachment"];
                };
            };
        };
    };
    downloadVisitorAttachment: {
        parameters: {
            query?: {
                preview?: "true" | "false";
            };
            path: {
                attachmentId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/octet-stream": Blob;
                    "image/png": Blob;
                    "image/jpeg": Blob;
                    "image/gif": Blob;
                    "image/webp": Blob;
                    "application/pdf": Blob;
                    "text/plain": Blob;
                    "text/csv": Blob;
                    "audio/mpeg": Blob;
                    "audio/ogg": Blob;
                    "audio/aac": Blob;
                    "audio/mp4": Blob;
                    "audio/amr": Blob;
                    "video/mp4": Blob;
                    "video/3gpp": Blob;
                };
            };
        };
    };
    mailTranscript: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content?: never;
            };
        };
    };
    markVisitorConversationRead: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sequence": 4
                 *     }
                 */
                "application/json": components["schemas"]["MarkConversationReadRequest"];
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    tellVisitorTyping: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    askForPerson: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "I would rather talk to a person"
                 *     }
                 */
                "application/json": components["schemas"]["AskForPersonRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["VisitorHandover"];
                };
            };
        };
    };
    closeVisitorConversation: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    rateVisitorAnswer: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "messageId": "msg_0cc175b9c0f1b6a831c399e269772661a",
                 *       "helpful": true
                 *     }
                 */
                "application/json": components["schemas"]["RateAnswerRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["RateAnswerResponse"];
                };
            };
        };
    };
    rateVisitorConversation: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "score": 5,
                 *       "comment": "Quick and friendly."
                 *     }
                 */
                "application/json": components["schemas"]["RateConversationRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["RateConversationResponse"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://www.example.com/frontdesk",
                 *       "events": [
                 *         "conversation.escalated"
                 *       ],
                 *       "description": "Pager"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointInput"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["CreateWebhookEndpointResponse"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            path: {
                endpointId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            path: {
                endpointId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            path: {
                endpointId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true,
                 *       "maxPerSecond": 20
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            path: {
                endpointId: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            path: {
                endpointId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["CreateWebhookEndpointResponse"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                state?: "pending" | "delivered" | "failed";
                /** @description Events of this type */
                event?: components["schemas"]["WebhookEventType"];
                /** @description Recorded at this time or later */
                from?: string;
                /** @description Recorded before this time; a day is included as a whole */
                to?: string;
            };
            path: {
                endpointId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
        };
    };
    replayWebhookDeliveries: {
        parameters: {
            path: {
                endpointId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-01-31T00:00:00Z",
                 *       "to": "2026-01-31T12:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayWebhookDeliveriesRequest"];
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["JobStarted"];
                };
            };
        };
    };
    retryWebhookDelivery: {
        parameters: {
            path: {
                deliveryId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    createWebhookListener: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "message.sent"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookListenerInput"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["WebhookListener"];
                };
            };
        };
    };
    streamWebhookListener: {
        parameters: {
            path: {
                listenerId: string;
            };
        };
        responses: {
            /** @description The stream */
            200: {
                content: {
                    "text/event-stream": components["schemas"]["StreamWebhookListenerEvent"];
                };
            };
        };
    };
    deleteWebhookListener: {
        parameters: {
            path: {
                listenerId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    getSession: {
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    signIn: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "bo@example.com",
                 *       "password": "a passphrase of his own"
                 *     }
                 */
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    signOut: {
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                agentId?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ListSessionsResponse"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            path: {
                sessionId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    listSignInProviders: {
        parameters: {
            query: {
                /** @description Id of the tenant */
                tenant: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["SignInProviders"];
                };
            };
        };
    };
    startOidcSignIn: {
        parameters: {
            query: {
                /** @description Id of the tenant */
                tenant: string;
                /** @description Where the browser goes afterwards. Default: /console/ */
                return?: string;
            };
            path: {
                provider: string;
            };
        };
        responses: never;
    };
    finishOidcSignIn: {
        parameters: {
            query?: {
                state?: string;
                code?: string;
                iss?: string;
                error?: string;
            };
            path: {
                provider: string;
                /** @description Id of the tenant */
                tenantId: string;
            };
        };
        responses: never;
    };
    setUp: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "Zm9yLW9uZS11c2Utb25seS1hbmQtb25seS1vbmNlLTEyM",
                 *       "name": "Bo Lind",
                 *       "email": "bo@example.com",
                 *       "password": "a passphrase of his own"
                 *     }
                 */
                "application/json": components["schemas"]["SetUpRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    acceptInvite: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "Zm9yLW9uZS11c2Utb25seS1hbmQtb25seS1vbmNlLTEyM",
                 *       "password": "a passphrase of his own"
                 *     }
                 */
                "application/json": components["schemas"]["AcceptInviteRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    forgetPassword: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "bo@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ForgetPasswordRequest"];
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content?: never;
            };
        };
    };
    resetPassword: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "Zm9yLW9uZS11c2Utb25seS1hbmQtb25seS1vbmNlLTEyM",
                 *       "password": "a passphrase of his own"
                 *     }
                 */
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    changePassword: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current": "a passphrase of his own",
                 *       "password": "another passphrase of his"
                 *     }
                 */
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    getMe: {
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    updateMe: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "available": true,
                 *       "outOfOffice": null,
                 *       "preferences": {
                 *         "theme": "dark"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMeRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    beginTotp: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "a passphrase of his own"
                 *     }
                 */
                "application/json": components["schemas"]["BeginTotpRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["TotpSetup"];
                };
            };
        };
    };
    confirmTotp: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "492039"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmTotpRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
        };
    };
    renewRecoveryCodes: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "a passphrase of his own",
                 *       "code": "492039"
                 *     }
                 */
                "application/json": components["schemas"]["RenewRecoveryCodesRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
        };
    };
    disableTotp: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "a passphrase of his own",
                 *       "code": "492039"
                 *     }
                 */
                "application/json": components["schemas"]["RenewRecoveryCodesRequest"];
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    createApiKey: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "website",
                 *       "scopes": [
                 *         "chat"
                 *       ],
                 *       "expiresAt": "2036-01-31T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            path: {
                keyId: string;
            };
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlapSeconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["RotateApiKeyRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["RotateApiKeyResponse"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            path: {
                keyId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    listAgents: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["AgentList"];
                };
            };
        };
    };
    createAgent: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Bo Lind",
                 *       "email": "bo@example.com",
                 *       "role": "agent"
                 *     }
                 */
                "application/json": components["schemas"]["CreateAgentRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["CreatedAgent"];
                };
            };
        };
    };
    getAgent: {
        parameters: {
            path: {
                agentId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
        };
    };
    deleteAgent: {
        parameters: {
            path: {
                agentId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    updateAgent: {
        parameters: {
            path: {
                agentId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "available": false,
                 *       "capacity": 20
                 *     }
                 */
                "application/json": components["schemas"]["AgentPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
        };
    };
    inviteAgent: {
        parameters: {
            path: {
                agentId: string;
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["Invite"];
                };
            };
        };
    };
    createResetLink: {
        parameters: {
            path: {
                agentId: string;
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["ResetLink"];
                };
            };
        };
    };
    resetTotp: {
        parameters: {
            path: {
                agentId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
        };
    };
    listTeams: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["TeamList"];
                };
            };
        };
    };
    createTeam: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Billing",
                 *       "members": [
                 *         "agt_8d969eef6ecad3c29a3a629280e686cf"
                 *       ],
                 *       "assignment": "round_robin"
                 *     }
                 */
                "application/json": components["schemas"]["TeamInput"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    getTeam: {
        parameters: {
            path: {
                teamId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    deleteTeam: {
        parameters: {
            path: {
                teamId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    updateTeam: {
        parameters: {
            path: {
                teamId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "assignment": "least_busy"
                 *     }
                 */
                "application/json": components["schemas"]["TeamPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    listSlaPolicies: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["SlaPolicyList"];
                };
            };
        };
    };
    createSlaPolicy: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "E-mail within a day",
                 *       "targets": {
                 *         "firstResponse": 240,
                 *         "nextResponse": 480,
                 *         "resolution": 2880
                 *       },
                 *       "businessHours": true,
                 *       "filter": {
                 *         "channel": [
                 *           "email"
                 *         ]
                 *       },
                 *       "onBreach": {
                 *         "addTags": [
                 *           "late"
                 *         ],
                 *         "escalate": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SlaPolicyInput"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["SlaPolicy"];
                };
            };
        };
    };
    getSlaPolicy: {
        parameters: {
            path: {
                slaPolicyId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["SlaPolicy"];
                };
            };
        };
    };
    deleteSlaPolicy: {
        parameters: {
            path: {
                slaPolicyId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    updateSlaPolicy: {
        parameters: {
            path: {
                slaPolicyId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "order": 2,
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["SlaPolicyPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["SlaPolicy"];
                };
            };
        };
    };
    getSettings: {
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["GetSettingsResponse"];
                };
            };
        };
    };
    updateSettings: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "languages": [
                 *         "en",
                 *         "sv"
                 *       ],
                 *       "businessHours": {
                 *         "timeZone": "Europe/Stockholm",
                 *         "days": {
                 *           "monday": [
                 *             {
                 *               "from": "09:00",
                 *               "to": "17:00"
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSettingsRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["GetSettingsResponse"];
                };
            };
        };
    };
    getOpeningHours: {
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["GetOpeningHoursResponse"];
                };
            };
        };
    };
    getCustomerTexts: {
        parameters: {
            query?: {
                language?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["GetCustomerTextsResponse"];
                };
            };
        };
    };
    listEscalationRules: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["EscalationRuleList"];
                };
            };
        };
    };
    createEscalationRule: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Refunds",
                 *       "when": {
                 *         "kind": "keywords",
                 *         "keywords": [
                 *           "refund"
                 *         ]
                 *       },
                 *       "then": {
                 *         "assignee": "agt_8d969eef6ecad3c29a3a629280e686cf",
                 *         "team": "billing"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EscalationRuleInput"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["EscalationRule"];
                };
            };
        };
    };
    getEscalationRule: {
        parameters: {
            path: {
                ruleId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["EscalationRule"];
                };
            };
        };
    };
    deleteEscalationRule: {
        parameters: {
            path: {
                ruleId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    updateEscalationRule: {
        parameters: {
            path: {
                ruleId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "priority": 10,
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["EscalationRulePatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["EscalationRule"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
        };
    };
    previewEscalationThreshold: {
        parameters: {
            query: {
                threshold: number;
                limit?: number;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ThresholdPreview"];
                };
            };
        };
    };
    getAnalyticsOverview: {
        parameters: {
            query?: {
                /** @description A day (UTC) or a time; default: 29 days before `to` */
                from?: string;
                /** @description A day (included) or a time (excluded); default: today */
                to?: string;
                by?: "day" | "channel" | "tag";
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["AnalyticsOverview"];
                };
            };
        };
    };
    getAnalyticsTopics: {
        parameters: {
            query?: {
                /** @description A day (UTC) or a time; default: 29 days before `to` */
                from?: string;
                /** @description A day (included) or a time (excluded); default: today */
                to?: string;
                by?: "tag" | "source";
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["GetAnalyticsTopicsResponse"];
                };
            };
        };
    };
    listAnalyticsRows: {
        parameters: {
            query: {
                limit?: number;
                cursor?: string;
                metric: components["schemas"]["AnalyticsMetric"];
                /** @description A day (UTC) or a time; default: 29 days before `to` */
                from?: string;
                /** @description A day (included) or a time (excluded); default: today */
                to?: string;
                channel?: components["schemas"]["ConversationChannel"];
                tag?: string;
                /** @description Only of conversations without tags */
                untagged?: "true";
                /** @description Of `rating` */
                score?: number;
                reason?: components["schemas"]["EscalationReasonInput"];
                policyId?: string;
                sourceId?: string;
                slaPolicyId?: string;
                teamId?: string;
                target?: components["schemas"]["SlaTarget"];
                judged?: "right" | "wrong";
                minConfidence?: number;
                /** @description Not included, unless it is 1 */
                maxConfidence?: number;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["AnalyticsRowList"];
                };
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                kind?: "bulk" | "suggestion" | "retention" | "agent" | "api_key" | "channel" | "connector" | "contact" | "dead_letter" | "escalation_rule" | "policy" | "rehearsal" | "session" | "settings" | "sla_policy" | "source" | "suite" | "team" | "tenant" | "webhook_endpoint" | "widget";
                from?: string;
                to?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["AuditLogEntryList"];
                };
            };
        };
    };
    listSuggestions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: components["schemas"]["SuggestionStatus"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["SuggestionList"];
                };
            };
        };
    };
    getSuggestion: {
        parameters: {
            path: {
                suggestionId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Suggestion"];
                };
            };
        };
    };
    proposeAnswer: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "messageId": "msg_0cc175b9c0f1b6a831c399e269772661a",
                 *       "question": "Do you deliver to Norway?",
                 *       "title": "Delivery to Norway",
                 *       "text": "We deliver to Norway within five working days."
                 *     }
                 */
                "application/json": components["schemas"]["ProposeAnswerRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["ProposeAnswerResponse"];
                };
            };
        };
    };
    acceptSuggestion: {
        parameters: {
            path: {
                suggestionId: string;
            };
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "title": "Returns",
                 *       "text": "Returns are free within 30 days. Bring the receipt to any shop."
                 *     }
                 */
                "application/json": components["schemas"]["AcceptSuggestionRequest"];
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["Suggestion"];
                };
            };
        };
    };
    dismissSuggestion: {
        parameters: {
            path: {
                suggestionId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Suggestion"];
                };
            };
        };
    };
    listDeadLetters: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["DeadLetterList"];
                };
            };
        };
    };
    retryDeadLetter: {
        parameters: {
            path: {
                deadLetterId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["RetryDeadLetterResponse"];
                };
            };
        };
    };
    deleteDeadLetter: {
        parameters: {
            path: {
                deadLetterId: string;
            };
        };
        responses: {
            /** @description Done; the reply has no content */
            204: {
                content?: never;
            };
        };
    };
    listTenants: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["TenantList"];
                };
            };
        };
    };
    createTenant: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Example Ltd"
                 *     }
                 */
                "application/json": components["schemas"]["CreateTenantRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["CreateTenantResponse"];
                };
            };
        };
    };
    eraseTenant: {
        parameters: {
            path: {
                tenantId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["EraseTenantResponse"];
                };
            };
        };
    };
    listPlatformLog: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                from?: string;
                to?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["AuditLogEntryList"];
                };
            };
        };
    };
    getTenantErasure: {
        parameters: {
            path: {
                jobId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["TenantErasureJob"];
                };
            };
        };
    };
    onConversationCreated: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationCreatedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onConversationResolved: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationResolvedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onConversationEscalated: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationEscalatedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onConversationSlaBreached: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationSlaBreachedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onConversationAssigned: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationAssignedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onConversationTeamChanged: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationTeamChangedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onConversationClosed: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationClosedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onConversationReopened: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationReopenedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onConversationTagged: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationTaggedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onConversationUntagged: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationUntaggedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onConversationRated: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationRatedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onMessageReceived: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageReceivedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onMessageSent: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageSentEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onFeedbackReceived: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedbackReceivedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onContactCreated: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactCreatedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onContactUpdated: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactUpdatedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onContactMerged: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactMergedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onContactDeleted: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactDeletedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onKnowledgeUpdated: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeUpdatedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onKnowledgeContradicted: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeContradictedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onJobFinished: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobFinishedEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
    onEndpointDisabled: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointDisabledEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            "2XX": {
                content?: never;
            };
        };
    };
}
