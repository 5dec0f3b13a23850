/** Limits that clients can rely on (docs/limits.md lists them). */
export const limits = {
  /** One uploaded file: 20 MB, as 20 × 1024 × 1024 bytes. */
  fileBytes: 20 * 1024 * 1024,
  /** Files in one bulk request. */
  bulkFiles: 50,
  /** Pages a crawl may fetch from one domain. */
  pagesPerDomain: 100,
  /** Characters (UTF-16 code units) of a chunk, and how many of them the next one repeats. */
  chunkCharacters: 800,
  chunkOverlapCharacters: 150,
  /** Chunks that a question is answered from. */
  chunksPerQuestion: 5,
  /** Characters of a customer's message. */
  messageCharacters: 8_000,
  /** One of a tenant's own texts for customers, and all of them as JSON. */
  customerTextCharacters: 1_000,
  customerTextsBytes: 128 * 1024,
  /** Files that come with one message of a customer. */
  attachments: 20,
  /** One file that an agent sends, and all files of one message: 25 MB, as 25 × 1024 × 1024 bytes. */
  attachmentBytes: 25 * 1024 * 1024,
  /** Files that an agent sends with one message. */
  messageAttachments: 10,
  /** Messages of the history that a simulation is given, and characters of each. */
  historyMessages: 40,
  historyCharacters: 20_000,
  /** Test suites of a tenant, and runs that are kept of each: with a new one the oldest goes. */
  suites: 200,
  suiteRuns: 50,
  /** Scenarios of a test suite, turns of each, and turns of all of them. */
  suiteScenarios: 100,
  scenarioTurns: 10,
  suiteTurns: 200,
  /** The scenarios of a test suite as JSON: a run's report on any one of them fits into one message. */
  suiteBytes: 64 * 1024,
  /** Configurations that a run compares, and all of them as JSON. */
  suiteConfigurations: 3,
  configurationBytes: 128 * 1024,
  /** Questions that a rehearsal tries, and rehearsals of a tenant that are kept: with a new one the oldest goes. */
  rehearsalQuestions: 500,
  rehearsals: 50,
  /** Of a tenant at once. */
  rehearsalsUnderWay: 3,
  /** Any message on the bus: whatever can be larger is a blob, or paged. */
  busMessageBytes: 512 * 1024,
  /** A page of what people wrote, as JSON: it ends before it has more, so that the bus takes it with what goes around it. */
  pageBytes: 400 * 1024,
  /** What a stream may have waiting unread before it is cancelled. */
  streamUnreadBytes: 256 * 1024,
  /** A JSON body of the HTTP API. */
  jsonBodyBytes: 1024 * 1024,
  /** A JSON body that is sent without an API key or session: signing in, and visitors of chat widgets. A message fits with each character escaped. */
  publicBodyBytes: 64 * 1024,
  /** Levels of arrays and objects in a JSON body, its values, and fields of all its objects: what parsing and checking it costs. */
  jsonDepth: 64,
  jsonValues: 50_000,
  /** Of a run's `configurations` (128 kB), at 14 bytes for the shortest fields of a topic: 9,363. */
  jsonFields: 10_000,
  /** What a visitor of a chat widget answers before a chat, and what a site says of its user, each as JSON: every conversation shows it. */
  visitorFieldsBytes: 4 * 1024,
  /** Conversations of one bulk action. */
  bulkConversations: 1_000,
  /** Agents of one team. */
  teamMembers: 200,
  /** Sources of one bulk action. */
  bulkSources: 1_000,
  /** Items of one page of a list. */
  pageItems: 100,
  /** Faults that one problem document lists. */
  faults: 100,
} as const

/** What a customer reads in English when a policy blocks, to the letter; a tenant may have other words. */
export const refusal =
  "I'm unable to process that request due to our content policies. Please rephrase your question or contact support directly."

/** What an uploaded file's name may end in. Anything else is `unsupported_media_type`; the content is judged by ingest. */
export const documentExtensions = [
  ...['.pdf', '.docx', '.txt', '.md', '.markdown', '.csv', '.html', '.htm'],
  ...['.png', '.jpg', '.jpeg', '.webp'],
] as const
