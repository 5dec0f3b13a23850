// Written by `node scripts/client-types.ts` from the OpenAPI document; not by hand.

export interface paths {
    "/api/chat/message": {
        /**
         * Ask, and wait for the whole answer
         * @description `outcome` is `answered`, `blocked` (a policy refused), `escalated` (a person will answer) or `waiting` (a person has taken over; the message was passed on).
         *
         *     Needs the scope `chat`.
         */
        post: operations["postChatMessage"];
    };
    "/api/chat/stream": {
        /**
         * Ask, and read the answer as it is written
         * @description Server-sent events: one `start`, any number of `delta`, exactly one of `done`, `blocked`, `escalated`, `error`. `id` is the offset in the answer. When the rate limit is exceeded the 429 reply is an event stream too, with one `error` event.
         *
         *     Needs the scope `chat`.
         */
        post: operations["postChatStream"];
    };
    "/api/chat/stream/{messageId}": {
        /**
         * Go on reading an answer
         * @description Send `Last-Event-ID` with the last `id` that you saw; without it the answer comes from its beginning.
         *
         *     Needs the scope `chat`.
         */
        get: operations["getChatStreamMessageId"];
    };
    "/api/chat/feedback": {
        /**
         * Say whether an answer helped
         * @description `helpful: true` resolves the conversation as confirmed, also one that people have or that was closed. Only where people are to answer what the customer wrote after the question of that answer it stays theirs.
         *
         *     Needs the scope `chat`.
         */
        post: operations["postChatFeedback"];
    };
    "/api/knowledge/sources": {
        /**
         * List sources
         * @description Needs the scope `knowledge`.
         */
        get: operations["getKnowledgeSources"];
        /**
         * Add a source
         * @description A file as multipart/form-data, or JSON for a text or a web address. It is `Processing` at first.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["postKnowledgeSources"];
    };
    "/api/knowledge/sources/{sourceId}": {
        /**
         * Read a source
         * @description Needs the scope `knowledge`.
         */
        get: operations["getKnowledgeSourcesSourceId"];
        /**
         * Replace the content of a source, or describe it
         * @description New content (a file, or JSON `text`) becomes a new version; the old one answers until the new is Ready. `title`, `tags` and `metadata` change at once.
         *
         *     Needs the scope `knowledge`.
         */
        put: operations["putKnowledgeSourcesSourceId"];
        /**
         * Delete a source with all its versions and chunks
         * @description Needs the scope `knowledge`.
         */
        delete: operations["deleteKnowledgeSourcesSourceId"];
    };
    "/api/knowledge/sources/{sourceId}/retry": {
        /**
         * Process a Failed source again
         * @description Needs the scope `knowledge`.
         */
        post: operations["postKnowledgeSourcesSourceIdRetry"];
    };
    "/api/knowledge/sources/{sourceId}/chunks": {
        /**
         * List the live chunks of a source, in their order
         * @description Needs the scope `knowledge`.
         */
        get: operations["getKnowledgeSourcesSourceIdChunks"];
    };
    "/api/knowledge/sources/{sourceId}/versions": {
        /**
         * List the versions of a source
         * @description Needs the scope `knowledge`.
         */
        get: operations["getKnowledgeSourcesSourceIdVersions"];
    };
    "/api/knowledge/sources/{sourceId}/versions/{version}": {
        /**
         * Read a version with its text
         * @description Needs the scope `knowledge`.
         */
        get: operations["getKnowledgeSourcesSourceIdVersionsVersion"];
    };
    "/api/knowledge/sources/{sourceId}/versions/{version}/diff": {
        /**
         * Compare the texts of two versions
         * @description Needs the scope `knowledge`.
         */
        get: operations["getKnowledgeSourcesSourceIdVersionsVersionDiff"];
    };
    "/api/knowledge/sources/{sourceId}/versions/{version}/restore": {
        /**
         * Make the content of a version live again, as a new version
         * @description Nothing is extracted or embedded again. What answers now goes on to answer until the flip.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["postKnowledgeSourcesSourceIdVersionsVersionRestore"];
    };
    "/api/knowledge/bulk-ingest": {
        /**
         * Add many sources at once
         * @description JSON `urls`, or multipart/form-data with up to 50 `files`. Each is accepted or rejected by itself.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["postKnowledgeBulkIngest"];
    };
    "/api/knowledge/export": {
        /**
         * Export all knowledge
         * @description The manifest as JSON; `format=zip`: the manifest and the original files; `format=markdown`: a Markdown file a source. Streamed, whatever the size.
         *
         *     Needs the scope `knowledge`.
         */
        get: operations["getKnowledgeExport"];
    };
    "/api/knowledge/import": {
        /**
         * Import an export
         * @description A manifest as JSON, or the ZIP of an export as `file`. The job says of each source whether it was `created`, `updated`, `skipped` (the same content) or `rejected` (why). Ids and all versions are kept; vectors of the model in use are, too. Importing the same again changes nothing.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["postKnowledgeImport"];
    };
    "/api/jobs": {
        /**
         * List jobs
         * @description Needs the scope `knowledge`.
         */
        get: operations["getJobs"];
    };
    "/api/jobs/{jobId}": {
        /**
         * Read a job and the state of each item
         * @description Needs the scope `knowledge`.
         */
        get: operations["getJobsJobId"];
    };
    "/api/jobs/{jobId}/cancel": {
        /**
         * Cancel what a job has not begun
         * @description Items that have not begun end as `cancelled`; the others go on to their end. A finished job stays so.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["postJobsJobIdCancel"];
    };
    "/api/crawls/{crawlId}": {
        /**
         * Read a crawl and its pages
         * @description Each page with its status and, unless it was fetched, the reason.
         *
         *     Needs the scope `knowledge`.
         */
        get: operations["getCrawlsCrawlId"];
    };
    "/api/crawls/{crawlId}/rerun": {
        /**
         * Crawl again
         * @description Asks only for what changed since; the source gets a new version if something did.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["postCrawlsCrawlIdRerun"];
    };
    "/api/crawls/{crawlId}/cancel": {
        /**
         * End a running crawl
         * @description Its source fails as `cancelled`, or keeps the version it has. A crawl that has ended stays as it is.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["postCrawlsCrawlIdCancel"];
    };
    "/api/search": {
        /**
         * Search the live chunks
         * @description Needs the scope `knowledge`.
         */
        get: operations["getSearch"];
    };
    "/api/embeddings": {
        /**
         * Embed texts, or embed a source again
         * @description With `input` (a text or up to 256, each of 1 to 8000 characters): 200 with a vector of unit length for each, by the model that sources are embedded with. With `sourceId`: 202 with a job that embeds the live version of that source again; it answers all the while.
         *
         *     Needs the scope `knowledge`.
         */
        post: operations["postEmbeddings"];
    };
    "/api/knowledge/duplicates": {
        /**
         * List pairs of sources that say the same
         * @description Live texts are compared when a version becomes live: word for word, and by their sequences of words.
         *
         *     Needs the scope `knowledge`.
         */
        get: operations["getKnowledgeDuplicates"];
    };
    "/api/knowledge/duplicates/{duplicateId}/dismiss": {
        /**
         * Say that a pair of duplicates is to stay
         * @description Needs the scope `knowledge`.
         */
        post: operations["postKnowledgeDuplicatesDuplicateIdDismiss"];
    };
    "/api/knowledge/deletions": {
        /**
         * List deleted sources and what was removed of each
         * @description Needs the scope `knowledge`.
         */
        get: operations["getKnowledgeDeletions"];
    };
    "/api/knowledge/deletions/{deletedSourceId}": {
        /**
         * Read what the delete of a source removed
         * @description Versions, blobs, quotes in messages, bodies in the ledger of deliveries and replies kept for retries; chunks and vectors go at the same time. Events of the last seven days expire by themselves.
         *
         *     Needs the scope `knowledge`.
         */
        get: operations["getKnowledgeDeletionsDeletedSourceId"];
    };
    "/api/policies": {
        /**
         * List policies
         * @description Needs the scope `policies`.
         */
        get: operations["getPolicies"];
        /**
         * Make a policy
         * @description Needs the scope `policies`.
         */
        post: operations["postPolicies"];
    };
    "/api/policies/{policyId}": {
        /**
         * Read a policy
         * @description Needs the scope `policies`.
         */
        get: operations["getPoliciesPolicyId"];
        /**
         * Delete a policy
         * @description Needs the scope `policies`.
         */
        delete: operations["deletePoliciesPolicyId"];
        /**
         * Change a policy
         * @description Any field but `type`; a `config` has to fit the type that the policy has.
         *
         *     Needs the scope `policies`.
         */
        patch: operations["patchPoliciesPolicyId"];
    };
    "/api/simulate": {
        /**
         * Ask without leaving a trace, and see every step
         * @description Runs exactly what answers customers; stores and publishes nothing. `policies` stand in for the ones of the tenant.
         *
         *     Needs the scope `policies`.
         */
        post: operations["postSimulate"];
    };
    "/api/suites": {
        /**
         * List test suites
         * @description Needs the scope `policies`.
         */
        get: operations["getSuites"];
        /**
         * Make a test suite
         * @description Needs the scope `policies`.
         */
        post: operations["postSuites"];
    };
    "/api/suites/{suiteId}": {
        /**
         * Read a test suite
         * @description `format=yaml` answers the file that `frontdesk simulate` runs.
         *
         *     Needs the scope `policies`.
         */
        get: operations["getSuitesSuiteId"];
        /**
         * Delete a test suite and its runs
         * @description Needs the scope `policies`.
         */
        delete: operations["deleteSuitesSuiteId"];
        /**
         * Change a test suite
         * @description `scenarios` replaces all of them; runs that were started go on with what there was.
         *
         *     Needs the scope `policies`.
         */
        patch: operations["patchSuitesSuiteId"];
    };
    "/api/suites/{suiteId}/run": {
        /**
         * Run a test suite
         * @description Under what the tenant has now, or under `policies` and `threshold` in their place, or under several `configurations` that are compared. Nothing but the run is stored.
         *
         *     Needs the scope `policies`.
         */
        post: operations["postSuitesSuiteIdRun"];
    };
    "/api/suites/{suiteId}/runs": {
        /**
         * List the runs of a test suite, with every verdict
         * @description Needs the scope `policies`.
         */
        get: operations["getSuitesSuiteIdRuns"];
    };
    "/api/suites/{suiteId}/runs/{runId}": {
        /**
         * Read a run, with every verdict
         * @description Needs the scope `policies`.
         */
        get: operations["getSuitesSuiteIdRunsRunId"];
    };
    "/api/conversations": {
        /**
         * List conversations
         * @description Those with the newest message first. `q` finds conversations with messages in which all its words, or words that begin with them, stand; such a page may have fewer than `limit` though `nextCursor` goes on.
         *
         *     Needs the scope `conversations`.
         */
        get: operations["getConversations"];
    };
    "/api/conversations/handover": {
        /**
         * Hand a conversation over to people
         * @description The AI says nothing more until it is handed back; an answer in the making is discarded. A second hand-over changes nothing and says so in `alreadyHandedOver`.
         *
         *     Needs the scope `conversations`.
         */
        post: operations["postConversationsHandover"];
    };
    "/api/conversations/bulk": {
        /**
         * Do one thing to many conversations
         * @description By `ids` or by `filter`, up to 1,000. `export` answers the file; of CSV, cells that a spreadsheet would run begin with an apostrophe.
         *
         *     Needs the scope `conversations`.
         */
        post: operations["postConversationsBulk"];
    };
    "/api/conversations/{conversationId}": {
        /**
         * Read a conversation
         * @description Needs the scope `conversations`.
         */
        get: operations["getConversationsConversationId"];
        /**
         * Change a conversation
         * @description `status` `escalated` hands it over. `x-agent-id` names who did it.
         *
         *     Needs the scope `conversations`.
         */
        patch: operations["patchConversationsConversationId"];
    };
    "/api/conversations/{conversationId}/messages": {
        /**
         * List the messages of a conversation
         * @description Needs the scope `conversations`.
         */
        get: operations["getConversationsConversationIdMessages"];
        /**
         * Reply to the customer, or leave a note
         * @description A reply takes the conversation over: the AI says nothing more until it is handed back. With `sawSequence` it is refused as `conversation_moved` when newer messages exist.
         *
         *     Needs the scope `conversations`.
         */
        post: operations["postConversationsConversationIdMessages"];
    };
    "/api/conversations/{conversationId}/messages/{messageId}/resend": {
        /**
         * Send a message again that did not go out
         * @description Of a conversation by e-mail, WhatsApp or SMS: a message whose `delivery` is `failed` or `unknown`. Of one that is `unknown` nobody can tell whether the customer has it, so they may get it twice.
         *
         *     Needs the scope `conversations`.
         */
        post: operations["postConversationsConversationIdMessagesMessageIdResend"];
    };
    "/api/conversations/{conversationId}/handback": {
        /**
         * Give a conversation back to the AI
         * @description Needs the scope `conversations`.
         */
        post: operations["postConversationsConversationIdHandback"];
    };
    "/api/conversations/{conversationId}/activity": {
        /**
         * What was done to a conversation, by whom
         * @description Needs the scope `conversations`.
         */
        get: operations["getConversationsConversationIdActivity"];
    };
    "/api/conversations/{conversationId}/attachments/{attachmentId}": {
        /**
         * Download an attachment of a message
         * @description Always as a file to save, under its name; what could run in a browser comes as bytes.
         *
         *     Needs the scope `conversations`.
         */
        get: operations["getConversationsConversationIdAttachmentsAttachmentId"];
    };
    "/api/events/stream": {
        /**
         * Follow all changes
         * @description Server-sent events of every change of the tenant, numbered without a gap: the `id` is the number. First comes `ready` with the number from which on it reads; send `Last-Event-ID` to go on where you stopped, on any gateway. `reset` says that changes in between are gone (they are kept for 7 days), so read the lists again. `conversation.changed` comes for all of a conversation that is no message, its contact too; `conversation.erased` when an erasure or retention removed it (`conversationId`: it answers 404 from now on); `contact.changed` (`contactId`, none of its words) when a contact was changed, merged or erased.
         *
         *     Needs the scope `conversations`.
         */
        get: operations["getEventsStream"];
    };
    "/api/contacts": {
        /**
         * List contacts
         * @description `q` looks in name, e-mail, phone and external id; `email`, `phone` and `externalId` find by address.
         *
         *     Needs the scope `contacts`.
         */
        get: operations["getContacts"];
        /**
         * Add a contact
         * @description 409 names the contact that has the e-mail address, phone number or external id already.
         *
         *     Needs the scope `contacts`.
         */
        post: operations["postContacts"];
    };
    "/api/contacts/export": {
        /**
         * Export contacts with chosen fields
         * @description `fields` names them with commas between: id, name, email, phone, externalId, tags, createdAt, updatedAt, attributes.<name>. Cells that a spreadsheet would run begin with an apostrophe.
         *
         *     Needs the scope `contacts`.
         */
        get: operations["getContactsExport"];
    };
    "/api/contacts/bulk": {
        /**
         * Tag, untag or delete many contacts
         * @description By `ids` or by `filter`, at most 1,000; a filter that fits more is refused. `delete` without `confirm` changes nothing and answers the list and a token that is good for 15 minutes; with the token it deletes exactly that list.
         *
         *     Needs the scope `contacts`.
         */
        post: operations["postContactsBulk"];
    };
    "/api/contacts/merge": {
        /**
         * Make two contacts one
         * @description `into` keeps its own fields and takes what it lacks; conversations (of many, within seconds) and addresses of `from` become its own. 409 when one of the two is being merged or erased: then nothing has changed.
         *
         *     Needs the scope `contacts`.
         */
        post: operations["postContactsMerge"];
    };
    "/api/contacts/{contactId}": {
        /**
         * Read a contact
         * @description Needs the scope `contacts`.
         */
        get: operations["getContactsContactId"];
        /**
         * Delete a contact
         * @description Its conversations stay and name nobody. To remove what it wrote too, erase it. 409 while it is being merged or erased.
         *
         *     Needs the scope `contacts`.
         */
        delete: operations["deleteContactsContactId"];
        /**
         * Change a contact
         * @description Only the fields that are sent change; null clears, but one of name, email, phone and externalId stays. Tags and attributes are replaced as a whole.
         *
         *     Needs the scope `contacts`.
         */
        patch: operations["patchContactsContactId"];
    };
    "/api/contacts/{contactId}/data": {
        /**
         * Download all that is held of a contact
         * @description One JSON document: `{ contact, conversations: [{ conversation, messages, activity, copilot, feedback }], imports, copies }`; `copies` says where else the same words are kept, and for how many days.
         *
         *     Needs the scope `contacts`.
         */
        get: operations["getContactsContactIdData"];
    };
    "/api/contacts/{contactId}/erase": {
        /**
         * Erase a contact and everything it said
         * @description A job removes the contact, its conversations with their messages, what was written about them, and copies in ledgers and stored replies; its items say what was removed, and `lastEventExpiresAt` when the last stored event with its words is gone.
         *
         *     Needs the scope `contacts`.
         */
        post: operations["postContactsContactIdErase"];
    };
    "/api/connectors": {
        /**
         * List connectors
         * @description Needs the scope `settings`.
         */
        get: operations["getConnectors"];
        /**
         * Make a connector
         * @description Its secrets are kept encrypted and never shown again.
         *
         *     Needs the scope `settings`.
         */
        post: operations["postConnectors"];
    };
    "/api/connectors/{connectorId}": {
        /**
         * Read a connector
         * @description Needs the scope `settings`.
         */
        get: operations["getConnectorsConnectorId"];
        /**
         * Delete a connector
         * @description What it wrote on the other side stays there.
         *
         *     Needs the scope `settings`.
         */
        delete: operations["deleteConnectorsConnectorId"];
        /**
         * Change a connector
         * @description Only what is given changes; `secrets` are given all anew.
         *
         *     Needs the scope `settings`.
         */
        patch: operations["patchConnectorsConnectorId"];
    };
    "/api/connectors/{connectorId}/sync": {
        /**
         * Sync contacts
         * @description Takes contacts that are new or changed there, then writes those that are new or changed here, as the connector is set. One sync of a connector runs at a time: while it does, its job is answered again.
         *
         *     Needs the scope `settings`.
         */
        post: operations["postConnectorsConnectorIdSync"];
    };
    "/api/connectors/{connectorId}/syncs": {
        /**
         * List syncs of contacts
         * @description Needs the scope `settings`.
         */
        get: operations["getConnectorsConnectorIdSyncs"];
    };
    "/api/connectors/{connectorId}/deliveries": {
        /**
         * List conversations that were written there, with every attempt
         * @description Needs the scope `settings`.
         */
        get: operations["getConnectorsConnectorIdDeliveries"];
    };
    "/api/connectors/{connectorId}/conversations": {
        /**
         * Write a conversation there, now
         * @description Needs the scope `settings`.
         */
        post: operations["postConnectorsConnectorIdConversations"];
    };
    "/api/contacts/import": {
        /**
         * Import contacts from a CSV file
         * @description multipart/form-data: `file` (CSV, at most 10,000 rows), `mapping` (JSON, column → `name`, `email`, `phone`, `externalId`, `tags` or `attributes.<name>`), `onDuplicate`, `dryRun`. The job has a verdict for each row.
         *
         *     Needs the scope `contacts`.
         */
        post: operations["postContactsImport"];
    };
    "/api/contacts/imports/{importId}": {
        /**
         * Read an import
         * @description What `/api/jobs/{jobId}` says of it, for keys that have the scope of contacts alone.
         *
         *     Needs the scope `contacts`.
         */
        get: operations["getContactsImportsImportId"];
    };
    "/api/contacts/erasures/{erasureId}": {
        /**
         * Read what an erasure has removed so far
         * @description What `/api/jobs/{jobId}` says of it, for keys that have the scope of contacts alone.
         *
         *     Needs the scope `contacts`.
         */
        get: operations["getContactsErasuresErasureId"];
    };
    "/api/contacts/imports/{importId}/rows": {
        /**
         * Read the verdicts of an import, row by row
         * @description Pass the last `row` that you have as `after`.
         *
         *     Needs the scope `contacts`.
         */
        get: operations["getContactsImportsImportIdRows"];
    };
    "/api/contacts/imports/{importId}/rejected": {
        /**
         * Download the rejected rows of an import as CSV, with the reasons
         * @description Needs the scope `contacts`.
         */
        get: operations["getContactsImportsImportIdRejected"];
    };
    "/api/contacts/imports/{importId}/undo": {
        /**
         * Take an import back
         * @description What it made goes and what it changed is as before, unless it was changed since (`kept`).
         *
         *     Needs the scope `contacts`.
         */
        post: operations["postContactsImportsImportIdUndo"];
    };
    "/api/copilot": {
        /**
         * Run a copilot action on a conversation
         * @description `messageId` in the reply is the newest message that the action saw. With `Accept: text/event-stream` the reply is a stream: one `start`, the result in `delta`s as soon as it is checked, and `done` with all of it, or `error`.
         *
         *     Needs the scope `conversations`.
         */
        post: operations["postCopilot"];
    };
    "/api/channels": {
        /**
         * List channels
         * @description Needs the scope `settings`.
         */
        get: operations["getChannels"];
        /**
         * Make a channel
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
        post: operations["postChannels"];
    };
    "/api/channels/{channelId}": {
        /**
         * Read a channel
         * @description Needs the scope `settings`.
         */
        get: operations["getChannelsChannelId"];
        /**
         * Delete a channel
         * @description Its address is free again. Its conversations stay; nothing goes out by it any more.
         *
         *     Needs the scope `settings`.
         */
        delete: operations["deleteChannelsChannelId"];
        /**
         * Change a channel
         * @description `secrets` replaces those that it names, at once, and leaves the others as they are.
         *
         *     Needs the scope `settings`.
         */
        patch: operations["patchChannelsChannelId"];
    };
    "/api/webhooks/email": {
        /**
         * Take in email, for the channel that the recipient names
         * @description For a provider to call, in its own form and signed in its own way; any content type. A request that does not verify gets 401 and nothing else; one that does is stored before it is answered, and seen again does nothing.
         *
         *     Needs no key: the provider’s signature is verified.
         */
        post: operations["postWebhooksEmail"];
    };
    "/api/webhooks/email/{channelId}": {
        /**
         * Take in email, for this channel
         * @description For a provider to call, in its own form and signed in its own way; any content type. A request that does not verify gets 401 and nothing else; one that does is stored before it is answered, and seen again does nothing.
         *
         *     Needs no key: the provider’s signature is verified.
         */
        post: operations["postWebhooksEmailChannelId"];
    };
    "/api/webhooks/whatsapp": {
        /**
         * Take in whatsapp, for the channel that the recipient names
         * @description For a provider to call, in its own form and signed in its own way; any content type. A request that does not verify gets 401 and nothing else; one that does is stored before it is answered, and seen again does nothing.
         *
         *     Needs no key: the provider’s signature is verified.
         */
        post: operations["postWebhooksWhatsapp"];
    };
    "/api/webhooks/whatsapp/{channelId}": {
        /**
         * Answer the challenge of Meta
         * @description Answers `hub.challenge` as a text when `hub.verify_token` is the channel’s.
         *
         *     Needs no key: the provider’s signature is verified.
         */
        get: operations["getWebhooksWhatsappChannelId"];
        /**
         * Take in whatsapp, for this channel
         * @description For a provider to call, in its own form and signed in its own way; any content type. A request that does not verify gets 401 and nothing else; one that does is stored before it is answered, and seen again does nothing.
         *
         *     Needs no key: the provider’s signature is verified.
         */
        post: operations["postWebhooksWhatsappChannelId"];
    };
    "/api/webhooks/sms": {
        /**
         * Take in sms, for the channel that the recipient names
         * @description For a provider to call, in its own form and signed in its own way; any content type. A request that does not verify gets 401 and nothing else; one that does is stored before it is answered, and seen again does nothing.
         *
         *     Needs no key: the provider’s signature is verified.
         */
        post: operations["postWebhooksSms"];
    };
    "/api/webhooks/sms/{channelId}": {
        /**
         * Take in sms, for this channel
         * @description For a provider to call, in its own form and signed in its own way; any content type. A request that does not verify gets 401 and nothing else; one that does is stored before it is answered, and seen again does nothing.
         *
         *     Needs no key: the provider’s signature is verified.
         */
        post: operations["postWebhooksSmsChannelId"];
    };
    "/api/webhook-endpoints": {
        /**
         * List webhook endpoints
         * @description Needs the scope `settings`.
         */
        get: operations["getWebhookEndpoints"];
        /**
         * Make a webhook endpoint
         * @description The reply shows the `secret` that signs its events, this once.
         *
         *     Needs the scope `settings`.
         */
        post: operations["postWebhookEndpoints"];
    };
    "/api/webhook-endpoints/{endpointId}": {
        /**
         * Read a webhook endpoint
         * @description Needs the scope `settings`.
         */
        get: operations["getWebhookEndpointsEndpointId"];
        /**
         * Delete a webhook endpoint
         * @description Needs the scope `settings`.
         */
        delete: operations["deleteWebhookEndpointsEndpointId"];
        /**
         * Change a webhook endpoint
         * @description Needs the scope `settings`.
         */
        patch: operations["patchWebhookEndpointsEndpointId"];
    };
    "/api/webhook-endpoints/{endpointId}/test": {
        /**
         * Send a test event
         * @description Needs the scope `settings`.
         */
        post: operations["postWebhookEndpointsEndpointIdTest"];
    };
    "/api/webhook-endpoints/{endpointId}/rotate-secret": {
        /**
         * Rotate the secret
         * @description Both secrets sign for 24 hours. The reply shows the new one, this once.
         *
         *     Needs the scope `settings`.
         */
        post: operations["postWebhookEndpointsEndpointIdRotateSecret"];
    };
    "/api/webhook-endpoints/{endpointId}/deliveries": {
        /**
         * List deliveries, with every attempt
         * @description Needs the scope `settings`.
         */
        get: operations["getWebhookEndpointsEndpointIdDeliveries"];
    };
    "/api/webhook-endpoints/{endpointId}/replay": {
        /**
         * Deliver a time range again
         * @description What the ledger holds of it (30 days) goes again under the same event ids, in order within a key; what is on its way goes once. `events` picks types. The job counts the deliveries.
         *
         *     Needs the scope `settings`.
         */
        post: operations["postWebhookEndpointsEndpointIdReplay"];
    };
    "/api/webhook-deliveries/{deliveryId}/retry": {
        /**
         * Deliver again
         * @description Needs the scope `settings`.
         */
        post: operations["postWebhookDeliveriesDeliveryIdRetry"];
    };
    "/api/webhook-listeners": {
        /**
         * Begin to listen
         * @description For development: what a webhook endpoint would get is read as a stream, so that no address is needed. A listener ends a minute after its stream is not read any more. The reply shows the `secret` that signs.
         *
         *     Needs the scope `settings`.
         */
        post: operations["postWebhookListeners"];
    };
    "/api/webhook-listeners/{listenerId}/stream": {
        /**
         * Read what a listener is sent
         * @description Server-sent events, numbered: `ready`, from when on no event is missed, then a `delivery` for each with the headers and the raw body that an endpoint would get, signed as it is sent. Send `Last-Event-ID` to go on where you stopped, on any gateway.
         *
         *     Needs the scope `settings`.
         */
        get: operations["getWebhookListenersListenerIdStream"];
    };
    "/api/webhook-listeners/{listenerId}": {
        /**
         * Listen no more
         * @description Needs the scope `settings`.
         */
        delete: operations["deleteWebhookListenersListenerId"];
    };
    "/api/api-keys": {
        /**
         * List API keys
         * @description Needs the scope `settings`.
         */
        get: operations["getApiKeys"];
        /**
         * Make an API key
         * @description The reply shows the `key`, this once. A key can only give scopes that it has itself. Without `expiresAt` it ends when the setting `keyExpiryDays` says.
         *
         *     Needs the scope `settings`.
         */
        post: operations["postApiKeys"];
    };
    "/api/api-keys/{keyId}/rotate": {
        /**
         * Rotate an API key
         * @description The reply shows the new `key`, this once. The old one works beside it for `overlapSeconds` (default 24 hours) but no longer than it would have; one from before an earlier rotation ends at once. One that ends gets its full time again where the setting `keyExpiryDays` is given.
         *
         *     Needs the scope `settings`.
         */
        post: operations["postApiKeysKeyIdRotate"];
    };
    "/api/api-keys/{keyId}": {
        /**
         * Revoke an API key
         * @description It ends everywhere within 2 seconds, and so does the one before its last rotation.
         *
         *     Needs the scope `settings`.
         */
        delete: operations["deleteApiKeysKeyId"];
    };
    "/api/agents": {
        /**
         * List agents
         * @description Needs the scope `settings`.
         */
        get: operations["getAgents"];
        /**
         * Add an agent
         * @description Needs the scope `settings`.
         */
        post: operations["postAgents"];
    };
    "/api/agents/{agentId}": {
        /**
         * Read an agent
         * @description Needs the scope `settings`.
         */
        get: operations["getAgentsAgentId"];
        /**
         * Remove an agent
         * @description What they wrote and what was assigned to them keeps their id.
         *
         *     Needs the scope `settings`.
         */
        delete: operations["deleteAgentsAgentId"];
        /**
         * Change an agent
         * @description Needs the scope `settings`.
         */
        patch: operations["patchAgentsAgentId"];
    };
    "/api/settings": {
        /**
         * Read the settings
         * @description Needs the scope `settings`.
         */
        get: operations["getSettings"];
        /**
         * Change settings
         * @description Only the fields that are given change. `x-agent-id` names who did it.
         *
         *     Needs the scope `settings`.
         */
        patch: operations["patchSettings"];
    };
    "/api/escalation-rules": {
        /**
         * List escalation rules
         * @description Needs the scope `settings`.
         */
        get: operations["getEscalationRules"];
        /**
         * Make an escalation rule
         * @description Rules are tried before every answer, lower `priority` first; the first that applies hands the conversation over. Asking for a person and frustration do so without a rule, until there is one of that kind, enabled or not. A conversation that nobody claims within `unclaimedAfterMinutes` is moved on by the rule `next`.
         *
         *     Needs the scope `settings`.
         */
        post: operations["postEscalationRules"];
    };
    "/api/escalation-rules/{ruleId}": {
        /**
         * Read an escalation rule
         * @description Needs the scope `settings`.
         */
        get: operations["getEscalationRulesRuleId"];
        /**
         * Delete an escalation rule
         * @description Needs the scope `settings`.
         */
        delete: operations["deleteEscalationRulesRuleId"];
        /**
         * Change an escalation rule
         * @description Needs the scope `settings`.
         */
        patch: operations["patchEscalationRulesRuleId"];
    };
    "/api/usage": {
        /**
         * What was used: questions, tokens, fetched pages, deliveries and messages of channels by day
         * @description Days in UTC, `from` and `to` included; the last 30 when neither is given. Deliveries are known for 30 days.
         *
         *     Needs the scope `analytics`.
         */
        get: operations["getUsage"];
    };
    "/api/settings/threshold-preview": {
        /**
         * See what another escalation threshold would have done
         * @description Holds the confidence that each of the newest 1,000 questions was decided on against `threshold`; nothing is asked again.
         *
         *     Needs the scope `settings`.
         */
        get: operations["getSettingsThresholdPreview"];
    };
    "/api/analytics/overview": {
        /**
         * Read what was asked, answered, escalated, blocked and resolved
         * @description In all, and for each day, channel or tag. `GET /api/analytics/rows` lists what a number counts.
         *
         *     Needs the scope `analytics`.
         */
        get: operations["getAnalyticsOverview"];
    };
    "/api/analytics/rows": {
        /**
         * List the rows behind a number
         * @description Needs the scope `analytics`.
         */
        get: operations["getAnalyticsRows"];
    };
    "/api/analytics/log": {
        /**
         * List bulk actions and changes of settings: who, when, what
         * @description Needs the scope `analytics`.
         */
        get: operations["getAnalyticsLog"];
    };
    "/api/analytics/suggestions": {
        /**
         * List gaps in the knowledge base, the most asked first
         * @description Questions that were not answered, or hardly, grouped by what they ask. In a long page a suggestion may show fewer questions and a shorter draft than by itself.
         *
         *     Needs the scope `analytics`.
         */
        get: operations["getAnalyticsSuggestions"];
    };
    "/api/analytics/suggestions/{suggestionId}": {
        /**
         * Read a suggestion
         * @description Needs the scope `analytics`.
         */
        get: operations["getAnalyticsSuggestionsSuggestionId"];
    };
    "/api/analytics/suggestions/{suggestionId}/accept": {
        /**
         * Make a source of a suggestion and ask its questions again
         * @description The source is made of `text`, or of the draft when that `isAnswered`; without either the questions are only asked again. `checking` meanwhile; then `closed` when all of them were answered, otherwise `open` again.
         *
         *     Needs the scope `analytics`.
         */
        post: operations["postAnalyticsSuggestionsSuggestionIdAccept"];
    };
    "/api/analytics/suggestions/{suggestionId}/dismiss": {
        /**
         * Say that a suggestion needs no source
         * @description Needs the scope `analytics`.
         */
        post: operations["postAnalyticsSuggestionsSuggestionIdDismiss"];
    };
    "/api/dead-letters": {
        /**
         * List what could not be handled
         * @description Needs the scope `settings`.
         */
        get: operations["getDeadLetters"];
    };
    "/api/dead-letters/{deadLetterId}/retry": {
        /**
         * Handle it again
         * @description Needs the scope `settings`.
         */
        post: operations["postDeadLettersDeadLetterIdRetry"];
    };
    "/api/dead-letters/{deadLetterId}": {
        /**
         * Forget it
         * @description Needs the scope `settings`.
         */
        delete: operations["deleteDeadLettersDeadLetterId"];
    };
    "/admin/tenants": {
        /**
         * List tenants
         * @description Needs the admin token.
         */
        get: operations["getAdminTenants"];
        /**
         * Make a tenant and its first API key
         * @description The reply shows `apiKey`, which has the scope `admin` in that tenant, this once.
         *
         *     Needs the admin token.
         */
        post: operations["postAdminTenants"];
    };
    "/admin/tenants/{tenantId}": {
        /**
         * Erase a tenant
         * @description Its keys stop working within 2 s; documents, blobs, chunks and stored events of it are removed by a job, twice, so that nothing that was on its way stays. The job outlives the tenant and says what was removed. The tenant `default` is made anew, empty, when a gateway starts.
         *
         *     Needs the admin token.
         */
        delete: operations["deleteAdminTenantsTenantId"];
    };
    "/admin/log": {
        /**
         * List which tenants were made and erased, when
         * @description Newest first, by ids. The log of a tenant itself goes with it; this one stays.
         *
         *     Needs the admin token.
         */
        get: operations["getAdminLog"];
    };
    "/admin/jobs/{jobId}": {
        /**
         * Read how far the erasure of a tenant is, and what was removed
         * @description Needs the admin token.
         */
        get: operations["getAdminJobsJobId"];
    };
}
export interface webhooks {
    "conversation.created": {
        /**
         * Sent to webhook endpoints that want `conversation.created`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        type: "conversation.created";
                        /** Format: date-time */
                        createdAt: string;
                        tenant: string;
                        /** @description The id of the conversation or source that it is about */
                        key: string;
                        /** @description Gapless per key */
                        sequence: number;
                        data: {
                            conversation: components["schemas"]["Conversation"];
                        };
                    };
                };
            };
            responses: {
                /** @description Taken */
                "2XX": {
                    content?: never;
                };
            };
        };
    };
    "conversation.resolved": {
        /**
         * Sent to webhook endpoints that want `conversation.resolved`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        type: "conversation.resolved";
                        /** Format: date-time */
                        createdAt: string;
                        tenant: string;
                        /** @description The id of the conversation or source that it is about */
                        key: string;
                        /** @description Gapless per key */
                        sequence: number;
                        data: {
                            conversation: components["schemas"]["Conversation"];
                            /** @enum {string} */
                            how: "confirmed" | "assumed";
                        };
                    };
                };
            };
            responses: {
                /** @description Taken */
                "2XX": {
                    content?: never;
                };
            };
        };
    };
    "conversation.escalated": {
        /**
         * Sent to webhook endpoints that want `conversation.escalated`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        type: "conversation.escalated";
                        /** Format: date-time */
                        createdAt: string;
                        tenant: string;
                        /** @description The id of the conversation or source that it is about */
                        key: string;
                        /** @description Gapless per key */
                        sequence: number;
                        data: {
                            conversation: components["schemas"]["Conversation"];
                            /** @enum {string} */
                            reason: "low_confidence" | "requested" | "frustrated" | "rule" | "waiting";
                            summary: string;
                            score: number;
                        };
                    };
                };
            };
            responses: {
                /** @description Taken */
                "2XX": {
                    content?: never;
                };
            };
        };
    };
    "message.received": {
        /**
         * Sent to webhook endpoints that want `message.received`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        type: "message.received";
                        /** Format: date-time */
                        createdAt: string;
                        tenant: string;
                        /** @description The id of the conversation or source that it is about */
                        key: string;
                        /** @description Gapless per key */
                        sequence: number;
                        data: {
                            conversation: {
                                id: string;
                                /** @enum {string} */
                                channel: "api" | "widget" | "email" | "whatsapp" | "sms";
                                /** @enum {string} */
                                status: "open" | "escalated" | "resolved" | "closed";
                            };
                            message: components["schemas"]["Message"];
                        };
                    };
                };
            };
            responses: {
                /** @description Taken */
                "2XX": {
                    content?: never;
                };
            };
        };
    };
    "message.sent": {
        /**
         * Sent to webhook endpoints that want `message.sent`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        type: "message.sent";
                        /** Format: date-time */
                        createdAt: string;
                        tenant: string;
                        /** @description The id of the conversation or source that it is about */
                        key: string;
                        /** @description Gapless per key */
                        sequence: number;
                        data: {
                            conversation: {
                                id: string;
                                /** @enum {string} */
                                channel: "api" | "widget" | "email" | "whatsapp" | "sms";
                                /** @enum {string} */
                                status: "open" | "escalated" | "resolved" | "closed";
                            };
                            message: components["schemas"]["Message"];
                        };
                    };
                };
            };
            responses: {
                /** @description Taken */
                "2XX": {
                    content?: never;
                };
            };
        };
    };
    "knowledge.updated": {
        /**
         * Sent to webhook endpoints that want `knowledge.updated`
         * @description Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        type: "knowledge.updated";
                        /** Format: date-time */
                        createdAt: string;
                        tenant: string;
                        /** @description The id of the conversation or source that it is about */
                        key: string;
                        /** @description Gapless per key */
                        sequence: number;
                        data: {
                            source: components["schemas"]["Source"];
                            /** @enum {string} */
                            change: "created" | "updated" | "restored" | "deleted" | "failed";
                            error?: {
                                code: string;
                                message: string;
                            };
                        };
                    };
                };
            };
            responses: {
                /** @description Taken */
                "2XX": {
                    content?: never;
                };
            };
        };
    };
}
export interface components {
    schemas: {
        Source: {
            id: string;
            /** @description File name, URL, or title: where it came from */
            source: string;
            title: string;
            /** @enum {string} */
            type: "file" | "url" | "manual";
            /** @enum {string} */
            status: "Processing" | "Ready" | "Failed";
            error?: {
                code: string;
                message: string;
            };
            progress?: {
                done: number;
                total: number;
                unit: string;
            };
            /** Format: date-time */
            added: string;
            /** Format: date-time */
            updated: string;
            version: number;
            liveVersion: number | null;
            /** @description How many versions there are */
            versions: number;
            tags: string[];
            metadata: {
                [key: string]: string;
            };
            chunks: number;
            bytes: number;
            language: string | null;
            crawlId?: string;
            /** @description Its pages are looked at again this often; what changed becomes a new version */
            recrawlEveryHours?: number;
        };
        Conversation: {
            id: string;
            /** @enum {string} */
            status: "open" | "escalated" | "resolved" | "closed";
            /** @enum {string} */
            handler: "ai" | "queue" | "agent";
            /** @enum {string} */
            channel: "api" | "widget" | "email" | "whatsapp" | "sms";
            subject?: string;
            contact?: {
                /** Format: email */
                email?: string;
                phone?: string;
                name?: string;
                externalId?: string;
            };
            contactId?: string;
            assignee: string | null;
            tags: string[];
            language: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            lastMessageAt: string;
            messageCount: number;
            resolved?: {
                /** @enum {string} */
                by: "ai" | "agent";
                /** @enum {string} */
                how: "confirmed" | "assumed";
            };
            escalation?: {
                reason: string;
                /** Format: date-time */
                at: string;
                summary: string;
                sourcesTried: string[];
            };
            /** Format: date-time */
            snoozedUntil?: string;
        };
        Message: {
            id: string;
            conversationId: string;
            /** @description 1 for the first message of the conversation */
            sequence: number;
            author: {
                /** @enum {string} */
                kind: "customer" | "ai" | "agent" | "system";
                id?: string;
                name?: string;
            };
            /** @enum {string} */
            kind: "message" | "note";
            content: string;
            /** Format: date-time */
            createdAt: string;
            confidence?: number;
            sources?: {
                title: string;
                sourceId: string;
                version: number;
                url?: string;
                quote: string;
                masked?: boolean;
            }[];
            /** @description What each sentence rests on; one that is left out rests on nothing */
            citations?: {
                start: number;
                end: number;
                /** @description Its place in `sources` */
                source: number;
                /** @description Stands in the source word for word, unless `masked` */
                quote: string;
                masked?: boolean;
            }[];
            /** @description The confidence before anything was written: what the escalation threshold was held against */
            answerability?: number;
            usage?: {
                models: string[];
                promptTokens: number;
                completionTokens: number;
            };
            /** @enum {string} */
            outcome?: "answered" | "blocked" | "escalated" | "waiting" | "failed";
            /** @description Why it was blocked or escalated */
            reason?: string;
            error?: {
                code: string;
                message: string;
            };
            policies?: {
                policyId: string;
                name: string;
                type: string;
                mode: string;
                /** @enum {string} */
                decision: "pass" | "block" | "change";
                reason: string;
            }[];
            attachments?: {
                id: string;
                filename: string;
                contentType: string;
                bytes: number;
            }[];
            /** @description Of an answer or a reply that goes out by e-mail, WhatsApp or SMS */
            delivery?: {
                /**
                 * @description `unknown`: it may have left; nobody can tell, so it is not sent again by itself
                 * @enum {string}
                 */
                state: "sending" | "sent" | "delivered" | "read" | "failed" | "unknown";
                /** Format: date-time */
                at: string;
                /** @description Why it failed: a code of ours, or the provider’s */
                code?: string;
            };
        };
        Problem: {
            /** @description A path on this server that explains the code */
            type: string;
            title: string;
            status: number;
            /** @enum {string} */
            code: "malformed_request" | "unauthenticated" | "unverified" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "request_in_flight" | "conversation_moved" | "version_conflict" | "payload_too_large" | "unsupported_media_type" | "invalid_request" | "idempotency_key_reused" | "rate_limited" | "internal" | "model_required" | "model_unavailable" | "model_unfaithful" | "overloaded" | "unavailable" | "deadline_exceeded" | "stream_broken" | "interrupted" | "policy_unavailable" | "empty_document" | "no_text" | "password_protected" | "damaged_document" | "document_too_complex" | "address_refused" | "fetch_failed" | "robots_disallowed" | "cancelled" | "processing_failed";
            detail: string;
            requestId: string;
            errors?: {
                path: string;
                message: string;
            }[];
        };
        SourceVersion: {
            version: number;
            /** Format: date-time */
            createdAt: string;
            note?: string;
            /** @enum {string} */
            status: "Processing" | "Ready" | "Failed";
            error?: {
                code: string;
                message: string;
            };
            bytes: number;
            sha256: string;
            chunks: number;
            live: boolean;
        };
        Policy: {
            name: string;
            /** @enum {string} */
            mode: "Pre-generation" | "Post-generation";
            /** @description Lower goes first; ties go by creation */
            priority: number;
            enabled: boolean;
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @constant */
            type: "Topic Filter";
            config: {
                topics: {
                    name: string;
                    /** @description Words and phrases, matched in any form; may be empty when there are examples */
                    phrases: string[];
                    /** @description Messages on the topic; what is much like one of them is on it too */
                    examples?: string[];
                }[];
            };
        } | {
            name: string;
            /** @enum {string} */
            mode: "Pre-generation" | "Post-generation";
            /** @description Lower goes first; ties go by creation */
            priority: number;
            enabled: boolean;
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @constant */
            type: "PII Filter";
            config: {
                kinds: ("email" | "phone" | "national_id" | "card" | "iban")[];
                regions?: string[];
            };
        } | {
            name: string;
            /** @enum {string} */
            mode: "Pre-generation" | "Post-generation";
            /** @description Lower goes first; ties go by creation */
            priority: number;
            enabled: boolean;
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @constant */
            type: "Tone Control";
            config: {
                /** @enum {string} */
                tone: "formal" | "informal" | "professional";
            };
        } | {
            name: string;
            /** @enum {string} */
            mode: "Pre-generation" | "Post-generation";
            /** @description Lower goes first; ties go by creation */
            priority: number;
            enabled: boolean;
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @constant */
            type: "Length Limit";
            config: {
                maxTokens: number;
            };
        };
        Job: {
            id: string;
            kind: string;
            /** @enum {string} */
            state: "running" | "finished";
            total: number;
            done: number;
            failed: number;
            /** Format: date-time */
            createdAt: string;
            /** @description Of an import: how many there are of each so far */
            verdicts?: {
                created: number;
                updated: number;
                skipped: number;
                rejected: number;
            };
            items: {
                /** @description Of an import: the place in the manifest */
                index?: number;
                source: string;
                /** @description Absent when an item was refused before it had one */
                sourceId?: string;
                /** @enum {string} */
                verdict?: "created" | "updated" | "skipped" | "rejected";
                /** @description Why it was rejected */
                reason?: string;
                /** @enum {string} */
                status: "Processing" | "Ready" | "Failed";
                error?: {
                    code: string;
                    message: string;
                };
                progress?: {
                    done: number;
                    total: number;
                    unit: string;
                };
            }[];
        };
        WebhookEndpoint: {
            id: string;
            url: string;
            /** @description Empty: all of them */
            events: ("conversation.created" | "conversation.resolved" | "conversation.escalated" | "message.received" | "message.sent" | "knowledge.updated")[];
            description?: string;
            enabled: boolean;
            disabledReason?: string;
            /** @description Requests a second at most; the setting of the service if absent */
            maxPerSecond?: number;
            /**
             * Format: date-time
             * @description Nothing was delivered since; after five days it is disabled
             */
            failingSince?: string;
            /** Format: date-time */
            createdAt: string;
        };
        SourceOutput: {
            id: string;
            /** @description File name, URL, or title: where it came from */
            source: string;
            title: string;
            /** @enum {string} */
            type: "file" | "url" | "manual";
            /** @enum {string} */
            status: "Processing" | "Ready" | "Failed";
            error?: {
                code: string;
                message: string;
            };
            progress?: {
                done: number;
                total: number;
                unit: string;
            };
            /** Format: date-time */
            added: string;
            /** Format: date-time */
            updated: string;
            version: number;
            liveVersion: number | null;
            /** @description How many versions there are */
            versions: number;
            tags: string[];
            metadata: {
                [key: string]: string;
            };
            chunks: number;
            bytes: number;
            language: string | null;
            crawlId?: string;
            /** @description Its pages are looked at again this often; what changed becomes a new version */
            recrawlEveryHours?: number;
        };
        ConversationOutput: {
            id: string;
            /** @enum {string} */
            status: "open" | "escalated" | "resolved" | "closed";
            /** @enum {string} */
            handler: "ai" | "queue" | "agent";
            /** @enum {string} */
            channel: "api" | "widget" | "email" | "whatsapp" | "sms";
            subject?: string;
            contact?: {
                /** Format: email */
                email?: string;
                phone?: string;
                name?: string;
                externalId?: string;
            };
            contactId?: string;
            assignee: string | null;
            tags: string[];
            language: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            lastMessageAt: string;
            messageCount: number;
            resolved?: {
                /** @enum {string} */
                by: "ai" | "agent";
                /** @enum {string} */
                how: "confirmed" | "assumed";
            };
            escalation?: {
                reason: string;
                /** Format: date-time */
                at: string;
                summary: string;
                sourcesTried: string[];
            };
            /** Format: date-time */
            snoozedUntil?: string;
        };
        MessageOutput: {
            id: string;
            conversationId: string;
            /** @description 1 for the first message of the conversation */
            sequence: number;
            author: {
                /** @enum {string} */
                kind: "customer" | "ai" | "agent" | "system";
                id?: string;
                name?: string;
            };
            /** @enum {string} */
            kind: "message" | "note";
            content: string;
            /** Format: date-time */
            createdAt: string;
            confidence?: number;
            sources?: {
                title: string;
                sourceId: string;
                version: number;
                url?: string;
                quote: string;
                masked?: boolean;
            }[];
            /** @description What each sentence rests on; one that is left out rests on nothing */
            citations?: {
                start: number;
                end: number;
                /** @description Its place in `sources` */
                source: number;
                /** @description Stands in the source word for word, unless `masked` */
                quote: string;
                masked?: boolean;
            }[];
            /** @description The confidence before anything was written: what the escalation threshold was held against */
            answerability?: number;
            usage?: {
                models: string[];
                promptTokens: number;
                completionTokens: number;
            };
            /** @enum {string} */
            outcome?: "answered" | "blocked" | "escalated" | "waiting" | "failed";
            /** @description Why it was blocked or escalated */
            reason?: string;
            error?: {
                code: string;
                message: string;
            };
            policies?: {
                policyId: string;
                name: string;
                type: string;
                mode: string;
                /** @enum {string} */
                decision: "pass" | "block" | "change";
                reason: string;
            }[];
            attachments?: {
                id: string;
                filename: string;
                contentType: string;
                bytes: number;
            }[];
            /** @description Of an answer or a reply that goes out by e-mail, WhatsApp or SMS */
            delivery?: {
                /**
                 * @description `unknown`: it may have left; nobody can tell, so it is not sent again by itself
                 * @enum {string}
                 */
                state: "sending" | "sent" | "delivered" | "read" | "failed" | "unknown";
                /** Format: date-time */
                at: string;
                /** @description Why it failed: a code of ours, or the provider’s */
                code?: string;
            };
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
    postChatMessage: {
        requestBody: {
            content: {
                "application/json": {
                    message: string;
                    conversationId?: string;
                    /**
                     * @default api
                     * @enum {string}
                     */
                    channel?: "api" | "widget" | "email" | "whatsapp" | "sms";
                    contact?: {
                        /** Format: email */
                        email?: string;
                        phone?: string;
                        name?: string;
                        externalId?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        content: string;
                        confidence: number;
                        sources: {
                            title: string;
                            sourceId: string;
                            version: number;
                            url?: string;
                            quote: string;
                            masked?: boolean;
                        }[];
                        conversationId: string;
                        messageId: string;
                        /** @enum {string} */
                        outcome: "answered" | "blocked" | "escalated" | "waiting";
                    };
                };
            };
        };
    };
    postChatStream: {
        requestBody: {
            content: {
                "application/json": {
                    message: string;
                    conversationId?: string;
                    /**
                     * @default api
                     * @enum {string}
                     */
                    channel?: "api" | "widget" | "email" | "whatsapp" | "sms";
                    contact?: {
                        /** Format: email */
                        email?: string;
                        phone?: string;
                        name?: string;
                        externalId?: string;
                    };
                };
            };
        };
        responses: {
            /** @description The stream */
            200: {
                content: {
                    "text/event-stream": {
                        /** @constant */
                        type: "start";
                        conversationId: string;
                        messageId: string;
                    } | {
                        /** @constant */
                        type: "delta";
                        text: string;
                    } | {
                        /** @constant */
                        type: "done";
                        confidence: number;
                        sources: {
                            title: string;
                            sourceId: string;
                            version: number;
                            url?: string;
                            quote: string;
                            masked?: boolean;
                        }[];
                        conversationId: string;
                        messageId: string;
                    } | {
                        /** @constant */
                        type: "blocked";
                        policy: string;
                        reason: string;
                        message: string;
                    } | {
                        /** @constant */
                        type: "escalated";
                        /** @enum {string} */
                        reason: "low_confidence" | "requested" | "frustrated" | "rule" | "waiting";
                        score: number;
                        message: string;
                        conversationId: string;
                    } | {
                        /** @constant */
                        type: "error";
                        message: string;
                        code: string;
                    };
                };
            };
        };
    };
    getChatStreamMessageId: {
        parameters: {
            path: {
                messageId: string;
            };
        };
        responses: {
            /** @description The stream */
            200: {
                content: {
                    "text/event-stream": {
                        /** @constant */
                        type: "start";
                        conversationId: string;
                        messageId: string;
                    } | {
                        /** @constant */
                        type: "delta";
                        text: string;
                    } | {
                        /** @constant */
                        type: "done";
                        confidence: number;
                        sources: {
                            title: string;
                            sourceId: string;
                            version: number;
                            url?: string;
                            quote: string;
                            masked?: boolean;
                        }[];
                        conversationId: string;
                        messageId: string;
                    } | {
                        /** @constant */
                        type: "blocked";
                        policy: string;
                        reason: string;
                        message: string;
                    } | {
                        /** @constant */
                        type: "escalated";
                        /** @enum {string} */
                        reason: "low_confidence" | "requested" | "frustrated" | "rule" | "waiting";
                        score: number;
                        message: string;
                        conversationId: string;
                    } | {
                        /** @constant */
                        type: "error";
                        message: string;
                        code: string;
                    };
                };
            };
        };
    };
    postChatFeedback: {
        requestBody: {
            content: {
                "application/json": {
                    messageId: string;
                    helpful: boolean;
                    comment?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        messageId: string;
                        conversationId: string;
                        helpful: boolean;
                    };
                };
            };
        };
    };
    getKnowledgeSources: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "Processing" | "Ready" | "Failed";
                type?: "file" | "url" | "manual";
                tag?: string;
                q?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["SourceOutput"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postKnowledgeSources: {
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "manual";
                    title: string;
                    /** @description The whole text */
                    text: string;
                    tags?: string[];
                } | {
                    /** @constant */
                    type: "url";
                    /** Format: uri */
                    url: string;
                    /** @default 1 */
                    maxPages?: number;
                    /** @description Its pages are looked at again this often; what changed becomes a new version */
                    recrawlEveryHours?: number;
                    tags?: string[];
                };
                "multipart/form-data": {
                    title?: string;
                    tags?: string | string[];
                    /** Format: binary */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["SourceOutput"];
                };
            };
        };
    };
    getKnowledgeSourcesSourceId: {
        parameters: {
            path: {
                sourceId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["SourceOutput"];
                };
            };
        };
    };
    putKnowledgeSourcesSourceId: {
        parameters: {
            path: {
                sourceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The whole text */
                    text?: string;
                    title?: string;
                    tags?: string[];
                    metadata?: {
                        [key: string]: string;
                    };
                    /** @description Of a url source; null ends it */
                    recrawlEveryHours?: number | null;
                };
                "multipart/form-data": {
                    /** Format: binary */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description The description changed. */
            200: {
                content: {
                    "application/json": components["schemas"]["SourceOutput"];
                };
            };
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["SourceOutput"];
                };
            };
        };
    };
    deleteKnowledgeSourcesSourceId: {
        parameters: {
            path: {
                sourceId: string;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                content?: never;
            };
        };
    };
    postKnowledgeSourcesSourceIdRetry: {
        parameters: {
            path: {
                sourceId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": components["schemas"]["SourceOutput"];
                };
            };
        };
    };
    getKnowledgeSourcesSourceIdChunks: {
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
                    "application/json": {
                        items: {
                            index: number;
                            text: string;
                            start: number;
                            end: number;
                            heading?: string;
                            page?: number;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getKnowledgeSourcesSourceIdVersions: {
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
                    "application/json": {
                        items: components["schemas"]["SourceVersion"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getKnowledgeSourcesSourceIdVersionsVersion: {
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
                    "application/json": {
                        version: number;
                        /** Format: date-time */
                        createdAt: string;
                        note?: string;
                        /** @enum {string} */
                        status: "Processing" | "Ready" | "Failed";
                        error?: {
                            code: string;
                            message: string;
                        };
                        bytes: number;
                        sha256: string;
                        chunks: number;
                        live: boolean;
                        /** @description null until it is extracted */
                        text: string | null;
                    };
                };
            };
        };
    };
    getKnowledgeSourcesSourceIdVersionsVersionDiff: {
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
                    "application/json": {
                        from: number;
                        to: number;
                        /** @description A unified diff by lines; empty when the texts are the same */
                        diff: string;
                    };
                };
            };
        };
    };
    postKnowledgeSourcesSourceIdVersionsVersionRestore: {
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
                    "application/json": components["schemas"]["SourceOutput"];
                };
            };
        };
    };
    postKnowledgeBulkIngest: {
        requestBody: {
            content: {
                "application/json": {
                    urls: string[];
                    /** @default 1 */
                    maxPages?: number;
                    tags?: string[];
                };
                "multipart/form-data": {
                    tags?: string | string[];
                    files: Blob[];
                };
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": {
                        jobId: string;
                        accepted: {
                            source: string;
                            sourceId: string;
                        }[];
                        rejected: {
                            source: string;
                            code: string;
                            reason: string;
                        }[];
                    };
                };
            };
        };
    };
    getKnowledgeExport: {
        parameters: {
            query?: {
                format?: "json" | "zip" | "markdown";
                /** @description `true`: each chunk with its `embedding` */
                vectors?: "true" | "false";
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        format: "frontdesk.knowledge";
                        /** @constant */
                        formatVersion: 1;
                        /** Format: date-time */
                        exportedAt: string;
                        embedding: {
                            model: string;
                            dimensions: number;
                        };
                        sources: {
                            id: string;
                            title: string;
                            source: string;
                            /** @enum {string} */
                            type: "file" | "url" | "manual";
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
                            liveVersion: number | null;
                            versions: {
                                version: number;
                                /** Format: date-time */
                                createdAt: string;
                                note?: string;
                                sha256: string;
                                bytes?: number;
                                language?: string | null;
                                parts?: {
                                    title: string;
                                    url?: string;
                                    start: number;
                                    end: number;
                                    chunks: number;
                                }[];
                                text: string;
                                chunks: {
                                    index: number;
                                    text: string;
                                    start: number;
                                    end: number;
                                    heading?: string;
                                    page?: number;
                                    embedding?: number[];
                                }[];
                            }[];
                        }[];
                    };
                    "application/zip": Blob;
                };
            };
        };
    };
    postKnowledgeImport: {
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    format: "frontdesk.knowledge";
                    /** @constant */
                    formatVersion: 1;
                    /** Format: date-time */
                    exportedAt: string;
                    embedding: {
                        model: string;
                        dimensions: number;
                    };
                    sources: {
                        id: string;
                        title: string;
                        source: string;
                        /** @enum {string} */
                        type: "file" | "url" | "manual";
                        /** @default [] */
                        tags?: string[];
                        /** @default {} */
                        metadata?: {
                            [key: string]: string;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        liveVersion: number | null;
                        versions: {
                            version: number;
                            /** Format: date-time */
                            createdAt: string;
                            note?: string;
                            sha256: string;
                            bytes?: number;
                            language?: string | null;
                            parts?: {
                                title: string;
                                url?: string;
                                start: number;
                                end: number;
                                chunks: number;
                            }[];
                            text: string;
                            chunks: {
                                index: number;
                                text: string;
                                start: number;
                                end: number;
                                heading?: string;
                                page?: number;
                                embedding?: number[];
                            }[];
                        }[];
                    }[];
                };
                "multipart/form-data": {
                    /** Format: binary */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": {
                        jobId: string;
                    };
                };
            };
        };
    };
    getJobs: {
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
                    "application/json": {
                        items: (components["schemas"]["Job"] | {
                            id: string;
                            /** @constant */
                            kind: "erasure";
                            contactId: string;
                            /** @enum {string} */
                            state: "running" | "finished";
                            total: number;
                            done: number;
                            failed: number;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            finishedAt?: string;
                            /**
                             * Format: date-time
                             * @description When the last stored event that held its words is gone
                             */
                            lastEventExpiresAt?: string;
                            /** @description Why it does not get on */
                            waitsFor?: string;
                            items: {
                                what: string;
                                count: number;
                            }[];
                        } | {
                            id: string;
                            /** @constant */
                            kind: "contacts";
                            /** @enum {string} */
                            state: "running" | "finished";
                            total: number;
                            done: number;
                            failed: number;
                            /** Format: date-time */
                            createdAt: string;
                            dryRun: boolean;
                            /** @enum {string} */
                            onDuplicate: "skip" | "update" | "create";
                            verdicts: {
                                created: number;
                                updated: number;
                                duplicate: number;
                                rejected: number;
                            };
                            error?: {
                                code: string;
                                message: string;
                            };
                            /** @enum {string} */
                            undo?: "running" | "finished";
                            items: {
                                /** @description 1 for the first row after the header */
                                row: number;
                                /** @enum {string} */
                                verdict: "created" | "updated" | "duplicate" | "rejected";
                                contactId?: string;
                                duplicateOf?: {
                                    row?: number;
                                    contactId?: string;
                                };
                                /** @description Why it was rejected */
                                reasons?: string[];
                                /**
                                 * @description `kept`: it was changed since
                                 * @enum {string}
                                 */
                                undone?: "removed" | "restored" | "kept";
                            }[];
                        } | {
                            id: string;
                            /** @constant */
                            kind: "connector-sync";
                            connectorId: string;
                            /** @enum {string} */
                            state: "running" | "finished";
                            total: number;
                            done: number;
                            failed: number;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            finishedAt?: string;
                            counts: {
                                pulled: number;
                                created: number;
                                updated: number;
                                unchanged: number;
                                pushed: number;
                                /** @description Contacts that one side would not take */
                                rejected: number;
                            };
                            error?: {
                                code: string;
                                message: string;
                            };
                            /** @description What was rejected, the first 100 */
                            items: {
                                contactId?: string;
                                remoteId?: string;
                                error: {
                                    code: string;
                                    message: string;
                                };
                            }[];
                        })[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getJobsJobId: {
        parameters: {
            path: {
                jobId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Job"] | {
                        id: string;
                        /** @constant */
                        kind: "erasure";
                        contactId: string;
                        /** @enum {string} */
                        state: "running" | "finished";
                        total: number;
                        done: number;
                        failed: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        finishedAt?: string;
                        /**
                         * Format: date-time
                         * @description When the last stored event that held its words is gone
                         */
                        lastEventExpiresAt?: string;
                        /** @description Why it does not get on */
                        waitsFor?: string;
                        items: {
                            what: string;
                            count: number;
                        }[];
                    } | {
                        id: string;
                        /** @constant */
                        kind: "contacts";
                        /** @enum {string} */
                        state: "running" | "finished";
                        total: number;
                        done: number;
                        failed: number;
                        /** Format: date-time */
                        createdAt: string;
                        dryRun: boolean;
                        /** @enum {string} */
                        onDuplicate: "skip" | "update" | "create";
                        verdicts: {
                            created: number;
                            updated: number;
                            duplicate: number;
                            rejected: number;
                        };
                        error?: {
                            code: string;
                            message: string;
                        };
                        /** @enum {string} */
                        undo?: "running" | "finished";
                        items: {
                            /** @description 1 for the first row after the header */
                            row: number;
                            /** @enum {string} */
                            verdict: "created" | "updated" | "duplicate" | "rejected";
                            contactId?: string;
                            duplicateOf?: {
                                row?: number;
                                contactId?: string;
                            };
                            /** @description Why it was rejected */
                            reasons?: string[];
                            /**
                             * @description `kept`: it was changed since
                             * @enum {string}
                             */
                            undone?: "removed" | "restored" | "kept";
                        }[];
                    } | {
                        id: string;
                        /** @constant */
                        kind: "connector-sync";
                        connectorId: string;
                        /** @enum {string} */
                        state: "running" | "finished";
                        total: number;
                        done: number;
                        failed: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        finishedAt?: string;
                        counts: {
                            pulled: number;
                            created: number;
                            updated: number;
                            unchanged: number;
                            pushed: number;
                            /** @description Contacts that one side would not take */
                            rejected: number;
                        };
                        error?: {
                            code: string;
                            message: string;
                        };
                        /** @description What was rejected, the first 100 */
                        items: {
                            contactId?: string;
                            remoteId?: string;
                            error: {
                                code: string;
                                message: string;
                            };
                        }[];
                    };
                };
            };
        };
    };
    postJobsJobIdCancel: {
        parameters: {
            path: {
                jobId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["Job"] | {
                        id: string;
                        /** @constant */
                        kind: "erasure";
                        contactId: string;
                        /** @enum {string} */
                        state: "running" | "finished";
                        total: number;
                        done: number;
                        failed: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        finishedAt?: string;
                        /**
                         * Format: date-time
                         * @description When the last stored event that held its words is gone
                         */
                        lastEventExpiresAt?: string;
                        /** @description Why it does not get on */
                        waitsFor?: string;
                        items: {
                            what: string;
                            count: number;
                        }[];
                    } | {
                        id: string;
                        /** @constant */
                        kind: "contacts";
                        /** @enum {string} */
                        state: "running" | "finished";
                        total: number;
                        done: number;
                        failed: number;
                        /** Format: date-time */
                        createdAt: string;
                        dryRun: boolean;
                        /** @enum {string} */
                        onDuplicate: "skip" | "update" | "create";
                        verdicts: {
                            created: number;
                            updated: number;
                            duplicate: number;
                            rejected: number;
                        };
                        error?: {
                            code: string;
                            message: string;
                        };
                        /** @enum {string} */
                        undo?: "running" | "finished";
                        items: {
                            /** @description 1 for the first row after the header */
                            row: number;
                            /** @enum {string} */
                            verdict: "created" | "updated" | "duplicate" | "rejected";
                            contactId?: string;
                            duplicateOf?: {
                                row?: number;
                                contactId?: string;
                            };
                            /** @description Why it was rejected */
                            reasons?: string[];
                            /**
                             * @description `kept`: it was changed since
                             * @enum {string}
                             */
                            undone?: "removed" | "restored" | "kept";
                        }[];
                    } | {
                        id: string;
                        /** @constant */
                        kind: "connector-sync";
                        connectorId: string;
                        /** @enum {string} */
                        state: "running" | "finished";
                        total: number;
                        done: number;
                        failed: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        finishedAt?: string;
                        counts: {
                            pulled: number;
                            created: number;
                            updated: number;
                            unchanged: number;
                            pushed: number;
                            /** @description Contacts that one side would not take */
                            rejected: number;
                        };
                        error?: {
                            code: string;
                            message: string;
                        };
                        /** @description What was rejected, the first 100 */
                        items: {
                            contactId?: string;
                            remoteId?: string;
                            error: {
                                code: string;
                                message: string;
                            };
                        }[];
                    };
                };
            };
        };
    };
    getCrawlsCrawlId: {
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
                    "application/json": {
                        id: string;
                        sourceId: string;
                        url: string;
                        maxPages: number;
                        /** @enum {string} */
                        state: "running" | "finished" | "cancelled";
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        finishedAt?: string;
                        /** @description The crawl that this one is compared with */
                        previousId?: string;
                        error?: {
                            code: string;
                            message: string;
                        };
                        counts: {
                            queued: number;
                            fetched: number;
                            failed: number;
                            skipped: number;
                        };
                        /** @description In the order in which they are visited */
                        pages: {
                            url: string;
                            /** @enum {string} */
                            status: "queued" | "fetched" | "failed" | "skipped";
                            /** @description Links between the start and this page */
                            depth: number;
                            httpStatus?: number;
                            reason?: string;
                            contentType?: string;
                            bytes?: number;
                            /**
                             * @description Against the crawl before
                             * @enum {string}
                             */
                            change?: "new" | "changed" | "unchanged";
                        }[];
                        /** @description Of the pages */
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postCrawlsCrawlIdRerun: {
        parameters: {
            path: {
                crawlId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": {
                        id: string;
                        sourceId: string;
                        url: string;
                        maxPages: number;
                        /** @enum {string} */
                        state: "running" | "finished" | "cancelled";
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        finishedAt?: string;
                        /** @description The crawl that this one is compared with */
                        previousId?: string;
                        error?: {
                            code: string;
                            message: string;
                        };
                        counts: {
                            queued: number;
                            fetched: number;
                            failed: number;
                            skipped: number;
                        };
                        /** @description In the order in which they are visited */
                        pages: {
                            url: string;
                            /** @enum {string} */
                            status: "queued" | "fetched" | "failed" | "skipped";
                            /** @description Links between the start and this page */
                            depth: number;
                            httpStatus?: number;
                            reason?: string;
                            contentType?: string;
                            bytes?: number;
                            /**
                             * @description Against the crawl before
                             * @enum {string}
                             */
                            change?: "new" | "changed" | "unchanged";
                        }[];
                        /** @description Of the pages */
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postCrawlsCrawlIdCancel: {
        parameters: {
            path: {
                crawlId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": {
                        id: string;
                        sourceId: string;
                        url: string;
                        maxPages: number;
                        /** @enum {string} */
                        state: "running" | "finished" | "cancelled";
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        finishedAt?: string;
                        /** @description The crawl that this one is compared with */
                        previousId?: string;
                        error?: {
                            code: string;
                            message: string;
                        };
                        counts: {
                            queued: number;
                            fetched: number;
                            failed: number;
                            skipped: number;
                        };
                        /** @description In the order in which they are visited */
                        pages: {
                            url: string;
                            /** @enum {string} */
                            status: "queued" | "fetched" | "failed" | "skipped";
                            /** @description Links between the start and this page */
                            depth: number;
                            httpStatus?: number;
                            reason?: string;
                            contentType?: string;
                            bytes?: number;
                            /**
                             * @description Against the crawl before
                             * @enum {string}
                             */
                            change?: "new" | "changed" | "unchanged";
                        }[];
                        /** @description Of the pages */
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getSearch: {
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
                    "application/json": {
                        items: {
                            sourceId: string;
                            version: number;
                            title: string;
                            text: string;
                            score: number;
                            /** @description BM25 over its upper bound for this question, with the best sentence’s share of it, 0..1 */
                            lexical: number;
                            /** @description Cosine similarity, clamped to 0..1 */
                            vector: number;
                        }[];
                    };
                };
            };
        };
    };
    postEmbeddings: {
        requestBody: {
            content: {
                "application/json": {
                    input: string | string[];
                } | {
                    sourceId: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        model: string;
                        dimensions: number;
                        data: {
                            index: number;
                            embedding: number[];
                        }[];
                    };
                };
            };
            /** @description with `sourceId`: `{ jobId, sourceId, status }` */
            202: {
                content: {
                    "application/json": {
                        model: string;
                        dimensions: number;
                        data: {
                            index: number;
                            embedding: number[];
                        }[];
                    };
                };
            };
        };
    };
    getKnowledgeDuplicates: {
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
                    "application/json": {
                        items: {
                            id: string;
                            /** @enum {string} */
                            kind: "exact" | "near";
                            /** @description 0.8 to 1 */
                            likeness: number;
                            /** @enum {string} */
                            status: "open" | "dismissed";
                            /** @description Two */
                            sources: {
                                sourceId: string;
                                title: string;
                            }[];
                            /** Format: date-time */
                            createdAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postKnowledgeDuplicatesDuplicateIdDismiss: {
        parameters: {
            path: {
                duplicateId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        kind: "exact" | "near";
                        /** @description 0.8 to 1 */
                        likeness: number;
                        /** @enum {string} */
                        status: "open" | "dismissed";
                        /** @description Two */
                        sources: {
                            sourceId: string;
                            title: string;
                        }[];
                        /** Format: date-time */
                        createdAt: string;
                    };
                };
            };
        };
    };
    getKnowledgeDeletions: {
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
                    "application/json": {
                        items: {
                            sourceId: string;
                            /** Format: date-time */
                            deletedAt: string;
                            /** @enum {string} */
                            state: "running" | "finished";
                            /** Format: date-time */
                            finishedAt?: string;
                            removed: {
                                what: string;
                                count: number;
                            }[];
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getKnowledgeDeletionsDeletedSourceId: {
        parameters: {
            path: {
                deletedSourceId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        sourceId: string;
                        /** Format: date-time */
                        deletedAt: string;
                        /** @enum {string} */
                        state: "running" | "finished";
                        /** Format: date-time */
                        finishedAt?: string;
                        removed: {
                            what: string;
                            count: number;
                        }[];
                    };
                };
            };
        };
    };
    getPolicies: {
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
                    "application/json": {
                        items: components["schemas"]["Policy"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postPolicies: {
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    mode: "Pre-generation" | "Post-generation";
                    /**
                     * @description Lower goes first; ties go by creation
                     * @default 100
                     */
                    priority?: number;
                    /** @default true */
                    enabled?: boolean;
                    /** @constant */
                    type: "Topic Filter";
                    config: {
                        topics: {
                            name: string;
                            /** @description Words and phrases, matched in any form; may be empty when there are examples */
                            phrases: string[];
                            /** @description Messages on the topic; what is much like one of them is on it too */
                            examples?: string[];
                        }[];
                    };
                } | {
                    name: string;
                    /** @enum {string} */
                    mode: "Pre-generation" | "Post-generation";
                    /**
                     * @description Lower goes first; ties go by creation
                     * @default 100
                     */
                    priority?: number;
                    /** @default true */
                    enabled?: boolean;
                    /** @constant */
                    type: "PII Filter";
                    config: {
                        kinds: ("email" | "phone" | "national_id" | "card" | "iban")[];
                        regions?: string[];
                    };
                } | {
                    name: string;
                    /** @enum {string} */
                    mode: "Pre-generation" | "Post-generation";
                    /**
                     * @description Lower goes first; ties go by creation
                     * @default 100
                     */
                    priority?: number;
                    /** @default true */
                    enabled?: boolean;
                    /** @constant */
                    type: "Tone Control";
                    config: {
                        /** @enum {string} */
                        tone: "formal" | "informal" | "professional";
                    };
                } | {
                    name: string;
                    /** @enum {string} */
                    mode: "Pre-generation" | "Post-generation";
                    /**
                     * @description Lower goes first; ties go by creation
                     * @default 100
                     */
                    priority?: number;
                    /** @default true */
                    enabled?: boolean;
                    /** @constant */
                    type: "Length Limit";
                    config: {
                        maxTokens: number;
                    };
                };
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
    getPoliciesPolicyId: {
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
    deletePoliciesPolicyId: {
        parameters: {
            path: {
                policyId: string;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                content?: never;
            };
        };
    };
    patchPoliciesPolicyId: {
        parameters: {
            path: {
                policyId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    mode?: "Pre-generation" | "Post-generation";
                    /** @description Lower goes first; ties go by creation */
                    priority?: number;
                    enabled?: boolean;
                    /** @description As for a new policy of this one's type */
                    config?: {
                        [key: string]: unknown;
                    };
                };
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
    postSimulate: {
        requestBody: {
            content: {
                "application/json": {
                    message: string;
                    /** @description What was said before, oldest first */
                    history?: {
                        /** @enum {string} */
                        role: "customer" | "ai" | "agent" | "user" | "assistant";
                        content: string;
                    }[];
                    /** @description In place of the tenant's policies, all of them; ties of priority go by their order here */
                    policies?: ({
                        name: string;
                        /** @enum {string} */
                        mode: "Pre-generation" | "Post-generation";
                        /**
                         * @description Lower goes first; ties go by creation
                         * @default 100
                         */
                        priority?: number;
                        /** @default true */
                        enabled?: boolean;
                        /** @constant */
                        type: "Topic Filter";
                        config: {
                            topics: {
                                name: string;
                                /** @description Words and phrases, matched in any form; may be empty when there are examples */
                                phrases: string[];
                                /** @description Messages on the topic; what is much like one of them is on it too */
                                examples?: string[];
                            }[];
                        };
                        id?: string;
                        /** Format: date-time */
                        createdAt?: string;
                        /** Format: date-time */
                        updatedAt?: string;
                    } | {
                        name: string;
                        /** @enum {string} */
                        mode: "Pre-generation" | "Post-generation";
                        /**
                         * @description Lower goes first; ties go by creation
                         * @default 100
                         */
                        priority?: number;
                        /** @default true */
                        enabled?: boolean;
                        /** @constant */
                        type: "PII Filter";
                        config: {
                            kinds: ("email" | "phone" | "national_id" | "card" | "iban")[];
                            regions?: string[];
                        };
                        id?: string;
                        /** Format: date-time */
                        createdAt?: string;
                        /** Format: date-time */
                        updatedAt?: string;
                    } | {
                        name: string;
                        /** @enum {string} */
                        mode: "Pre-generation" | "Post-generation";
                        /**
                         * @description Lower goes first; ties go by creation
                         * @default 100
                         */
                        priority?: number;
                        /** @default true */
                        enabled?: boolean;
                        /** @constant */
                        type: "Tone Control";
                        config: {
                            /** @enum {string} */
                            tone: "formal" | "informal" | "professional";
                        };
                        id?: string;
                        /** Format: date-time */
                        createdAt?: string;
                        /** Format: date-time */
                        updatedAt?: string;
                    } | {
                        name: string;
                        /** @enum {string} */
                        mode: "Pre-generation" | "Post-generation";
                        /**
                         * @description Lower goes first; ties go by creation
                         * @default 100
                         */
                        priority?: number;
                        /** @default true */
                        enabled?: boolean;
                        /** @constant */
                        type: "Length Limit";
                        config: {
                            maxTokens: number;
                        };
                        id?: string;
                        /** Format: date-time */
                        createdAt?: string;
                        /** Format: date-time */
                        updatedAt?: string;
                    })[];
                    /** @enum {string} */
                    channel?: "api" | "widget" | "email" | "whatsapp" | "sms";
                    /** @description Below this confidence a question goes to people */
                    threshold?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        outcome: "answered" | "blocked" | "escalated" | "waiting";
                        content: string;
                        confidence: number;
                        sources: {
                            title: string;
                            sourceId: string;
                            version: number;
                            url?: string;
                            quote: string;
                            masked?: boolean;
                        }[];
                        /** @description What was found, best first; a text that a policy blocks is empty */
                        chunks: {
                            sourceId: string;
                            version: number;
                            text: string;
                            score: number;
                        }[];
                        /** @description Every decision, in the order they were taken */
                        policies: {
                            policyId: string;
                            name: string;
                            type: string;
                            mode: string;
                            /** @enum {string} */
                            decision: "pass" | "block" | "change";
                            reason: string;
                        }[];
                        escalation: {
                            would: boolean;
                            reason: ("low_confidence" | "requested" | "frustrated" | "rule" | "waiting") | null;
                        };
                        /** @description Of each step that ran; `filterMs` is spent while `generateMs` goes on */
                        timings: {
                            screenMs?: number;
                            findMs?: number;
                            judgeMs?: number;
                            generateMs?: number;
                            filterMs?: number;
                            citeMs?: number;
                            totalMs: number;
                        };
                    };
                };
            };
        };
    };
    getSuites: {
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
                    "application/json": {
                        items: {
                            id: string;
                            name: string;
                            description?: string;
                            scenarios: {
                                name: string;
                                turns: {
                                    message: string;
                                    /** @default {} */
                                    expect: {
                                        /** @enum {string} */
                                        outcome?: "answered" | "blocked" | "escalated" | "waiting";
                                        /** @description Id or title of a source that the answer cites */
                                        source?: string;
                                        /** @description Stands in the content, whatever the case */
                                        contains?: string | string[];
                                        notContains?: string | string[];
                                        minConfidence?: number;
                                        maxConfidence?: number;
                                        /** @description Name, type or id of a policy that blocked or changed something */
                                        policy?: string;
                                        /** @description Stands in the reason of a block or hand-over, whatever the case */
                                        reason?: string;
                                    };
                                }[];
                                /** @description In place of the tenant's policies, all of them; ties of priority go by their order here */
                                policies?: ({
                                    name: string;
                                    /** @enum {string} */
                                    mode: "Pre-generation" | "Post-generation";
                                    /**
                                     * @description Lower goes first; ties go by creation
                                     * @default 100
                                     */
                                    priority: number;
                                    /** @default true */
                                    enabled: boolean;
                                    /** @constant */
                                    type: "Topic Filter";
                                    config: {
                                        topics: {
                                            name: string;
                                            /** @description Words and phrases, matched in any form; may be empty when there are examples */
                                            phrases: string[];
                                            /** @description Messages on the topic; what is much like one of them is on it too */
                                            examples?: string[];
                                        }[];
                                    };
                                    id?: string;
                                    /** Format: date-time */
                                    createdAt?: string;
                                    /** Format: date-time */
                                    updatedAt?: string;
                                } | {
                                    name: string;
                                    /** @enum {string} */
                                    mode: "Pre-generation" | "Post-generation";
                                    /**
                                     * @description Lower goes first; ties go by creation
                                     * @default 100
                                     */
                                    priority: number;
                                    /** @default true */
                                    enabled: boolean;
                                    /** @constant */
                                    type: "PII Filter";
                                    config: {
                                        kinds: ("email" | "phone" | "national_id" | "card" | "iban")[];
                                        regions?: string[];
                                    };
                                    id?: string;
                                    /** Format: date-time */
                                    createdAt?: string;
                                    /** Format: date-time */
                                    updatedAt?: string;
                                } | {
                                    name: string;
                                    /** @enum {string} */
                                    mode: "Pre-generation" | "Post-generation";
                                    /**
                                     * @description Lower goes first; ties go by creation
                                     * @default 100
                                     */
                                    priority: number;
                                    /** @default true */
                                    enabled: boolean;
                                    /** @constant */
                                    type: "Tone Control";
                                    config: {
                                        /** @enum {string} */
                                        tone: "formal" | "informal" | "professional";
                                    };
                                    id?: string;
                                    /** Format: date-time */
                                    createdAt?: string;
                                    /** Format: date-time */
                                    updatedAt?: string;
                                } | {
                                    name: string;
                                    /** @enum {string} */
                                    mode: "Pre-generation" | "Post-generation";
                                    /**
                                     * @description Lower goes first; ties go by creation
                                     * @default 100
                                     */
                                    priority: number;
                                    /** @default true */
                                    enabled: boolean;
                                    /** @constant */
                                    type: "Length Limit";
                                    config: {
                                        maxTokens: number;
                                    };
                                    id?: string;
                                    /** Format: date-time */
                                    createdAt?: string;
                                    /** Format: date-time */
                                    updatedAt?: string;
                                })[];
                                /** @description Below this confidence a question goes to people */
                                threshold?: number;
                                /** @enum {string} */
                                channel?: "api" | "widget" | "email" | "whatsapp" | "sms";
                            }[];
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postSuites: {
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    description?: string;
                    scenarios: {
                        name: string;
                        turns: {
                            message: string;
                            /** @default {} */
                            expect?: {
                                /** @enum {string} */
                                outcome?: "answered" | "blocked" | "escalated" | "waiting";
                                /** @description Id or title of a source that the answer cites */
                                source?: string;
                                /** @description Stands in the content, whatever the case */
                                contains?: string | string[];
                                notContains?: string | string[];
                                minConfidence?: number;
                                maxConfidence?: number;
                                /** @description Name, type or id of a policy that blocked or changed something */
                                policy?: string;
                                /** @description Stands in the reason of a block or hand-over, whatever the case */
                                reason?: string;
                            };
                        }[];
                        /** @description In place of the tenant's policies, all of them; ties of priority go by their order here */
                        policies?: ({
                            name: string;
                            /** @enum {string} */
                            mode: "Pre-generation" | "Post-generation";
                            /**
                             * @description Lower goes first; ties go by creation
                             * @default 100
                             */
                            priority?: number;
                            /** @default true */
                            enabled?: boolean;
                            /** @constant */
                            type: "Topic Filter";
                            config: {
                                topics: {
                                    name: string;
                                    /** @description Words and phrases, matched in any form; may be empty when there are examples */
                                    phrases: string[];
                                    /** @description Messages on the topic; what is much like one of them is on it too */
                                    examples?: string[];
                                }[];
                            };
                            id?: string;
                            /** Format: date-time */
                            createdAt?: string;
                            /** Format: date-time */
                            updatedAt?: string;
                        } | {
                            name: string;
                            /** @enum {string} */
                            mode: "Pre-generation" | "Post-generation";
                            /**
                             * @description Lower goes first; ties go by creation
                             * @default 100
                             */
                            priority?: number;
                            /** @default true */
                            enabled?: boolean;
                            /** @constant */
                            type: "PII Filter";
                            config: {
                                kinds: ("email" | "phone" | "national_id" | "card" | "iban")[];
                                regions?: string[];
                            };
                            id?: string;
                            /** Format: date-time */
                            createdAt?: string;
                            /** Format: date-time */
                            updatedAt?: string;
                        } | {
                            name: string;
                            /** @enum {string} */
                            mode: "Pre-generation" | "Post-generation";
                            /**
                             * @description Lower goes first; ties go by creation
                             * @default 100
                             */
                            priority?: number;
                            /** @default true */
                            enabled?: boolean;
                            /** @constant */
                            type: "Tone Control";
                            config: {
                                /** @enum {string} */
                                tone: "formal" | "informal" | "professional";
                            };
                            id?: string;
                            /** Format: date-time */
                            createdAt?: string;
                            /** Format: date-time */
                            updatedAt?: string;
                        } | {
                            name: string;
                            /** @enum {string} */
                            mode: "Pre-generation" | "Post-generation";
                            /**
                             * @description Lower goes first; ties go by creation
                             * @default 100
                             */
                            priority?: number;
                            /** @default true */
                            enabled?: boolean;
                            /** @constant */
                            type: "Length Limit";
                            config: {
                                maxTokens: number;
                            };
                            id?: string;
                            /** Format: date-time */
                            createdAt?: string;
                            /** Format: date-time */
                            updatedAt?: string;
                        })[];
                        /** @description Below this confidence a question goes to people */
                        threshold?: number;
                        /** @enum {string} */
                        channel?: "api" | "widget" | "email" | "whatsapp" | "sms";
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        description?: string;
                        scenarios: {
                            name: string;
                            turns: {
                                message: string;
                                /** @default {} */
                                expect: {
                                    /** @enum {string} */
                                    outcome?: "answered" | "blocked" | "escalated" | "waiting";
                                    /** @description Id or title of a source that the answer cites */
                                    source?: string;
                                    /** @description Stands in the content, whatever the case */
                                    contains?: string | string[];
                                    notContains?: string | string[];
                                    minConfidence?: number;
                                    maxConfidence?: number;
                                    /** @description Name, type or id of a policy that blocked or changed something */
                                    policy?: string;
                                    /** @description Stands in the reason of a block or hand-over, whatever the case */
                                    reason?: string;
                                };
                            }[];
                            /** @description In place of the tenant's policies, all of them; ties of priority go by their order here */
                            policies?: ({
                                name: string;
                                /** @enum {string} */
                                mode: "Pre-generation" | "Post-generation";
                                /**
                                 * @description Lower goes first; ties go by creation
                                 * @default 100
                                 */
                                priority: number;
                                /** @default true */
                                enabled: boolean;
                                /** @constant */
                                type: "Topic Filter";
                                config: {
                                    topics: {
                                        name: string;
                                        /** @description Words and phrases, matched in any form; may be empty when there are examples */
                                        phrases: string[];
                                        /** @description Messages on the topic; what is much like one of them is on it too */
                                        examples?: string[];
                                    }[];
                                };
                                id?: string;
                                /** Format: date-time */
                                createdAt?: string;
                                /** Format: date-time */
                                updatedAt?: string;
                            } | {
                                name: string;
                                /** @enum {string} */
                                mode: "Pre-generation" | "Post-generation";
                                /**
                                 * @description Lower goes first; ties go by creation
                                 * @default 100
                                 */
                                priority: number;
                                /** @default true */
                                enabled: boolean;
                                /** @constant */
                                type: "PII Filter";
                                config: {
                                    kinds: ("email" | "phone" | "national_id" | "card" | "iban")[];
                                    regions?: string[];
                                };
                                id?: string;
                                /** Format: date-time */
                                createdAt?: string;
                                /** Format: date-time */
                                updatedAt?: string;
                            } | {
                                name: string;
                                /** @enum {string} */
                                mode: "Pre-generation" | "Post-generation";
                                /**
                                 * @description Lower goes first; ties go by creation
                                 * @default 100
                                 */
                                priority: number;
                                /** @default true */
                                enabled: boolean;
                                /** @constant */
                                type: "Tone Control";
                                config: {
                                    /** @enum {string} */
                                    tone: "formal" | "informal" | "professional";
                                };
                                id?: string;
                                /** Format: date-time */
                                createdAt?: string;
                                /** Format: date-time */
                                updatedAt?: string;
                            } | {
                                name: string;
                                /** @enum {string} */
                                mode: "Pre-generation" | "Post-generation";
                                /**
                                 * @description Lower goes first; ties go by creation
                                 * @default 100
                                 */
                                priority: number;
                                /** @default true */
                                enabled: boolean;
                                /** @constant */
                                type: "Length Limit";
                                config: {
                                    maxTokens: number;
                                };
                                id?: string;
                                /** Format: date-time */
                                createdAt?: string;
                                /** Format: date-time */
                                updatedAt?: string;
                            })[];
                            /** @description Below this confidence a question goes to people */
                            threshold?: number;
                            /** @enum {string} */
                            channel?: "api" | "widget" | "email" | "whatsapp" | "sms";
                        }[];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
        };
    };
    getSuitesSuiteId: {
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
                    "application/json": {
                        id: string;
                        name: string;
                        description?: string;
                        scenarios: {
                            name: string;
                            turns: {
                                message: string;
                                /** @default {} */
                                expect: {
                                    /** @enum {string} */
                                    outcome?: "answered" | "blocked" | "escalated" | "waiting";
                                    /** @description Id or title of a source that the answer cites */
                                    source?: string;
                                    /** @description Stands in the content, whatever the case */
                                    contains?: string | string[];
                                    notContains?: string | string[];
                                    minConfidence?: number;
                                    maxConfidence?: number;
                                    /** @description Name, type or id of a policy that blocked or changed something */
                                    policy?: string;
                                    /** @description Stands in the reason of a block or hand-over, whatever the case */
                                    reason?: string;
                                };
                            }[];
                            /** @description In place of the tenant's policies, all of them; ties of priority go by their order here */
                            policies?: ({
                                name: string;
                                /** @enum {string} */
                                mode: "Pre-generation" | "Post-generation";
                                /**
                                 * @description Lower goes first; ties go by creation
                                 * @default 100
                                 */
                                priority: number;
                                /** @default true */
                                enabled: boolean;
                                /** @constant */
                                type: "Topic Filter";
                                config: {
                                    topics: {
                                        name: string;
                                        /** @description Words and phrases, matched in any form; may be empty when there are examples */
                                        phrases: string[];
                                        /** @description Messages on the topic; what is much like one of them is on it too */
                                        examples?: string[];
                                    }[];
                                };
                                id?: string;
                                /** Format: date-time */
                                createdAt?: string;
                                /** Format: date-time */
                                updatedAt?: string;
                            } | {
                                name: string;
                                /** @enum {string} */
                                mode: "Pre-generation" | "Post-generation";
                                /**
                                 * @description Lower goes first; ties go by creation
                                 * @default 100
                                 */
                                priority: number;
                                /** @default true */
                                enabled: boolean;
                                /** @constant */
                                type: "PII Filter";
                                config: {
                                    kinds: ("email" | "phone" | "national_id" | "card" | "iban")[];
                                    regions?: string[];
                                };
                                id?: string;
                                /** Format: date-time */
                                createdAt?: string;
                                /** Format: date-time */
                                updatedAt?: string;
                            } | {
                                name: string;
                                /** @enum {string} */
                                mode: "Pre-generation" | "Post-generation";
                                /**
                                 * @description Lower goes first; ties go by creation
                                 * @default 100
                                 */
                                priority: number;
                                /** @default true */
                                enabled: boolean;
                                /** @constant */
                                type: "Tone Control";
                                config: {
                                    /** @enum {string} */
                                    tone: "formal" | "informal" | "professional";
                                };
                                id?: string;
                                /** Format: date-time */
                                createdAt?: string;
                                /** Format: date-time */
                                updatedAt?: string;
                            } | {
                                name: string;
                                /** @enum {string} */
                                mode: "Pre-generation" | "Post-generation";
                                /**
                                 * @description Lower goes first; ties go by creation
                                 * @default 100
                                 */
                                priority: number;
                                /** @default true */
                                enabled: boolean;
                                /** @constant */
                                type: "Length Limit";
                                config: {
                                    maxTokens: number;
                                };
                                id?: string;
                                /** Format: date-time */
                                createdAt?: string;
                                /** Format: date-time */
                                updatedAt?: string;
                            })[];
                            /** @description Below this confidence a question goes to people */
                            threshold?: number;
                            /** @enum {string} */
                            channel?: "api" | "widget" | "email" | "whatsapp" | "sms";
                        }[];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                    "application/yaml": string;
                };
            };
        };
    };
    deleteSuitesSuiteId: {
        parameters: {
            path: {
                suiteId: string;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                content?: never;
            };
        };
    };
    patchSuitesSuiteId: {
        parameters: {
            path: {
                suiteId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    description?: string | null;
                    scenarios?: {
                        name: string;
                        turns: {
                            message: string;
                            /** @default {} */
                            expect?: {
                                /** @enum {string} */
                                outcome?: "answered" | "blocked" | "escalated" | "waiting";
                                /** @description Id or title of a source that the answer cites */
                                source?: string;
                                /** @description Stands in the content, whatever the case */
                                contains?: string | string[];
                                notContains?: string | string[];
                                minConfidence?: number;
                                maxConfidence?: number;
                                /** @description Name, type or id of a policy that blocked or changed something */
                                policy?: string;
                                /** @description Stands in the reason of a block or hand-over, whatever the case */
                                reason?: string;
                            };
                        }[];
                        /** @description In place of the tenant's policies, all of them; ties of priority go by their order here */
                        policies?: ({
                            name: string;
                            /** @enum {string} */
                            mode: "Pre-generation" | "Post-generation";
                            /**
                             * @description Lower goes first; ties go by creation
                             * @default 100
                             */
                            priority?: number;
                            /** @default true */
                            enabled?: boolean;
                            /** @constant */
                            type: "Topic Filter";
                            config: {
                                topics: {
                                    name: string;
                                    /** @description Words and phrases, matched in any form; may be empty when there are examples */
                                    phrases: string[];
                                    /** @description Messages on the topic; what is much like one of them is on it too */
                                    examples?: string[];
                                }[];
                            };
                            id?: string;
                            /** Format: date-time */
                            createdAt?: string;
                            /** Format: date-time */
                            updatedAt?: string;
                        } | {
                            name: string;
                            /** @enum {string} */
                            mode: "Pre-generation" | "Post-generation";
                            /**
                             * @description Lower goes first; ties go by creation
                             * @default 100
                             */
                            priority?: number;
                            /** @default true */
                            enabled?: boolean;
                            /** @constant */
                            type: "PII Filter";
                            config: {
                                kinds: ("email" | "phone" | "national_id" | "card" | "iban")[];
                                regions?: string[];
                            };
                            id?: string;
                            /** Format: date-time */
                            createdAt?: string;
                            /** Format: date-time */
                            updatedAt?: string;
                        } | {
                            name: string;
                            /** @enum {string} */
                            mode: "Pre-generation" | "Post-generation";
                            /**
                             * @description Lower goes first; ties go by creation
                             * @default 100
                             */
                            priority?: number;
                            /** @default true */
                            enabled?: boolean;
                            /** @constant */
                            type: "Tone Control";
                            config: {
                                /** @enum {string} */
                                tone: "formal" | "informal" | "professional";
                            };
                            id?: string;
                            /** Format: date-time */
                            createdAt?: string;
                            /** Format: date-time */
                            updatedAt?: string;
                        } | {
                            name: string;
                            /** @enum {string} */
                            mode: "Pre-generation" | "Post-generation";
                            /**
                             * @description Lower goes first; ties go by creation
                             * @default 100
                             */
                            priority?: number;
                            /** @default true */
                            enabled?: boolean;
                            /** @constant */
                            type: "Length Limit";
                            config: {
                                maxTokens: number;
                            };
                            id?: string;
                            /** Format: date-time */
                            createdAt?: string;
                            /** Format: date-time */
                            updatedAt?: string;
                        })[];
                        /** @description Below this confidence a question goes to people */
                        threshold?: number;
                        /** @enum {string} */
                        channel?: "api" | "widget" | "email" | "whatsapp" | "sms";
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        description?: string;
                        scenarios: {
                            name: string;
                            turns: {
                                message: string;
                                /** @default {} */
                                expect: {
                                    /** @enum {string} */
                                    outcome?: "answered" | "blocked" | "escalated" | "waiting";
                                    /** @description Id or title of a source that the answer cites */
                                    source?: string;
                                    /** @description Stands in the content, whatever the case */
                                    contains?: string | string[];
                                    notContains?: string | string[];
                                    minConfidence?: number;
                                    maxConfidence?: number;
                                    /** @description Name, type or id of a policy that blocked or changed something */
                                    policy?: string;
                                    /** @description Stands in the reason of a block or hand-over, whatever the case */
                                    reason?: string;
                                };
                            }[];
                            /** @description In place of the tenant's policies, all of them; ties of priority go by their order here */
                            policies?: ({
                                name: string;
                                /** @enum {string} */
                                mode: "Pre-generation" | "Post-generation";
                                /**
                                 * @description Lower goes first; ties go by creation
                                 * @default 100
                                 */
                                priority: number;
                                /** @default true */
                                enabled: boolean;
                                /** @constant */
                                type: "Topic Filter";
                                config: {
                                    topics: {
                                        name: string;
                                        /** @description Words and phrases, matched in any form; may be empty when there are examples */
                                        phrases: string[];
                                        /** @description Messages on the topic; what is much like one of them is on it too */
                                        examples?: string[];
                                    }[];
                                };
                                id?: string;
                                /** Format: date-time */
                                createdAt?: string;
                                /** Format: date-time */
                                updatedAt?: string;
                            } | {
                                name: string;
                                /** @enum {string} */
                                mode: "Pre-generation" | "Post-generation";
                                /**
                                 * @description Lower goes first; ties go by creation
                                 * @default 100
                                 */
                                priority: number;
                                /** @default true */
                                enabled: boolean;
                                /** @constant */
                                type: "PII Filter";
                                config: {
                                    kinds: ("email" | "phone" | "national_id" | "card" | "iban")[];
                                    regions?: string[];
                                };
                                id?: string;
                                /** Format: date-time */
                                createdAt?: string;
                                /** Format: date-time */
                                updatedAt?: string;
                            } | {
                                name: string;
                                /** @enum {string} */
                                mode: "Pre-generation" | "Post-generation";
                                /**
                                 * @description Lower goes first; ties go by creation
                                 * @default 100
                                 */
                                priority: number;
                                /** @default true */
                                enabled: boolean;
                                /** @constant */
                                type: "Tone Control";
                                config: {
                                    /** @enum {string} */
                                    tone: "formal" | "informal" | "professional";
                                };
                                id?: string;
                                /** Format: date-time */
                                createdAt?: string;
                                /** Format: date-time */
                                updatedAt?: string;
                            } | {
                                name: string;
                                /** @enum {string} */
                                mode: "Pre-generation" | "Post-generation";
                                /**
                                 * @description Lower goes first; ties go by creation
                                 * @default 100
                                 */
                                priority: number;
                                /** @default true */
                                enabled: boolean;
                                /** @constant */
                                type: "Length Limit";
                                config: {
                                    maxTokens: number;
                                };
                                id?: string;
                                /** Format: date-time */
                                createdAt?: string;
                                /** Format: date-time */
                                updatedAt?: string;
                            })[];
                            /** @description Below this confidence a question goes to people */
                            threshold?: number;
                            /** @enum {string} */
                            channel?: "api" | "widget" | "email" | "whatsapp" | "sms";
                        }[];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
        };
    };
    postSuitesSuiteIdRun: {
        parameters: {
            path: {
                suiteId: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description In place of the tenant's policies, all of them; ties of priority go by their order here */
                    policies?: ({
                        name: string;
                        /** @enum {string} */
                        mode: "Pre-generation" | "Post-generation";
                        /**
                         * @description Lower goes first; ties go by creation
                         * @default 100
                         */
                        priority?: number;
                        /** @default true */
                        enabled?: boolean;
                        /** @constant */
                        type: "Topic Filter";
                        config: {
                            topics: {
                                name: string;
                                /** @description Words and phrases, matched in any form; may be empty when there are examples */
                                phrases: string[];
                                /** @description Messages on the topic; what is much like one of them is on it too */
                                examples?: string[];
                            }[];
                        };
                        id?: string;
                        /** Format: date-time */
                        createdAt?: string;
                        /** Format: date-time */
                        updatedAt?: string;
                    } | {
                        name: string;
                        /** @enum {string} */
                        mode: "Pre-generation" | "Post-generation";
                        /**
                         * @description Lower goes first; ties go by creation
                         * @default 100
                         */
                        priority?: number;
                        /** @default true */
                        enabled?: boolean;
                        /** @constant */
                        type: "PII Filter";
                        config: {
                            kinds: ("email" | "phone" | "national_id" | "card" | "iban")[];
                            regions?: string[];
                        };
                        id?: string;
                        /** Format: date-time */
                        createdAt?: string;
                        /** Format: date-time */
                        updatedAt?: string;
                    } | {
                        name: string;
                        /** @enum {string} */
                        mode: "Pre-generation" | "Post-generation";
                        /**
                         * @description Lower goes first; ties go by creation
                         * @default 100
                         */
                        priority?: number;
                        /** @default true */
                        enabled?: boolean;
                        /** @constant */
                        type: "Tone Control";
                        config: {
                            /** @enum {string} */
                            tone: "formal" | "informal" | "professional";
                        };
                        id?: string;
                        /** Format: date-time */
                        createdAt?: string;
                        /** Format: date-time */
                        updatedAt?: string;
                    } | {
                        name: string;
                        /** @enum {string} */
                        mode: "Pre-generation" | "Post-generation";
                        /**
                         * @description Lower goes first; ties go by creation
                         * @default 100
                         */
                        priority?: number;
                        /** @default true */
                        enabled?: boolean;
                        /** @constant */
                        type: "Length Limit";
                        config: {
                            maxTokens: number;
                        };
                        id?: string;
                        /** Format: date-time */
                        createdAt?: string;
                        /** Format: date-time */
                        updatedAt?: string;
                    })[];
                    /** @description Below this confidence a question goes to people */
                    threshold?: number;
                    configurations?: {
                        name: string;
                        /** @description In place of the tenant's policies, all of them; ties of priority go by their order here */
                        policies?: ({
                            name: string;
                            /** @enum {string} */
                            mode: "Pre-generation" | "Post-generation";
                            /**
                             * @description Lower goes first; ties go by creation
                             * @default 100
                             */
                            priority?: number;
                            /** @default true */
                            enabled?: boolean;
                            /** @constant */
                            type: "Topic Filter";
                            config: {
                                topics: {
                                    name: string;
                                    /** @description Words and phrases, matched in any form; may be empty when there are examples */
                                    phrases: string[];
                                    /** @description Messages on the topic; what is much like one of them is on it too */
                                    examples?: string[];
                                }[];
                            };
                            id?: string;
                            /** Format: date-time */
                            createdAt?: string;
                            /** Format: date-time */
                            updatedAt?: string;
                        } | {
                            name: string;
                            /** @enum {string} */
                            mode: "Pre-generation" | "Post-generation";
                            /**
                             * @description Lower goes first; ties go by creation
                             * @default 100
                             */
                            priority?: number;
                            /** @default true */
                            enabled?: boolean;
                            /** @constant */
                            type: "PII Filter";
                            config: {
                                kinds: ("email" | "phone" | "national_id" | "card" | "iban")[];
                                regions?: string[];
                            };
                            id?: string;
                            /** Format: date-time */
                            createdAt?: string;
                            /** Format: date-time */
                            updatedAt?: string;
                        } | {
                            name: string;
                            /** @enum {string} */
                            mode: "Pre-generation" | "Post-generation";
                            /**
                             * @description Lower goes first; ties go by creation
                             * @default 100
                             */
                            priority?: number;
                            /** @default true */
                            enabled?: boolean;
                            /** @constant */
                            type: "Tone Control";
                            config: {
                                /** @enum {string} */
                                tone: "formal" | "informal" | "professional";
                            };
                            id?: string;
                            /** Format: date-time */
                            createdAt?: string;
                            /** Format: date-time */
                            updatedAt?: string;
                        } | {
                            name: string;
                            /** @enum {string} */
                            mode: "Pre-generation" | "Post-generation";
                            /**
                             * @description Lower goes first; ties go by creation
                             * @default 100
                             */
                            priority?: number;
                            /** @default true */
                            enabled?: boolean;
                            /** @constant */
                            type: "Length Limit";
                            config: {
                                maxTokens: number;
                            };
                            id?: string;
                            /** Format: date-time */
                            createdAt?: string;
                            /** Format: date-time */
                            updatedAt?: string;
                        })[];
                        /** @description Below this confidence a question goes to people */
                        threshold?: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": {
                        id: string;
                        jobId: string;
                        suiteId: string;
                        /** @description The name that the suite had */
                        suite: string;
                        /** @enum {string} */
                        state: "running" | "finished";
                        /**
                         * @description `pending` until it is finished, or a scenario failed
                         * @enum {string}
                         */
                        verdict: "passed" | "failed" | "pending";
                        progress: {
                            done: number;
                            total: number;
                            unit: string;
                        };
                        configurations: {
                            name: string;
                            threshold?: number;
                            /** @description Names of the policies in place of others */
                            policies?: string[];
                            /** @description Scenarios */
                            passed: number;
                            failed: number;
                            pending: number;
                        }[];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        finishedAt?: string;
                    };
                };
            };
        };
    };
    getSuitesSuiteIdRuns: {
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
                    "application/json": {
                        items: {
                            id: string;
                            jobId: string;
                            suiteId: string;
                            /** @description The name that the suite had */
                            suite: string;
                            /** @enum {string} */
                            state: "running" | "finished";
                            /**
                             * @description `pending` until it is finished, or a scenario failed
                             * @enum {string}
                             */
                            verdict: "passed" | "failed" | "pending";
                            progress: {
                                done: number;
                                total: number;
                                unit: string;
                            };
                            configurations: {
                                name: string;
                                threshold?: number;
                                /** @description Names of the policies in place of others */
                                policies?: string[];
                                /** @description Scenarios */
                                passed: number;
                                failed: number;
                                pending: number;
                            }[];
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            finishedAt?: string;
                            scenarios: {
                                name: string;
                                /** @enum {string} */
                                verdict: "passed" | "failed" | "pending";
                                configurations: {
                                    name: string;
                                    /** @enum {string} */
                                    verdict: "passed" | "failed" | "pending";
                                    turns: {
                                        /** @enum {string} */
                                        outcome: "answered" | "blocked" | "escalated" | "waiting" | "failed";
                                        content: string;
                                        confidence: number;
                                        sources: {
                                            sourceId: string;
                                            title: string;
                                        }[];
                                        /** @description Those that blocked or changed something */
                                        policies: {
                                            policyId: string;
                                            name: string;
                                            type: string;
                                            mode: string;
                                            /** @enum {string} */
                                            decision: "pass" | "block" | "change";
                                            reason: string;
                                        }[];
                                        reason: string | null;
                                        /** @description Why there is no outcome */
                                        error?: {
                                            code: string;
                                            message: string;
                                        };
                                        message: string;
                                        /** @enum {string} */
                                        verdict: "passed" | "failed" | "pending";
                                        expectations: {
                                            /** @description Its name, or `completes`: that there is an outcome at all */
                                            expectation: string;
                                            expected: string;
                                            came: string;
                                            passed: boolean;
                                        }[];
                                    }[];
                                }[];
                                /** @description Where the configurations differ: turn (from 1), what, and what each came to */
                                differences: {
                                    turn: number;
                                    field: string;
                                    values: {
                                        [key: string]: string;
                                    };
                                }[];
                            }[];
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getSuitesSuiteIdRunsRunId: {
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
                    "application/json": {
                        id: string;
                        jobId: string;
                        suiteId: string;
                        /** @description The name that the suite had */
                        suite: string;
                        /** @enum {string} */
                        state: "running" | "finished";
                        /**
                         * @description `pending` until it is finished, or a scenario failed
                         * @enum {string}
                         */
                        verdict: "passed" | "failed" | "pending";
                        progress: {
                            done: number;
                            total: number;
                            unit: string;
                        };
                        configurations: {
                            name: string;
                            threshold?: number;
                            /** @description Names of the policies in place of others */
                            policies?: string[];
                            /** @description Scenarios */
                            passed: number;
                            failed: number;
                            pending: number;
                        }[];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        finishedAt?: string;
                        scenarios: {
                            name: string;
                            /** @enum {string} */
                            verdict: "passed" | "failed" | "pending";
                            configurations: {
                                name: string;
                                /** @enum {string} */
                                verdict: "passed" | "failed" | "pending";
                                turns: {
                                    /** @enum {string} */
                                    outcome: "answered" | "blocked" | "escalated" | "waiting" | "failed";
                                    content: string;
                                    confidence: number;
                                    sources: {
                                        sourceId: string;
                                        title: string;
                                    }[];
                                    /** @description Those that blocked or changed something */
                                    policies: {
                                        policyId: string;
                                        name: string;
                                        type: string;
                                        mode: string;
                                        /** @enum {string} */
                                        decision: "pass" | "block" | "change";
                                        reason: string;
                                    }[];
                                    reason: string | null;
                                    /** @description Why there is no outcome */
                                    error?: {
                                        code: string;
                                        message: string;
                                    };
                                    message: string;
                                    /** @enum {string} */
                                    verdict: "passed" | "failed" | "pending";
                                    expectations: {
                                        /** @description Its name, or `completes`: that there is an outcome at all */
                                        expectation: string;
                                        expected: string;
                                        came: string;
                                        passed: boolean;
                                    }[];
                                }[];
                            }[];
                            /** @description Where the configurations differ: turn (from 1), what, and what each came to */
                            differences: {
                                turn: number;
                                field: string;
                                values: {
                                    [key: string]: string;
                                };
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    getConversations: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "open" | "escalated" | "resolved" | "closed";
                handler?: "ai" | "queue" | "agent";
                channel?: "api" | "widget" | "email" | "whatsapp" | "sms";
                assignee?: string;
                tag?: string;
                contactId?: string;
                q?: string;
                /** @description Last message at this time or later */
                from?: string;
                /** @description Before this time; a day counts whole */
                to?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["ConversationOutput"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postConversationsHandover: {
        requestBody: {
            content: {
                "application/json": {
                    conversationId: string;
                    reason?: string;
                    note?: string;
                    assignee?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        conversationId: string;
                        /** @constant */
                        status: "escalated";
                        assignee: string | null;
                        reason: string;
                        summary: string;
                        /** Format: date-time */
                        handedOverAt: string;
                        /** @description True: it was in the hands of people before, and nothing changed */
                        alreadyHandedOver: boolean;
                    };
                };
            };
        };
    };
    postConversationsBulk: {
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "close" | "reopen" | "resolve" | "assign" | "unassign" | "tag" | "untag" | "export";
                    ids?: string[];
                    filter?: {
                        /** @enum {string} */
                        status?: "open" | "escalated" | "resolved" | "closed";
                        /** @enum {string} */
                        handler?: "ai" | "queue" | "agent";
                        /** @enum {string} */
                        channel?: "api" | "widget" | "email" | "whatsapp" | "sms";
                        assignee?: string;
                        tag?: string;
                        contactId?: string;
                        q?: string;
                        /** @description Last message at this time or later */
                        from?: string;
                        /** @description Before this time; a day counts whole */
                        to?: string;
                    };
                    assignee?: string;
                    tag?: string;
                    /** @enum {string} */
                    format?: "json" | "csv";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        action: "close" | "reopen" | "resolve" | "assign" | "unassign" | "tag" | "untag" | "export";
                        requested: number;
                        succeeded: number;
                        failed: number;
                        results: {
                            id: string;
                            ok: boolean;
                            code?: string;
                        }[];
                    };
                    "text/csv; charset=utf-8": string;
                };
            };
        };
    };
    getConversationsConversationId: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ConversationOutput"];
                };
            };
        };
    };
    patchConversationsConversationId: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    assignee?: string | null;
                    tags?: string[];
                    /** @enum {string} */
                    status?: "open" | "escalated" | "resolved" | "closed";
                    subject?: string | null;
                    snoozedUntil?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ConversationOutput"];
                };
            };
        };
    };
    getConversationsConversationIdMessages: {
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
                    "application/json": {
                        items: components["schemas"]["MessageOutput"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postConversationsConversationIdMessages: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "reply" | "note";
                    content: string;
                    /** @description Or the header `x-agent-id` */
                    agentId?: string;
                    sawSequence?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageOutput"];
                };
            };
        };
    };
    postConversationsConversationIdMessagesMessageIdResend: {
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
                    "application/json": {
                        /**
                         * @description `unknown`: it may have left; nobody can tell, so it is not sent again by itself
                         * @enum {string}
                         */
                        state: "sending" | "sent" | "delivered" | "read" | "failed" | "unknown";
                        /** Format: date-time */
                        at: string;
                        /** @description Why it failed: a code of ours, or the provider’s */
                        code?: string;
                    };
                };
            };
        };
    };
    postConversationsConversationIdHandback: {
        parameters: {
            path: {
                conversationId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": components["schemas"]["ConversationOutput"];
                };
            };
        };
    };
    getConversationsConversationIdActivity: {
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
                    "application/json": {
                        items: {
                            id: string;
                            /** Format: date-time */
                            at: string;
                            actor: {
                                /** @enum {string} */
                                kind: "agent" | "api" | "customer" | "ai" | "system";
                                id?: string;
                            };
                            action: string;
                            from?: string | string[] | null;
                            to?: string | string[] | null;
                            detail?: string;
                            /** @description Of the message that it is about */
                            messageId?: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getConversationsConversationIdAttachmentsAttachmentId: {
        parameters: {
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
                };
            };
        };
    };
    getEventsStream: {
        responses: {
            /** @description The stream */
            200: {
                content: {
                    "text/event-stream": {
                        /** @constant */
                        type: "ready";
                        number: number;
                    } | {
                        number: number;
                        /** @enum {string} */
                        type: "conversation.created" | "conversation.changed" | "conversation.escalated" | "conversation.resolved" | "conversation.erased" | "contact.changed" | "message.received" | "message.sent" | "message.delivery" | "knowledge.updated" | "settings.changed" | "bulk.performed" | "reset";
                        /** Format: date-time */
                        at: string;
                        /** @description As it is when this is sent */
                        conversation?: components["schemas"]["ConversationOutput"];
                        /** @description Of a conversation that is gone, in place of `conversation` */
                        conversationId?: string;
                        /** @description Of `contact.changed`: it changed, was merged into another, or erased */
                        contactId?: string;
                        message?: components["schemas"]["MessageOutput"];
                        source?: {
                            id: string;
                            title: string;
                            status: string;
                        };
                        /** @description Of a source: `created`, `updated`, `restored`, `deleted`, `failed` */
                        change?: string;
                        bulkId?: string;
                    };
                };
            };
        };
    };
    getContacts: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                q?: string;
                tag?: string;
                email?: string;
                phone?: string;
                externalId?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            name: string | null;
                            email: string | null;
                            phone: string | null;
                            externalId: string | null;
                            tags: string[];
                            attributes: {
                                [key: string]: string | number | boolean;
                            };
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postContacts: {
        requestBody: {
            content: {
                "application/json": {
                    name?: string | null;
                    email?: string | null;
                    phone?: string | null;
                    externalId?: string | null;
                    tags?: string[];
                    attributes?: {
                        [key: string]: string | number | boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": {
                        id: string;
                        name: string | null;
                        email: string | null;
                        phone: string | null;
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
                };
            };
        };
    };
    getContactsExport: {
        parameters: {
            query?: {
                q?: string;
                tag?: string;
                email?: string;
                phone?: string;
                externalId?: string;
                fields?: string;
                format?: "csv" | "json";
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "text/csv; charset=utf-8": Blob;
                    "application/json; charset=utf-8": Blob;
                };
            };
        };
    };
    postContactsBulk: {
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "tag" | "untag" | "delete";
                    ids?: string[];
                    filter?: {
                        q?: string;
                        tag?: string;
                        email?: string;
                        phone?: string;
                        externalId?: string;
                    };
                    tag?: string;
                    confirm?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        action: string;
                        requested: number;
                        succeeded: number;
                        failed: number;
                        results: {
                            id: string;
                            ok: boolean;
                            code?: string;
                        }[];
                    } | {
                        confirm: string;
                        contacts: {
                            id: string;
                            name: string | null;
                            email: string | null;
                        }[];
                    };
                };
            };
        };
    };
    postContactsMerge: {
        requestBody: {
            content: {
                "application/json": {
                    into: string;
                    from: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        name: string | null;
                        email: string | null;
                        phone: string | null;
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
                };
            };
        };
    };
    getContactsContactId: {
        parameters: {
            path: {
                contactId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        name: string | null;
                        email: string | null;
                        phone: string | null;
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
                };
            };
        };
    };
    deleteContactsContactId: {
        parameters: {
            path: {
                contactId: string;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                content?: never;
            };
        };
    };
    patchContactsContactId: {
        parameters: {
            path: {
                contactId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string | null;
                    email?: string | null;
                    phone?: string | null;
                    externalId?: string | null;
                    tags?: string[];
                    attributes?: {
                        [key: string]: string | number | boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        name: string | null;
                        email: string | null;
                        phone: string | null;
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
                };
            };
        };
    };
    getContactsContactIdData: {
        parameters: {
            path: {
                contactId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json; charset=utf-8": Blob;
                };
            };
        };
    };
    postContactsContactIdErase: {
        parameters: {
            path: {
                contactId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": {
                        jobId: string;
                    };
                };
            };
        };
    };
    getConnectors: {
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
                    "application/json": {
                        items: {
                            id: string;
                            /** @enum {string} */
                            kind: "hubspot" | "zendesk";
                            subdomain?: string;
                            name: string;
                            enabled: boolean;
                            /** @description When a conversation is written there as a ticket */
                            pushConversations: ("escalated" | "resolved")[];
                            /** @description Whether a sync writes contacts there that are new or changed here */
                            pushContacts: boolean;
                            /** @description Whether a sync takes contacts from there */
                            pullContacts: boolean;
                            /** @description null: only when asked */
                            syncEveryMinutes: number | null;
                            /** @description Why nothing goes through now; gone with the next success */
                            error?: {
                                code: string;
                                message: string;
                            };
                            /** Format: date-time */
                            lastSyncAt?: string;
                            /** Format: date-time */
                            createdAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postConnectors: {
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    kind: "hubspot";
                    name?: string;
                    /** @default true */
                    enabled?: boolean;
                    /**
                     * @description When a conversation is written there as a ticket
                     * @default [
                     *       "escalated"
                     *     ]
                     */
                    pushConversations?: ("escalated" | "resolved")[];
                    /**
                     * @description Whether a sync writes contacts there that are new or changed here
                     * @default false
                     */
                    pushContacts?: boolean;
                    /**
                     * @description Whether a sync takes contacts from there
                     * @default true
                     */
                    pullContacts?: boolean;
                    /**
                     * @description null: only when asked
                     * @default null
                     */
                    syncEveryMinutes?: number | null;
                    secrets: {
                        /** @description Of a private app */
                        accessToken: string;
                    };
                } | {
                    /** @constant */
                    kind: "zendesk";
                    subdomain: string;
                    name?: string;
                    /** @default true */
                    enabled?: boolean;
                    /**
                     * @description When a conversation is written there as a ticket
                     * @default [
                     *       "escalated"
                     *     ]
                     */
                    pushConversations?: ("escalated" | "resolved")[];
                    /**
                     * @description Whether a sync writes contacts there that are new or changed here
                     * @default false
                     */
                    pushContacts?: boolean;
                    /**
                     * @description Whether a sync takes contacts from there
                     * @default true
                     */
                    pullContacts?: boolean;
                    /**
                     * @description null: only when asked
                     * @default null
                     */
                    syncEveryMinutes?: number | null;
                    secrets: {
                        /** Format: email */
                        email: string;
                        apiToken: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        kind: "hubspot" | "zendesk";
                        subdomain?: string;
                        name: string;
                        enabled: boolean;
                        /** @description When a conversation is written there as a ticket */
                        pushConversations: ("escalated" | "resolved")[];
                        /** @description Whether a sync writes contacts there that are new or changed here */
                        pushContacts: boolean;
                        /** @description Whether a sync takes contacts from there */
                        pullContacts: boolean;
                        /** @description null: only when asked */
                        syncEveryMinutes: number | null;
                        /** @description Why nothing goes through now; gone with the next success */
                        error?: {
                            code: string;
                            message: string;
                        };
                        /** Format: date-time */
                        lastSyncAt?: string;
                        /** Format: date-time */
                        createdAt: string;
                    };
                };
            };
        };
    };
    getConnectorsConnectorId: {
        parameters: {
            path: {
                connectorId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        kind: "hubspot" | "zendesk";
                        subdomain?: string;
                        name: string;
                        enabled: boolean;
                        /** @description When a conversation is written there as a ticket */
                        pushConversations: ("escalated" | "resolved")[];
                        /** @description Whether a sync writes contacts there that are new or changed here */
                        pushContacts: boolean;
                        /** @description Whether a sync takes contacts from there */
                        pullContacts: boolean;
                        /** @description null: only when asked */
                        syncEveryMinutes: number | null;
                        /** @description Why nothing goes through now; gone with the next success */
                        error?: {
                            code: string;
                            message: string;
                        };
                        /** Format: date-time */
                        lastSyncAt?: string;
                        /** Format: date-time */
                        createdAt: string;
                    };
                };
            };
        };
    };
    deleteConnectorsConnectorId: {
        parameters: {
            path: {
                connectorId: string;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                content?: never;
            };
        };
    };
    patchConnectorsConnectorId: {
        parameters: {
            path: {
                connectorId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    enabled?: boolean;
                    /** @description When a conversation is written there as a ticket */
                    pushConversations?: ("escalated" | "resolved")[];
                    /** @description Whether a sync writes contacts there that are new or changed here */
                    pushContacts?: boolean;
                    /** @description Whether a sync takes contacts from there */
                    pullContacts?: boolean;
                    /** @description null: only when asked */
                    syncEveryMinutes?: number | null;
                    /** @description All of them anew */
                    secrets?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        kind: "hubspot" | "zendesk";
                        subdomain?: string;
                        name: string;
                        enabled: boolean;
                        /** @description When a conversation is written there as a ticket */
                        pushConversations: ("escalated" | "resolved")[];
                        /** @description Whether a sync writes contacts there that are new or changed here */
                        pushContacts: boolean;
                        /** @description Whether a sync takes contacts from there */
                        pullContacts: boolean;
                        /** @description null: only when asked */
                        syncEveryMinutes: number | null;
                        /** @description Why nothing goes through now; gone with the next success */
                        error?: {
                            code: string;
                            message: string;
                        };
                        /** Format: date-time */
                        lastSyncAt?: string;
                        /** Format: date-time */
                        createdAt: string;
                    };
                };
            };
        };
    };
    postConnectorsConnectorIdSync: {
        parameters: {
            path: {
                connectorId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": {
                        jobId: string;
                    };
                };
            };
        };
    };
    getConnectorsConnectorIdSyncs: {
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
                    "application/json": {
                        items: {
                            id: string;
                            /** @constant */
                            kind: "connector-sync";
                            connectorId: string;
                            /** @enum {string} */
                            state: "running" | "finished";
                            total: number;
                            done: number;
                            failed: number;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            finishedAt?: string;
                            counts: {
                                pulled: number;
                                created: number;
                                updated: number;
                                unchanged: number;
                                pushed: number;
                                /** @description Contacts that one side would not take */
                                rejected: number;
                            };
                            error?: {
                                code: string;
                                message: string;
                            };
                            /** @description What was rejected, the first 100 */
                            items: {
                                contactId?: string;
                                remoteId?: string;
                                error: {
                                    code: string;
                                    message: string;
                                };
                            }[];
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getConnectorsConnectorIdDeliveries: {
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
                    "application/json": {
                        items: {
                            id: string;
                            connectorId: string;
                            conversationId: string;
                            /** @enum {string} */
                            state: "pending" | "delivered" | "failed";
                            /** @description Of the ticket there */
                            remoteId?: string;
                            /** @description The newest 20 */
                            attempts: {
                                /** Format: date-time */
                                at: string;
                                /** @description HTTP status; absent when no reply came */
                                status?: number;
                                durationMs: number;
                                error?: string;
                                /** @description First bytes of the reply */
                                reply?: string;
                            }[];
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            nextAttemptAt?: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postConnectorsConnectorIdConversations: {
        parameters: {
            path: {
                connectorId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    conversationId: string;
                };
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": {
                        id: string;
                        connectorId: string;
                        conversationId: string;
                        /** @enum {string} */
                        state: "pending" | "delivered" | "failed";
                        /** @description Of the ticket there */
                        remoteId?: string;
                        /** @description The newest 20 */
                        attempts: {
                            /** Format: date-time */
                            at: string;
                            /** @description HTTP status; absent when no reply came */
                            status?: number;
                            durationMs: number;
                            error?: string;
                            /** @description First bytes of the reply */
                            reply?: string;
                        }[];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        nextAttemptAt?: string;
                    };
                };
            };
        };
    };
    postContactsImport: {
        requestBody: {
            content: {
                "multipart/form-data": {
                    mapping: string;
                    /**
                     * @default skip
                     * @enum {string}
                     */
                    onDuplicate?: "skip" | "update" | "create";
                    /**
                     * @default false
                     * @enum {string}
                     */
                    dryRun?: "true" | "false";
                    /** Format: binary */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": {
                        jobId: string;
                    };
                };
            };
        };
    };
    getContactsImportsImportId: {
        parameters: {
            path: {
                importId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        kind: "contacts";
                        /** @enum {string} */
                        state: "running" | "finished";
                        total: number;
                        done: number;
                        failed: number;
                        /** Format: date-time */
                        createdAt: string;
                        dryRun: boolean;
                        /** @enum {string} */
                        onDuplicate: "skip" | "update" | "create";
                        verdicts: {
                            created: number;
                            updated: number;
                            duplicate: number;
                            rejected: number;
                        };
                        error?: {
                            code: string;
                            message: string;
                        };
                        /** @enum {string} */
                        undo?: "running" | "finished";
                    };
                };
            };
        };
    };
    getContactsErasuresErasureId: {
        parameters: {
            path: {
                erasureId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        kind: "erasure";
                        contactId: string;
                        /** @enum {string} */
                        state: "running" | "finished";
                        total: number;
                        done: number;
                        failed: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        finishedAt?: string;
                        /**
                         * Format: date-time
                         * @description When the last stored event that held its words is gone
                         */
                        lastEventExpiresAt?: string;
                        /** @description Why it does not get on */
                        waitsFor?: string;
                        items: {
                            what: string;
                            count: number;
                        }[];
                    };
                };
            };
        };
    };
    getContactsImportsImportIdRows: {
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
                    "application/json": {
                        items: {
                            /** @description 1 for the first row after the header */
                            row: number;
                            /** @enum {string} */
                            verdict: "created" | "updated" | "duplicate" | "rejected";
                            contactId?: string;
                            duplicateOf?: {
                                row?: number;
                                contactId?: string;
                            };
                            /** @description Why it was rejected */
                            reasons?: string[];
                            /**
                             * @description `kept`: it was changed since
                             * @enum {string}
                             */
                            undone?: "removed" | "restored" | "kept";
                        }[];
                        isLast: boolean;
                    };
                };
            };
        };
    };
    getContactsImportsImportIdRejected: {
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
    postContactsImportsImportIdUndo: {
        parameters: {
            path: {
                importId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        kind: "contacts";
                        /** @enum {string} */
                        state: "running" | "finished";
                        total: number;
                        done: number;
                        failed: number;
                        /** Format: date-time */
                        createdAt: string;
                        dryRun: boolean;
                        /** @enum {string} */
                        onDuplicate: "skip" | "update" | "create";
                        verdicts: {
                            created: number;
                            updated: number;
                            duplicate: number;
                            rejected: number;
                        };
                        error?: {
                            code: string;
                            message: string;
                        };
                        /** @enum {string} */
                        undo?: "running" | "finished";
                    };
                };
            };
        };
    };
    postCopilot: {
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "summarize" | "translate_en" | "translate_sv" | "suggest_reply" | "analyze_sentiment" | "draft_note";
                    conversationId: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        action: "summarize" | "translate_en" | "translate_sv" | "suggest_reply" | "analyze_sentiment" | "draft_note";
                        conversationId: string;
                        /** @description The newest message it saw */
                        messageId: string;
                        /** @description As the policies let it out; the refusal when they block it */
                        result: string;
                        sources?: {
                            title: string;
                            sourceId: string;
                            version: number;
                            url?: string;
                            quote: string;
                            masked?: boolean;
                        }[];
                        sentiment?: {
                            /** @enum {string} */
                            label: "positive" | "neutral" | "negative" | "frustrated";
                            /** @description How clearly it is that, 0 to 1 */
                            score: number;
                        };
                        /** @description What wrote it; `local` when no language model did */
                        model: string;
                    };
                    "text/event-stream": {
                        /** @enum {string} */
                        action: "summarize" | "translate_en" | "translate_sv" | "suggest_reply" | "analyze_sentiment" | "draft_note";
                        conversationId: string;
                        /** @description The newest message it saw */
                        messageId: string;
                        /** @constant */
                        type: "start";
                    } | {
                        /** @constant */
                        type: "delta";
                        text: string;
                    } | {
                        /** @enum {string} */
                        action: "summarize" | "translate_en" | "translate_sv" | "suggest_reply" | "analyze_sentiment" | "draft_note";
                        conversationId: string;
                        /** @description The newest message it saw */
                        messageId: string;
                        /** @description As the policies let it out; the refusal when they block it */
                        result: string;
                        sources?: {
                            title: string;
                            sourceId: string;
                            version: number;
                            url?: string;
                            quote: string;
                            masked?: boolean;
                        }[];
                        sentiment?: {
                            /** @enum {string} */
                            label: "positive" | "neutral" | "negative" | "frustrated";
                            /** @description How clearly it is that, 0 to 1 */
                            score: number;
                        };
                        /** @description What wrote it; `local` when no language model did */
                        model: string;
                        /** @constant */
                        type: "done";
                    } | {
                        /** @constant */
                        type: "error";
                        message: string;
                        code: string;
                    };
                };
            };
        };
    };
    getChannels: {
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
                    "application/json": {
                        items: {
                            id: string;
                            /** @enum {string} */
                            kind: "email" | "whatsapp" | "sms";
                            /** @enum {string} */
                            provider: "mailgun" | "sendgrid" | "postmark" | "raw" | "meta" | "twilio" | "vonage";
                            /** @description In normal form: an e-mail address, a phone number in E.164, Meta’s phone number id. An e-mail address with more than 21 characters before the `@` has no room for the token that names the conversation in the reply address */
                            address: string;
                            /** @description The name that answers are sent under */
                            name?: string;
                            /** @description False: nothing is taken in and nothing goes out */
                            enabled: boolean;
                            /** @description The names of the secrets that it has */
                            secrets: string[];
                            /** @description Whether it has every secret that sending needs */
                            canSend: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postChannels: {
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "email" | "whatsapp" | "sms";
                    /** @enum {string} */
                    provider: "mailgun" | "sendgrid" | "postmark" | "raw" | "meta" | "twilio" | "vonage";
                    address: string;
                    name?: string;
                    /** @description By the names of the provider’s; never shown again */
                    secrets: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        kind: "email" | "whatsapp" | "sms";
                        /** @enum {string} */
                        provider: "mailgun" | "sendgrid" | "postmark" | "raw" | "meta" | "twilio" | "vonage";
                        /** @description In normal form: an e-mail address, a phone number in E.164, Meta’s phone number id. An e-mail address with more than 21 characters before the `@` has no room for the token that names the conversation in the reply address */
                        address: string;
                        /** @description The name that answers are sent under */
                        name?: string;
                        /** @description False: nothing is taken in and nothing goes out */
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
                };
            };
        };
    };
    getChannelsChannelId: {
        parameters: {
            path: {
                channelId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        kind: "email" | "whatsapp" | "sms";
                        /** @enum {string} */
                        provider: "mailgun" | "sendgrid" | "postmark" | "raw" | "meta" | "twilio" | "vonage";
                        /** @description In normal form: an e-mail address, a phone number in E.164, Meta’s phone number id. An e-mail address with more than 21 characters before the `@` has no room for the token that names the conversation in the reply address */
                        address: string;
                        /** @description The name that answers are sent under */
                        name?: string;
                        /** @description False: nothing is taken in and nothing goes out */
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
                };
            };
        };
    };
    deleteChannelsChannelId: {
        parameters: {
            path: {
                channelId: string;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                content?: never;
            };
        };
    };
    patchChannelsChannelId: {
        parameters: {
            path: {
                channelId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    enabled?: boolean;
                    /** @description Those that change */
                    secrets?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        kind: "email" | "whatsapp" | "sms";
                        /** @enum {string} */
                        provider: "mailgun" | "sendgrid" | "postmark" | "raw" | "meta" | "twilio" | "vonage";
                        /** @description In normal form: an e-mail address, a phone number in E.164, Meta’s phone number id. An e-mail address with more than 21 characters before the `@` has no room for the token that names the conversation in the reply address */
                        address: string;
                        /** @description The name that answers are sent under */
                        name?: string;
                        /** @description False: nothing is taken in and nothing goes out */
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
                };
            };
        };
    };
    postWebhooksEmail: {
        requestBody: {
            content: {
                "*/*": Blob;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            200: {
                content?: never;
            };
        };
    };
    postWebhooksEmailChannelId: {
        parameters: {
            path: {
                channelId: string;
            };
        };
        requestBody: {
            content: {
                "*/*": Blob;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            200: {
                content?: never;
            };
        };
    };
    postWebhooksWhatsapp: {
        requestBody: {
            content: {
                "*/*": Blob;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            200: {
                content?: never;
            };
        };
    };
    getWebhooksWhatsappChannelId: {
        parameters: {
            path: {
                channelId: string;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            200: {
                content?: never;
            };
        };
    };
    postWebhooksWhatsappChannelId: {
        parameters: {
            path: {
                channelId: string;
            };
        };
        requestBody: {
            content: {
                "*/*": Blob;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            200: {
                content?: never;
            };
        };
    };
    postWebhooksSms: {
        requestBody: {
            content: {
                "*/*": Blob;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            200: {
                content?: never;
            };
        };
    };
    postWebhooksSmsChannelId: {
        parameters: {
            path: {
                channelId: string;
            };
        };
        requestBody: {
            content: {
                "*/*": Blob;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            200: {
                content?: never;
            };
        };
    };
    getWebhookEndpoints: {
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
                    "application/json": {
                        items: components["schemas"]["WebhookEndpoint"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postWebhookEndpoints: {
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uri */
                    url: string;
                    /** @default [] */
                    events?: ("conversation.created" | "conversation.resolved" | "conversation.escalated" | "message.received" | "message.sent" | "knowledge.updated")[];
                    description?: string;
                    /** @description Requests a second at most */
                    maxPerSecond?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": {
                        id: string;
                        url: string;
                        /** @description Empty: all of them */
                        events: ("conversation.created" | "conversation.resolved" | "conversation.escalated" | "message.received" | "message.sent" | "knowledge.updated")[];
                        description?: string;
                        enabled: boolean;
                        disabledReason?: string;
                        /** @description Requests a second at most; the setting of the service if absent */
                        maxPerSecond?: number;
                        /**
                         * Format: date-time
                         * @description Nothing was delivered since; after five days it is disabled
                         */
                        failingSince?: string;
                        /** Format: date-time */
                        createdAt: string;
                        secret: string;
                    };
                };
            };
        };
    };
    getWebhookEndpointsEndpointId: {
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
    deleteWebhookEndpointsEndpointId: {
        parameters: {
            path: {
                endpointId: string;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                content?: never;
            };
        };
    };
    patchWebhookEndpointsEndpointId: {
        parameters: {
            path: {
                endpointId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uri */
                    url?: string;
                    events?: ("conversation.created" | "conversation.resolved" | "conversation.escalated" | "message.received" | "message.sent" | "knowledge.updated")[];
                    description?: string;
                    /** @description null: as the service is set */
                    maxPerSecond?: number | null;
                    enabled?: boolean;
                };
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
    postWebhookEndpointsEndpointIdTest: {
        parameters: {
            path: {
                endpointId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": {
                        id: string;
                        endpointId: string;
                        event: {
                            id: string;
                            type: string;
                            key: string;
                            sequence: number;
                        };
                        /** @enum {string} */
                        state: "pending" | "delivered" | "failed";
                        attempts: {
                            /** Format: date-time */
                            at: string;
                            /** @description HTTP status; absent when no reply came */
                            status?: number;
                            durationMs: number;
                            error?: string;
                            /** @description First bytes of the reply */
                            reply?: string;
                        }[];
                        /** @description Why it failed without another attempt: the endpoint was disabled */
                        reason?: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        nextAttemptAt?: string;
                    };
                };
            };
        };
    };
    postWebhookEndpointsEndpointIdRotateSecret: {
        parameters: {
            path: {
                endpointId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        url: string;
                        /** @description Empty: all of them */
                        events: ("conversation.created" | "conversation.resolved" | "conversation.escalated" | "message.received" | "message.sent" | "knowledge.updated")[];
                        description?: string;
                        enabled: boolean;
                        disabledReason?: string;
                        /** @description Requests a second at most; the setting of the service if absent */
                        maxPerSecond?: number;
                        /**
                         * Format: date-time
                         * @description Nothing was delivered since; after five days it is disabled
                         */
                        failingSince?: string;
                        /** Format: date-time */
                        createdAt: string;
                        secret: string;
                    };
                };
            };
        };
    };
    getWebhookEndpointsEndpointIdDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            path: {
                endpointId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            endpointId: string;
                            event: {
                                id: string;
                                type: string;
                                key: string;
                                sequence: number;
                            };
                            /** @enum {string} */
                            state: "pending" | "delivered" | "failed";
                            attempts: {
                                /** Format: date-time */
                                at: string;
                                /** @description HTTP status; absent when no reply came */
                                status?: number;
                                durationMs: number;
                                error?: string;
                                /** @description First bytes of the reply */
                                reply?: string;
                            }[];
                            /** @description Why it failed without another attempt: the endpoint was disabled */
                            reason?: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            nextAttemptAt?: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postWebhookEndpointsEndpointIdReplay: {
        parameters: {
            path: {
                endpointId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    from: string;
                    /** Format: date-time */
                    to: string;
                    events?: ("conversation.created" | "conversation.resolved" | "conversation.escalated" | "message.received" | "message.sent" | "knowledge.updated")[];
                };
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": {
                        jobId: string;
                    };
                };
            };
        };
    };
    postWebhookDeliveriesDeliveryIdRetry: {
        parameters: {
            path: {
                deliveryId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": {
                        id: string;
                        endpointId: string;
                        event: {
                            id: string;
                            type: string;
                            key: string;
                            sequence: number;
                        };
                        /** @enum {string} */
                        state: "pending" | "delivered" | "failed";
                        attempts: {
                            /** Format: date-time */
                            at: string;
                            /** @description HTTP status; absent when no reply came */
                            status?: number;
                            durationMs: number;
                            error?: string;
                            /** @description First bytes of the reply */
                            reply?: string;
                        }[];
                        /** @description Why it failed without another attempt: the endpoint was disabled */
                        reason?: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        nextAttemptAt?: string;
                    };
                };
            };
        };
    };
    postWebhookListeners: {
        requestBody: {
            content: {
                "application/json": {
                    /** @default [] */
                    events?: ("conversation.created" | "conversation.resolved" | "conversation.escalated" | "message.received" | "message.sent" | "knowledge.updated")[];
                    /** @description To sign with; a new one when there is none */
                    secret?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": {
                        id: string;
                        /** @description Empty: all of them */
                        events: ("conversation.created" | "conversation.resolved" | "conversation.escalated" | "message.received" | "message.sent" | "knowledge.updated")[];
                        /** @description Signs what this listener is sent */
                        secret: string;
                        /** Format: date-time */
                        createdAt: string;
                    };
                };
            };
        };
    };
    getWebhookListenersListenerIdStream: {
        parameters: {
            path: {
                listenerId: string;
            };
        };
        responses: {
            /** @description The stream */
            200: {
                content: {
                    "text/event-stream": {
                        /** @constant */
                        type: "ready";
                        number: number;
                    } | {
                        /** @constant */
                        type: "delivery";
                        number: number;
                        event: {
                            id: string;
                            type: string;
                            key: string;
                            sequence: number;
                        };
                        headers: {
                            [key: string]: string;
                        };
                        /** @description The raw body, which is signed */
                        body: string;
                    };
                };
            };
        };
    };
    deleteWebhookListenersListenerId: {
        parameters: {
            path: {
                listenerId: string;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                content?: never;
            };
        };
    };
    getApiKeys: {
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
                    "application/json": {
                        items: {
                            id: string;
                            name: string;
                            scopes: ("chat" | "knowledge" | "policies" | "conversations" | "contacts" | "analytics" | "settings" | "admin")[];
                            /** @description The last four characters of the key */
                            hint: string;
                            /** Format: date-time */
                            createdAt: string;
                            expiresAt: string | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postApiKeys: {
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    scopes: ("chat" | "knowledge" | "policies" | "conversations" | "contacts" | "analytics" | "settings" | "admin")[];
                    /** Format: date-time */
                    expiresAt?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        scopes: ("chat" | "knowledge" | "policies" | "conversations" | "contacts" | "analytics" | "settings" | "admin")[];
                        /** @description The last four characters of the key */
                        hint: string;
                        /** Format: date-time */
                        createdAt: string;
                        expiresAt: string | null;
                        /** @description Shown this once */
                        key: string;
                    };
                };
            };
        };
    };
    postApiKeysKeyIdRotate: {
        parameters: {
            path: {
                keyId: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        scopes: ("chat" | "knowledge" | "policies" | "conversations" | "contacts" | "analytics" | "settings" | "admin")[];
                        /** @description The last four characters of the key */
                        hint: string;
                        /** Format: date-time */
                        createdAt: string;
                        expiresAt: string | null;
                        /** @description Shown this once */
                        key: string;
                        /** Format: date-time */
                        previousExpiresAt: string;
                    };
                };
            };
        };
    };
    deleteApiKeysKeyId: {
        parameters: {
            path: {
                keyId: string;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                content?: never;
            };
        };
    };
    getAgents: {
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
                    "application/json": {
                        items: {
                            id: string;
                            name: string;
                            /** Format: email */
                            email: string;
                            /** @enum {string} */
                            role: "agent" | "manager" | "admin";
                            available: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postAgents: {
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** Format: email */
                    email: string;
                    /**
                     * @default agent
                     * @enum {string}
                     */
                    role?: "agent" | "manager" | "admin";
                    /** @default true */
                    available?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /** Format: email */
                        email: string;
                        /** @enum {string} */
                        role: "agent" | "manager" | "admin";
                        available: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
        };
    };
    getAgentsAgentId: {
        parameters: {
            path: {
                agentId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /** Format: email */
                        email: string;
                        /** @enum {string} */
                        role: "agent" | "manager" | "admin";
                        available: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
        };
    };
    deleteAgentsAgentId: {
        parameters: {
            path: {
                agentId: string;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                content?: never;
            };
        };
    };
    patchAgentsAgentId: {
        parameters: {
            path: {
                agentId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** Format: email */
                    email?: string;
                    /** @enum {string} */
                    role?: "agent" | "manager" | "admin";
                    available?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /** Format: email */
                        email: string;
                        /** @enum {string} */
                        role: "agent" | "manager" | "admin";
                        available: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
        };
    };
    getSettings: {
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        /** @description Null: the fitted default */
                        escalationThreshold: number | null;
                        /** @description What customers are answered in: their own language where it is one of these, otherwise the first. None: their own. Without a model an answer is in the language of the source */
                        languages: string[];
                        /** @description Null: always open */
                        businessHours: {
                            timeZone: string;
                            days: {
                                [key: string]: {
                                    from: string;
                                    to: string;
                                }[];
                            };
                            /** @description What a customer reads outside of them */
                            message?: string;
                        } | null;
                        /** @description After so long without a word a conversation counts as resolved (`assumed`). Null: never */
                        assumedResolutionHours: number | null;
                        /** @description Resolved and closed conversations in which nobody wrote for so long are removed with everything of them. Null: kept until erased */
                        retentionDays: number | null;
                        /** @description Where browsers may call from */
                        allowedOrigins: string[];
                        /** @description The longest that a new API key lives */
                        keyExpiryDays: number | null;
                        updatedAt: string | null;
                    };
                };
            };
        };
    };
    patchSettings: {
        requestBody: {
            content: {
                "application/json": {
                    /** @description Null: the fitted default */
                    escalationThreshold?: number | null;
                    /** @description What customers are answered in: their own language where it is one of these, otherwise the first. None: their own. Without a model an answer is in the language of the source */
                    languages?: string[];
                    /** @description Null: always open */
                    businessHours?: {
                        timeZone: string;
                        days: {
                            [key: string]: {
                                from: string;
                                to: string;
                            }[];
                        };
                        /** @description What a customer reads outside of them */
                        message?: string;
                    } | null;
                    /** @description After so long without a word a conversation counts as resolved (`assumed`). Null: never */
                    assumedResolutionHours?: number | null;
                    /** @description Resolved and closed conversations in which nobody wrote for so long are removed with everything of them. Null: kept until erased */
                    retentionDays?: number | null;
                    /** @description Where browsers may call from */
                    allowedOrigins?: string[];
                    /** @description The longest that a new API key lives */
                    keyExpiryDays?: number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        /** @description Null: the fitted default */
                        escalationThreshold: number | null;
                        /** @description What customers are answered in: their own language where it is one of these, otherwise the first. None: their own. Without a model an answer is in the language of the source */
                        languages: string[];
                        /** @description Null: always open */
                        businessHours: {
                            timeZone: string;
                            days: {
                                [key: string]: {
                                    from: string;
                                    to: string;
                                }[];
                            };
                            /** @description What a customer reads outside of them */
                            message?: string;
                        } | null;
                        /** @description After so long without a word a conversation counts as resolved (`assumed`). Null: never */
                        assumedResolutionHours: number | null;
                        /** @description Resolved and closed conversations in which nobody wrote for so long are removed with everything of them. Null: kept until erased */
                        retentionDays: number | null;
                        /** @description Where browsers may call from */
                        allowedOrigins: string[];
                        /** @description The longest that a new API key lives */
                        keyExpiryDays: number | null;
                        updatedAt: string | null;
                    };
                };
            };
        };
    };
    getEscalationRules: {
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
                    "application/json": {
                        items: {
                            id: string;
                            name: string;
                            when: {
                                /** @constant */
                                kind: "low_confidence";
                                threshold?: number;
                            } | {
                                /** @constant */
                                kind: "requested";
                            } | {
                                /** @constant */
                                kind: "frustrated";
                            } | {
                                /** @constant */
                                kind: "turns";
                                /** @description From this message of the customer on */
                                turns: number;
                            } | {
                                /** @constant */
                                kind: "keywords";
                                keywords: string[];
                            } | {
                                /** @constant */
                                kind: "outside_hours";
                            };
                            then: {
                                assignee?: string;
                                /** @description Becomes a tag of the conversation */
                                team?: string;
                                /** @description What the customer reads */
                                message?: string;
                                unclaimedAfterMinutes?: number;
                                /** @description The rule that acts when nobody has claimed it by then */
                                next?: string;
                            };
                            priority: number;
                            enabled: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postEscalationRules: {
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    when: {
                        /** @constant */
                        kind: "low_confidence";
                        threshold?: number;
                    } | {
                        /** @constant */
                        kind: "requested";
                    } | {
                        /** @constant */
                        kind: "frustrated";
                    } | {
                        /** @constant */
                        kind: "turns";
                        /** @description From this message of the customer on */
                        turns: number;
                    } | {
                        /** @constant */
                        kind: "keywords";
                        keywords: string[];
                    } | {
                        /** @constant */
                        kind: "outside_hours";
                    };
                    /** @default {} */
                    then?: {
                        assignee?: string;
                        /** @description Becomes a tag of the conversation */
                        team?: string;
                        /** @description What the customer reads */
                        message?: string;
                        unclaimedAfterMinutes?: number;
                        /** @description The rule that acts when nobody has claimed it by then */
                        next?: string;
                    };
                    /** @default 0 */
                    priority?: number;
                    /** @default true */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        when: {
                            /** @constant */
                            kind: "low_confidence";
                            threshold?: number;
                        } | {
                            /** @constant */
                            kind: "requested";
                        } | {
                            /** @constant */
                            kind: "frustrated";
                        } | {
                            /** @constant */
                            kind: "turns";
                            /** @description From this message of the customer on */
                            turns: number;
                        } | {
                            /** @constant */
                            kind: "keywords";
                            keywords: string[];
                        } | {
                            /** @constant */
                            kind: "outside_hours";
                        };
                        then: {
                            assignee?: string;
                            /** @description Becomes a tag of the conversation */
                            team?: string;
                            /** @description What the customer reads */
                            message?: string;
                            unclaimedAfterMinutes?: number;
                            /** @description The rule that acts when nobody has claimed it by then */
                            next?: string;
                        };
                        priority: number;
                        enabled: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
        };
    };
    getEscalationRulesRuleId: {
        parameters: {
            path: {
                ruleId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        when: {
                            /** @constant */
                            kind: "low_confidence";
                            threshold?: number;
                        } | {
                            /** @constant */
                            kind: "requested";
                        } | {
                            /** @constant */
                            kind: "frustrated";
                        } | {
                            /** @constant */
                            kind: "turns";
                            /** @description From this message of the customer on */
                            turns: number;
                        } | {
                            /** @constant */
                            kind: "keywords";
                            keywords: string[];
                        } | {
                            /** @constant */
                            kind: "outside_hours";
                        };
                        then: {
                            assignee?: string;
                            /** @description Becomes a tag of the conversation */
                            team?: string;
                            /** @description What the customer reads */
                            message?: string;
                            unclaimedAfterMinutes?: number;
                            /** @description The rule that acts when nobody has claimed it by then */
                            next?: string;
                        };
                        priority: number;
                        enabled: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
        };
    };
    deleteEscalationRulesRuleId: {
        parameters: {
            path: {
                ruleId: string;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                content?: never;
            };
        };
    };
    patchEscalationRulesRuleId: {
        parameters: {
            path: {
                ruleId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    when?: {
                        /** @constant */
                        kind: "low_confidence";
                        threshold?: number;
                    } | {
                        /** @constant */
                        kind: "requested";
                    } | {
                        /** @constant */
                        kind: "frustrated";
                    } | {
                        /** @constant */
                        kind: "turns";
                        /** @description From this message of the customer on */
                        turns: number;
                    } | {
                        /** @constant */
                        kind: "keywords";
                        keywords: string[];
                    } | {
                        /** @constant */
                        kind: "outside_hours";
                    };
                    then?: {
                        assignee?: string;
                        /** @description Becomes a tag of the conversation */
                        team?: string;
                        /** @description What the customer reads */
                        message?: string;
                        unclaimedAfterMinutes?: number;
                        /** @description The rule that acts when nobody has claimed it by then */
                        next?: string;
                    };
                    priority?: number;
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        when: {
                            /** @constant */
                            kind: "low_confidence";
                            threshold?: number;
                        } | {
                            /** @constant */
                            kind: "requested";
                        } | {
                            /** @constant */
                            kind: "frustrated";
                        } | {
                            /** @constant */
                            kind: "turns";
                            /** @description From this message of the customer on */
                            turns: number;
                        } | {
                            /** @constant */
                            kind: "keywords";
                            keywords: string[];
                        } | {
                            /** @constant */
                            kind: "outside_hours";
                        };
                        then: {
                            assignee?: string;
                            /** @description Becomes a tag of the conversation */
                            team?: string;
                            /** @description What the customer reads */
                            message?: string;
                            unclaimedAfterMinutes?: number;
                            /** @description The rule that acts when nobody has claimed it by then */
                            next?: string;
                        };
                        priority: number;
                        enabled: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
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
                    "application/json": {
                        from: string;
                        to: string;
                        questions: number;
                        promptTokens: number;
                        completionTokens: number;
                        days: {
                            day: string;
                            questions: number;
                            promptTokens: number;
                            completionTokens: number;
                            pages: number;
                            deliveries: number;
                            /** @description That customers sent by e-mail, WhatsApp and SMS */
                            channelMessages: number;
                            /** @description That left by them */
                            channelReplies: number;
                            /** @description Of the copilot, beside those of questions */
                            copilotPromptTokens: number;
                            copilotCompletionTokens: number;
                        }[];
                        pages: number;
                        deliveries: number;
                        /** @description That customers sent by e-mail, WhatsApp and SMS */
                        channelMessages: number;
                        /** @description That left by them */
                        channelReplies: number;
                        /** @description Of the copilot, beside those of questions */
                        copilotPromptTokens: number;
                        copilotCompletionTokens: number;
                    };
                };
            };
        };
    };
    getSettingsThresholdPreview: {
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
                    "application/json": {
                        threshold: number;
                        /** @description The threshold that holds now, rules aside */
                        current: number;
                        /** @description Questions looked at: the newest 1,000 that were decided by confidence */
                        questions: number;
                        answered: {
                            was: number;
                            would: number;
                        };
                        escalated: {
                            was: number;
                            would: number;
                        };
                        /** @description Questions that would have gone the other way, newest first, at most `limit` */
                        changed: {
                            conversationId: string;
                            /** @description Of the answer */
                            messageId: string;
                            askedAt: string;
                            question: string;
                            confidence: number;
                            /** @enum {string} */
                            was: "answered" | "escalated";
                            /** @enum {string} */
                            would: "answered" | "escalated";
                        }[];
                    };
                };
            };
        };
    };
    getAnalyticsOverview: {
        parameters: {
            query?: {
                /** @description A day (UTC) or a time; 29 days before `to` when left out */
                from?: string;
                /** @description A day, which counts whole, or a time, which does not count; today when left out */
                to?: string;
                by?: "day" | "channel" | "tag";
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        /** Format: date-time */
                        from: string;
                        /**
                         * Format: date-time
                         * @description Not included
                         */
                        to: string;
                        /** @description Begun */
                        conversations: number;
                        /** @description Of customers */
                        messages: number;
                        /** @description That the AI brought to an end: answered, blocked, escalated, failed */
                        questions: number;
                        answered: number;
                        blocked: number;
                        failed: number;
                        /** @description Times that conversations went to people, by whomever */
                        escalated: number;
                        escalatedByReason: {
                            [key: string]: number;
                        };
                        confidence: {
                            count: number;
                            mean: number | null;
                            /** @description Ten: from 0 up to 0.1, …, from 0.9 to 1 */
                            distribution: number[];
                        };
                        /** @description From the first message of a customer to the first answer by the AI or by people */
                        firstResponse: {
                            count: number;
                            /** @description Nearest rank; null when there is none */
                            p50Ms: number | null;
                            p90Ms: number | null;
                        };
                        resolved: {
                            confirmed: number;
                            assumed: number;
                        };
                        /** @description From the beginning of a conversation to its resolution */
                        resolution: {
                            count: number;
                            /** @description Nearest rank; null when there is none */
                            p50Ms: number | null;
                            p90Ms: number | null;
                        };
                        blockedByPolicy: {
                            policyId: string;
                            name: string;
                            count: number;
                        }[];
                        sources: {
                            used: number;
                            /** @description Live, and no answer of the period rests on it */
                            unused: number;
                            /** @description At most 25 */
                            mostUsed: {
                                sourceId: string;
                                title: string;
                                count: number;
                            }[];
                            /** @description At most 25, oldest first */
                            neverUsed: {
                                sourceId: string;
                                title: string;
                            }[];
                        };
                        by: ("day" | "channel" | "tag") | null;
                        /** @description By day each day of the period; null: conversations without a tag. At most 366 */
                        groups: {
                            key: string | null;
                            /** @description Begun */
                            conversations: number;
                            /** @description Of customers */
                            messages: number;
                            /** @description That the AI brought to an end: answered, blocked, escalated, failed */
                            questions: number;
                            answered: number;
                            blocked: number;
                            failed: number;
                            /** @description Times that conversations went to people, by whomever */
                            escalated: number;
                            escalatedByReason: {
                                [key: string]: number;
                            };
                            confidence: {
                                count: number;
                                mean: number | null;
                                /** @description Ten: from 0 up to 0.1, …, from 0.9 to 1 */
                                distribution: number[];
                            };
                            /** @description From the first message of a customer to the first answer by the AI or by people */
                            firstResponse: {
                                count: number;
                                /** @description Nearest rank; null when there is none */
                                p50Ms: number | null;
                                p90Ms: number | null;
                            };
                            resolved: {
                                confirmed: number;
                                assumed: number;
                            };
                            /** @description From the beginning of a conversation to its resolution */
                            resolution: {
                                count: number;
                                /** @description Nearest rank; null when there is none */
                                p50Ms: number | null;
                                p90Ms: number | null;
                            };
                        }[];
                    };
                };
            };
        };
    };
    getAnalyticsRows: {
        parameters: {
            query: {
                limit?: number;
                cursor?: string;
                metric: "conversations" | "messages" | "questions" | "answered" | "blocked" | "failed" | "escalated" | "confidence" | "first_response" | "resolved_confirmed" | "resolved_assumed" | "resolution" | "sources_used" | "sources_unused";
                /** @description A day (UTC) or a time; 29 days before `to` when left out */
                from?: string;
                /** @description A day, which counts whole, or a time, which does not count; today when left out */
                to?: string;
                channel?: "api" | "widget" | "email" | "whatsapp" | "sms";
                tag?: string;
                reason?: "low_confidence" | "requested" | "frustrated" | "rule" | "waiting";
                policyId?: string;
                sourceId?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        items: {
                            /** Format: date-time */
                            at: string;
                            conversationId?: string;
                            messageId?: string;
                            /** @enum {string} */
                            channel?: "api" | "widget" | "email" | "whatsapp" | "sms";
                            /** @enum {string} */
                            outcome?: "answered" | "blocked" | "escalated" | "waiting" | "failed";
                            reason?: string;
                            confidence?: number;
                            /** @description Those that blocked */
                            policies?: {
                                policyId: string;
                                name: string;
                            }[];
                            sourceIds?: string[];
                            /** @enum {string} */
                            how?: "confirmed" | "assumed";
                            ms?: number;
                            sourceId?: string;
                            title?: string;
                            count?: number;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getAnalyticsLog: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                kind?: "bulk" | "settings" | "suggestion" | "retention" | "agent" | "api_key" | "channel" | "connector" | "contact" | "dead_letter" | "escalation_rule" | "policy" | "source" | "suite" | "tenant" | "webhook_endpoint";
                from?: string;
                to?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            /** Format: date-time */
                            at: string;
                            /** @enum {string} */
                            kind: "bulk" | "settings" | "suggestion" | "retention" | "agent" | "api_key" | "channel" | "connector" | "contact" | "dead_letter" | "escalation_rule" | "policy" | "source" | "suite" | "tenant" | "webhook_endpoint";
                            actor: {
                                /** @enum {string} */
                                kind: "agent" | "api" | "customer" | "ai" | "system";
                                id?: string;
                            };
                            /** @description The API key that was used, where an agent is the actor */
                            keyId?: string;
                            /** @description `create`, `update`, `delete`, or the last word of the route: `rotate`, `import` */
                            action: string;
                            /** @description Of what was changed, or of the job that was started */
                            targetId?: string;
                            /**
                             * @description `unknown`: it was begun, and whether it came to its end was never heard
                             * @enum {string}
                             */
                            outcome?: "done" | "unknown";
                            requested?: number;
                            succeeded?: number;
                            failed?: number;
                            assignee?: string;
                            tag?: string;
                            /** @description Names of what was set; no values */
                            changed?: string[];
                            suggestionId?: string;
                            /** @description What was removed because it was older than `retentionDays` */
                            removed?: {
                                what: string;
                                count: number;
                            }[];
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getAnalyticsSuggestions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "open" | "checking" | "closed" | "dismissed";
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            /** @description The question that the others are most like */
                            title: string;
                            language: string | null;
                            /** @description How often it was asked */
                            count: number;
                            /** Format: date-time */
                            lastAskedAt: string;
                            /** @description The newest, at most 10 */
                            questions: {
                                messageId: string;
                                conversationId: string;
                                text: string;
                                /** Format: date-time */
                                askedAt: string;
                                /** @enum {string} */
                                outcome: "answered" | "blocked" | "escalated" | "waiting" | "failed";
                                confidence?: number;
                            }[];
                            draft: {
                                title: string;
                                text: string;
                                /** @description False: nobody has replied yet, so the text only asks */
                                isAnswered: boolean;
                            };
                            /** @enum {string} */
                            status: "open" | "checking" | "closed" | "dismissed";
                            /** @description The newest acceptance */
                            check?: {
                                /** @enum {string} */
                                state: "running" | "finished";
                                /** Format: date-time */
                                startedAt: string;
                                /** Format: date-time */
                                finishedAt?: string;
                                /** @description Null: no source was made, the questions were only asked again */
                                sourceId: string | null;
                                asked: number;
                                passed: number;
                                /** @description Ids of the questions that are still not answered */
                                notPassed: string[];
                                error?: {
                                    code: string;
                                    message: string;
                                };
                            };
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getAnalyticsSuggestionsSuggestionId: {
        parameters: {
            path: {
                suggestionId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        /** @description The question that the others are most like */
                        title: string;
                        language: string | null;
                        /** @description How often it was asked */
                        count: number;
                        /** Format: date-time */
                        lastAskedAt: string;
                        /** @description The newest, at most 10 */
                        questions: {
                            messageId: string;
                            conversationId: string;
                            text: string;
                            /** Format: date-time */
                            askedAt: string;
                            /** @enum {string} */
                            outcome: "answered" | "blocked" | "escalated" | "waiting" | "failed";
                            confidence?: number;
                        }[];
                        draft: {
                            title: string;
                            text: string;
                            /** @description False: nobody has replied yet, so the text only asks */
                            isAnswered: boolean;
                        };
                        /** @enum {string} */
                        status: "open" | "checking" | "closed" | "dismissed";
                        /** @description The newest acceptance */
                        check?: {
                            /** @enum {string} */
                            state: "running" | "finished";
                            /** Format: date-time */
                            startedAt: string;
                            /** Format: date-time */
                            finishedAt?: string;
                            /** @description Null: no source was made, the questions were only asked again */
                            sourceId: string | null;
                            asked: number;
                            passed: number;
                            /** @description Ids of the questions that are still not answered */
                            notPassed: string[];
                            error?: {
                                code: string;
                                message: string;
                            };
                        };
                    };
                };
            };
        };
    };
    postAnalyticsSuggestionsSuggestionIdAccept: {
        parameters: {
            path: {
                suggestionId: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    title?: string;
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": {
                        id: string;
                        /** @description The question that the others are most like */
                        title: string;
                        language: string | null;
                        /** @description How often it was asked */
                        count: number;
                        /** Format: date-time */
                        lastAskedAt: string;
                        /** @description The newest, at most 10 */
                        questions: {
                            messageId: string;
                            conversationId: string;
                            text: string;
                            /** Format: date-time */
                            askedAt: string;
                            /** @enum {string} */
                            outcome: "answered" | "blocked" | "escalated" | "waiting" | "failed";
                            confidence?: number;
                        }[];
                        draft: {
                            title: string;
                            text: string;
                            /** @description False: nobody has replied yet, so the text only asks */
                            isAnswered: boolean;
                        };
                        /** @enum {string} */
                        status: "open" | "checking" | "closed" | "dismissed";
                        /** @description The newest acceptance */
                        check?: {
                            /** @enum {string} */
                            state: "running" | "finished";
                            /** Format: date-time */
                            startedAt: string;
                            /** Format: date-time */
                            finishedAt?: string;
                            /** @description Null: no source was made, the questions were only asked again */
                            sourceId: string | null;
                            asked: number;
                            passed: number;
                            /** @description Ids of the questions that are still not answered */
                            notPassed: string[];
                            error?: {
                                code: string;
                                message: string;
                            };
                        };
                    };
                };
            };
        };
    };
    postAnalyticsSuggestionsSuggestionIdDismiss: {
        parameters: {
            path: {
                suggestionId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        /** @description The question that the others are most like */
                        title: string;
                        language: string | null;
                        /** @description How often it was asked */
                        count: number;
                        /** Format: date-time */
                        lastAskedAt: string;
                        /** @description The newest, at most 10 */
                        questions: {
                            messageId: string;
                            conversationId: string;
                            text: string;
                            /** Format: date-time */
                            askedAt: string;
                            /** @enum {string} */
                            outcome: "answered" | "blocked" | "escalated" | "waiting" | "failed";
                            confidence?: number;
                        }[];
                        draft: {
                            title: string;
                            text: string;
                            /** @description False: nobody has replied yet, so the text only asks */
                            isAnswered: boolean;
                        };
                        /** @enum {string} */
                        status: "open" | "checking" | "closed" | "dismissed";
                        /** @description The newest acceptance */
                        check?: {
                            /** @enum {string} */
                            state: "running" | "finished";
                            /** Format: date-time */
                            startedAt: string;
                            /** Format: date-time */
                            finishedAt?: string;
                            /** @description Null: no source was made, the questions were only asked again */
                            sourceId: string | null;
                            asked: number;
                            passed: number;
                            /** @description Ids of the questions that are still not answered */
                            notPassed: string[];
                            error?: {
                                code: string;
                                message: string;
                            };
                        };
                    };
                };
            };
        };
    };
    getDeadLetters: {
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
                    "application/json": {
                        items: {
                            id: string;
                            /** @description The part that could not handle it */
                            handler: string;
                            subject: string;
                            /** @description What it is about: the id of a conversation, a source, … */
                            key: string;
                            sequence: number;
                            reason: {
                                code: string;
                                message: string;
                            };
                            attempts: number;
                            /** Format: date-time */
                            at: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postDeadLettersDeadLetterIdRetry: {
        parameters: {
            path: {
                deadLetterId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
        };
    };
    deleteDeadLettersDeadLetterId: {
        parameters: {
            path: {
                deadLetterId: string;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                content?: never;
            };
        };
    };
    getAdminTenants: {
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
                    "application/json": {
                        items: {
                            id: string;
                            name: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** @description The job that erases it */
                            erasure?: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    postAdminTenants: {
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                content: {
                    "application/json": {
                        /** @description Its id */
                        tenant: string;
                        apiKey: string;
                    };
                };
            };
        };
    };
    deleteAdminTenantsTenantId: {
        parameters: {
            path: {
                tenantId: string;
            };
        };
        responses: {
            /** @description Accepted, under way */
            202: {
                content: {
                    "application/json": {
                        jobId: string;
                        tenant: string;
                    };
                };
            };
        };
    };
    getAdminLog: {
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
                    "application/json": {
                        items: {
                            id: string;
                            /** Format: date-time */
                            at: string;
                            /** @enum {string} */
                            kind: "bulk" | "settings" | "suggestion" | "retention" | "agent" | "api_key" | "channel" | "connector" | "contact" | "dead_letter" | "escalation_rule" | "policy" | "source" | "suite" | "tenant" | "webhook_endpoint";
                            actor: {
                                /** @enum {string} */
                                kind: "agent" | "api" | "customer" | "ai" | "system";
                                id?: string;
                            };
                            /** @description The API key that was used, where an agent is the actor */
                            keyId?: string;
                            /** @description `create`, `update`, `delete`, or the last word of the route: `rotate`, `import` */
                            action: string;
                            /** @description Of what was changed, or of the job that was started */
                            targetId?: string;
                            /**
                             * @description `unknown`: it was begun, and whether it came to its end was never heard
                             * @enum {string}
                             */
                            outcome?: "done" | "unknown";
                            requested?: number;
                            succeeded?: number;
                            failed?: number;
                            assignee?: string;
                            tag?: string;
                            /** @description Names of what was set; no values */
                            changed?: string[];
                            suggestionId?: string;
                            /** @description What was removed because it was older than `retentionDays` */
                            removed?: {
                                what: string;
                                count: number;
                            }[];
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getAdminJobsJobId: {
        parameters: {
            path: {
                jobId: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        tenant: string;
                        /** @enum {string} */
                        state: "running" | "finished";
                        total: number;
                        done: number;
                        failed: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        finishedAt?: string;
                        /** @description Why it does not get on */
                        waitsFor?: string;
                        items: {
                            service: string;
                            removed: {
                                what: string;
                                count: number;
                            }[];
                        }[];
                    };
                };
            };
        };
    };
}
