import { fileURLToPath } from 'node:url'

/** Left out of the runs with a tenant's keys, and why. */
const leftOut: Record<string, string> = {
  'GET /api/events/stream': 'has no end; test/scenarios/events-stream.test.ts reads it',
  'GET /api/widget/events': 'has no end; test/scenarios/talk-in-a-widget.test.ts reads it',
  'GET /api/webhook-listeners/{listenerId}/stream': 'has no end; test/scenarios/listen.test.ts reads it',
}

/** What takes the fuzzer's own key or tenant away. A run with keys of its own has these, and little else. */
const isUnderItsFeet = (path: string): boolean => path.startsWith('/api/api-keys/') || path.startsWith('/admin/')

/** Requests that fit their schema and are refused with 422: the rule that JSON Schema can't say. */
const ownRules: Record<string, string> = {
  'GET /api/analytics/overview': '`to` is not before `from`, and at most a year after it',
  'GET /api/analytics/topics': '`to` is not before `from`, and at most a year after it',
  'GET /api/contacts/export': '`fields` names fields, with commas between',
  'GET /api/knowledge/sources/{sourceId}/versions': 'a cursor of this list',
  'GET /api/session/oidc/{provider}': '`return` is a path of this server',
  'GET /api/usage': '`to` is not before `from`, and at most a year after it',
  'PATCH /api/agents/{agentId}': 'a name is more than signs that can’t be seen',
  'PATCH /api/connectors/{connectorId}': 'the secrets are those of its kind',
  'PATCH /api/contacts/{contactId}': 'the name of an attribute is more than spaces',
  'PATCH /api/conversations/{conversationId}': 'an assignee is an agent, `teamId` a team',
  'PATCH /api/escalation-rules/{ruleId}': 'an assignee is an agent, `teamId` a team, `next` another rule',
  'PATCH /api/me': 'a name is more than signs that can’t be seen',
  'PATCH /api/policies/{policyId}': 'a topic has a phrase or an example; a region is a country',
  'PATCH /api/settings': 'a time zone is one of IANA; hours end after they begin; an issuer is an https address',
  'PATCH /api/sla-policies/{slaPolicyId}': 'a target is named; teams are teams',
  'PATCH /api/suites/{suiteId}': 'names are unlike; policies as in POST /api/policies',
  'PATCH /api/teams/{teamId}': 'members are agents',
  'PATCH /api/widgets/{widgetId}': 'colours that can be told apart; origins and keys are whole',
  'PATCH /api/webhook-endpoints/{endpointId}': 'an address that may be reached',
  'POST /api/agents': 'a name is more than signs that can’t be seen',
  'POST /api/api-keys': '`expiresAt` is in the future',
  'POST /api/attachments': 'a file that has bytes; a picture that is whole',
  'POST /api/channels': 'a provider of that kind, with the secrets that it needs',
  'POST /api/connectors': 'the secrets are those of its kind',
  'POST /api/contacts': 'one of name, email, phone, externalId',
  'POST /api/contacts/bulk': 'either ids or a filter',
  'POST /api/contacts/import': 'a file that has bytes; a mapping in JSON',
  'POST /api/contacts/merge': 'two contacts, not one twice',
  'POST /api/conversations/bulk': 'an assignee is an agent, `teamId` a team; what the action needs',
  'POST /api/conversations/handover': 'an assignee is an agent, `teamId` a team',
  'POST /api/conversations/{conversationId}/proposals':
    '`messageId` is the reply of an agent, `sourceId` a written source',
  'POST /api/conversations/{conversationId}/messages': 'x-agent-id or agentId names an agent',
  'POST /api/embeddings': 'either input or a source',
  'POST /api/escalation-rules': 'an assignee is an agent, `teamId` a team, `next` another rule',
  'POST /api/invites/accept': 'a name is more than signs that can’t be seen',
  'POST /api/knowledge/bulk-ingest': 'a form with a file in it',
  'POST /api/knowledge/sources': 'a file that has bytes; an address that may be reached',
  'POST /api/knowledge/sources/{sourceId}/retry': '`encoding` names a charset',
  'POST /api/knowledge/sources/bulk': 'a tag with tag and untag, and with nothing else',
  'POST /api/policies': 'a topic has a phrase or an example; a region is a country',
  'POST /api/rehearsals': 'one of source, policies and settings; a source with a text or a version',
  'POST /api/setup': 'a name is more than signs that can’t be seen',
  'POST /api/simulate': 'policies as in POST /api/policies',
  'POST /api/sla-policies': 'a target is named; teams are teams',
  'POST /api/suites': 'names are unlike; policies as in POST /api/policies',
  'POST /api/suites/{suiteId}/run': 'configurations, or policies and a threshold',
  'POST /api/teams': 'members are agents',
  'POST /api/widgets': 'colours that can be told apart; origins and keys are whole',
  'POST /api/webhook-endpoints': 'an address that may be reached',
  'POST /api/webhook-endpoints/{endpointId}/replay': '`since`, or `from` and `to`',
  'PUT /api/knowledge/sources/{sourceId}': 'a text, or what describes the source',
}

/** The scenarios of POST /api/suites once more: once is enough, case by case. */
const coveredElsewhere = ['PATCH /api/suites/{suiteId}', 'POST /api/suites/{suiteId}/run']

type Parameter = { name?: string; $ref?: string }
type Document = {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>
  components: { parameters?: Record<string, Parameter> }
}

const list = (names: string[]): string => JSON.stringify(names)
/** 501: there is no language model here. 413, 415: a file's size and name, which a schema does not know. */
/** 410: a link that is used, too old or made up, whose form is right. */
const accepted = ['2xx', '401', '403', '404', '409', '410', '413', '415', '429', '501']

const rejected = '400 401 403 404 405 406 409 413 415 422 428 429 431 5xx'.split(' ')

/** schemathesis.toml for a run: every phase and every check, but for what is said above. */
export function fuzzSettings({ paths, components }: Document, run: 'tenant' | 'feet'): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters }]) => {
      const name = `${method.toUpperCase()} ${path}`
      // A cursor is ours alone, and an agent is one that there is: any other one is refused.
      const named = (parameters ?? []).map(({ $ref, name }) =>
        $ref ? components.parameters?.[$ref.split('/').at(-1)!]?.name : name,
      )
      const namesOurs = named.includes('cursor') || named.includes('x-agent-id')
      const isInRun = run === 'feet' ? isUnderItsFeet(path) || path === '/api/api-keys' : !isUnderItsFeet(path)
      return { name, mayBeRefused: namesOurs || Object.hasOwn(ownRules, name), isInRun }
    }),
  )
  const disabled = operations.filter(({ name, isInRun }) => !isInRun || Object.hasOwn(leftOut, name))
  const refusable = operations.filter((each) => each.mayBeRefused && !disabled.includes(each))
  return `
request-timeout = 60
continue-on-failure = true
# Of its own data, not of our replies.
warnings = false
hooks = ${JSON.stringify(fileURLToPath(new URL('hooks.py', import.meta.url)))}

[auth.openapi]
apiKey.api_key = "\${FUZZ_KEY}"
bearer.bearer = "\${FUZZ_KEY}"
adminToken.bearer = "\${FUZZ_ADMIN_TOKEN}"

[generation]
# NUL fits any schema of a string and is refused everywhere: services/gateway/src/requests/unreadable-requests.test.ts.
allow-x00 = false
database = "none"
no-shrink = true

[checks.positive_data_acceptance]
expected-statuses = ${list(accepted)}

# 431: an address of many kilobytes is refused before it is looked at.
[checks.negative_data_rejection]
expected-statuses = ${list(rejected)}

[[operations]]
include-name = ${list(disabled.map(({ name }) => name))}
enabled = false

[[operations]]
include-name = ${list(refusable.filter(({ name }) => !coveredElsewhere.includes(name)).map(({ name }) => name))}
checks.positive_data_acceptance.expected-statuses = ${list([...accepted, '422'])}
${
  run === 'feet'
    ? ''
    : `
[[operations]]
include-name = ${list(coveredElsewhere)}
phases.coverage.enabled = false
checks.positive_data_acceptance.expected-statuses = ${list([...accepted, '422'])}

# No language model here: 501 is what is promised then.
[[operations]]
include-name = "POST /api/copilot"
checks.not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "501"]
checks.response_schema_conformance.enabled = false
checks.positive_data_acceptance.expected-statuses = ${list([...accepted, '422'])}

[[operations]]
include-name = "POST /api/knowledge/tune"
checks.not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "501"]

# The schema is that of an event's data: OpenAPI 3.1 has no words for a stream. packages/client reads all of them.
[[operations]]
include-name = ["POST /api/chat/stream", "GET /api/chat/stream/{messageId}", "POST /api/widget/messages", "GET /api/widget/messages/{messageId}/stream"]
checks.response_schema_conformance.enabled = false
checks.positive_data_acceptance.expected-statuses = ${list([...accepted, '422'])}

# Streamed to the store before it is read: what is wrong with a manifest is told by its job.
[[operations]]
include-name = "POST /api/knowledge/import"
checks.negative_data_rejection.expected-statuses = ["2xx", "4xx"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "4xx"]
`
}`
}
