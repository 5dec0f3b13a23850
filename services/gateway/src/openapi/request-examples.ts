import { manifestFormat, manifestFormatVersion } from '@frontdesk/contracts'

const conversationId = 'cnv_6f1c2f0d9b8a47e5a3d2c1b0f9e8d7c6'
const contactId = 'con_2b7e151628aed2a6abf7158809cf4f3c'
const agentId = 'agt_8d969eef6ecad3c29a3a629280e686cf'
const sourceId = 'src_1f3870be274f6c49b3e31a0c6728957f'
const linkToken = 'Zm9yLW9uZS11c2Utb25seS1hbmQtb25seS1vbmNlLTEyM'
const at = '2026-01-31T09:30:00.000Z'
const text = 'Returns are free within 30 days. Bring the receipt to any shop.'
/** The SHA-256 of that text. */
const sha256 = 'fdfda8262476b8ba4a92b30791ea69a5f084a1cee0a48e7fc5fe464e78f36c7e'

/** Requests that a route takes, by its name: what the document shows, and what people try first on `/docs`. */
export const requestExamples: Record<string, { json?: unknown; form?: Record<string, unknown> }> = {
  askQuestion: { json: { message: 'Are returns free?' } },
  streamAnswer: { json: { message: 'Are returns free?', channel: 'widget', contact: { email: 'anna@example.com' } } },
  rateConversation: { json: { score: 5, comment: 'Quick and friendly.' } },
  rateAnswer: { json: { messageId: 'msg_0cc175b9c0f1b6a831c399e269772661a', helpful: true } },
  createSource: {
    json: { type: 'manual', title: 'Returns', text, tags: ['shop'] },
    form: { file: text, title: 'Returns', tags: ['shop'] },
  },
  uploadFile: { form: { file: text, title: 'Returns', tags: ['shop'] } },
  updateSource: { json: { title: 'Returns and refunds', tags: ['shop', 'refunds'] }, form: { file: text } },
  bulkIngestSources: {
    json: { urls: ['https://www.example.com/help', 'https://www.example.com/returns'], maxPages: 10 },
    form: { files: [text], tags: ['shop'] },
  },
  bulkUpdateSources: { json: { action: 'tag', tag: 'returns', ids: [sourceId] } },
  importKnowledge: {
    json: {
      format: manifestFormat,
      formatVersion: manifestFormatVersion,
      exportedAt: at,
      embedding: { model: 'local-hash-384', dimensions: 384 },
      sources: [
        {
          id: sourceId,
          title: 'Returns',
          source: 'Returns',
          type: 'manual',
          createdAt: at,
          updatedAt: at,
          liveVersion: 1,
          versions: [
            { version: 1, createdAt: at, sha256, text, chunks: [{ index: 0, text, start: 0, end: text.length }] },
          ],
        },
      ],
    },
    form: { file: 'The bytes of knowledge-2026-01-31.zip' },
  },
  createWidget: {
    json: { name: 'Shop', allowedOrigins: ['https://shop.example.com'], identity: { mode: 'optional' } },
  },
  updateWidget: { json: { theme: { accent: '#0b6e4f' }, limits: { tokensPerDay: 200_000 } } },
  markVisitorConversationRead: { json: { sequence: 4 } },
  askForPerson: { json: { reason: 'I would rather talk to a person' } },
  rateVisitorAnswer: { json: { messageId: 'msg_0cc175b9c0f1b6a831c399e269772661a', helpful: true } },
  rateVisitorConversation: { json: { score: 5, comment: 'Quick and friendly.' } },
  sendVisitorMessage: { json: { message: 'Are returns free?', clientId: 'c-1' } },
  uploadVisitorAttachment: { form: { file: 'A receipt' } },
  beginVisitorSession: { json: { page: { url: 'https://shop.example.com/returns', title: 'Returns' } } },
  updateVisitor: { json: { name: 'Anna', email: 'anna@example.com', fields: { order: 'A-1042' } } },
  createView: {
    json: {
      name: 'VIPs who wait',
      filter: { tag: 'vip', status: ['open', 'escalated'] },
      sort: 'waiting',
      shared: true,
    },
  },
  updateView: { json: { name: 'VIPs', order: 2 } },
  putDraft: { json: { content: 'Returns are free within 30 days.', sawSequence: 4, revision: 0 } },
  createCannedReply: {
    json: {
      name: 'Returns',
      shortcut: 'returns',
      content: 'Hello {{contact.name}}, returns are free.',
      actions: { tags: ['returns'] },
    },
  },
  updateCannedReply: { json: { language: 'en' } },
  renderCannedReply: { json: { conversationId } },
  markNotificationsRead: { json: { all: true } },
  tellPresence: { json: { conversationId, state: 'replying' } },
  markConversationRead: { json: { sequence: 4 } },
  tuneSearch: { json: { questions: [{ question: 'Are returns free?', source: 'returns.pdf' }] } },
  createEmbeddings: { json: { input: ['Are returns free?', 'Where is the nearest shop?'] } },
  createPolicy: {
    json: {
      name: 'No legal advice',
      type: 'Topic Filter',
      mode: 'Pre-generation',
      config: {
        topics: [{ name: 'legal advice', phrases: ['sue', 'lawsuit'], examples: ['Can I sue you for this?'] }],
      },
    },
  },
  updatePolicy: { json: { enabled: false } },
  simulateAnswer: {
    json: { message: 'Are returns free?', history: [{ role: 'customer', content: 'Hello!' }], threshold: 0.4 },
  },
  createTestSuite: {
    json: {
      name: 'Returns',
      scenarios: [
        {
          name: 'free returns',
          turns: [{ message: 'Are returns free?', expect: { outcome: 'answered', contains: '30 days' } }],
        },
      ],
    },
  },
  updateTestSuite: { json: { description: 'What every release must answer.' } },
  runTestSuite: { json: { threshold: 0.5 } },
  startRehearsal: {
    json: { name: 'Shorter answers', questions: 100, settings: { escalationThreshold: 0.5, languages: ['en', 'sv'] } },
  },
  handOverConversation: { json: { conversationId, reason: 'asked for a person', note: 'Speaks Swedish.' } },
  bulkUpdateConversations: { json: { action: 'tag', tag: 'returns', filter: { status: 'open', channel: 'email' } } },
  updateConversation: { json: { assignee: agentId, tags: ['returns'] } },
  createMessage: { json: { kind: 'reply', content: 'I have sent you a label.', agentId, sawSequence: 3 } },
  uploadAttachment: { form: { file: text } },
  createContact: {
    json: { name: 'Anna Berg', email: 'anna@example.com', tags: ['vip'], attributes: { plan: 'gold' } },
  },
  bulkUpdateContacts: { json: { action: 'tag', tag: 'newsletter', filter: { tag: 'vip' } } },
  mergeContacts: { json: { into: contactId, from: 'con_c4ca4238a0b923820dcc509a6f75849b' } },
  updateContact: { json: { phone: '+46701740605', tags: ['vip'] } },
  importContacts: {
    form: {
      file: 'E-mail,Name\nanna@example.com,Anna Berg\n',
      mapping: '{"E-mail":"email","Name":"name"}',
      onDuplicate: 'update',
      dryRun: 'true',
    },
  },
  createConnector: {
    json: {
      kind: 'zendesk',
      subdomain: 'example',
      pushConversations: ['escalated'],
      secrets: { email: 'ops@example.com', apiToken: 'the-token-of-zendesk' },
    },
  },
  updateConnector: { json: { syncEveryMinutes: 60 } },
  pushConversation: { json: { conversationId } },
  runCopilotAction: { json: { action: 'summarize', conversationId } },
  createChannel: {
    json: {
      kind: 'email',
      provider: 'postmark',
      address: 'support@example.com',
      name: 'Support',
      secrets: { username: 'postmark', password: 'a-long-password', serverToken: 'the-token-of-postmark' },
    },
  },
  updateChannel: { json: { enabled: false } },
  createWebhookEndpoint: {
    json: { url: 'https://www.example.com/frontdesk', events: ['conversation.escalated'], description: 'Pager' },
  },
  updateWebhookEndpoint: { json: { enabled: true, maxPerSecond: 20 } },
  replayWebhookDeliveries: { json: { from: '2026-01-31T00:00:00Z', to: '2026-01-31T12:00:00Z' } },
  createWebhookListener: { json: { events: ['message.sent'] } },
  createApiKey: { json: { name: 'website', scopes: ['chat'], expiresAt: '2036-01-31T00:00:00Z' } },
  rotateApiKey: { json: { overlapSeconds: 3_600 } },
  signIn: { json: { email: 'bo@example.com', password: 'a passphrase of his own' } },
  setUp: { json: { token: linkToken, name: 'Bo Lind', email: 'bo@example.com', password: 'a passphrase of his own' } },
  acceptInvite: { json: { token: linkToken, password: 'a passphrase of his own' } },
  forgetPassword: { json: { email: 'bo@example.com' } },
  resetPassword: { json: { token: linkToken, password: 'a passphrase of his own' } },
  changePassword: { json: { current: 'a passphrase of his own', password: 'another passphrase of his' } },
  beginTotp: { json: { password: 'a passphrase of his own' } },
  confirmTotp: { json: { code: '492039' } },
  renewRecoveryCodes: { json: { password: 'a passphrase of his own', code: '492039' } },
  disableTotp: { json: { password: 'a passphrase of his own', code: '492039' } },
  updateMe: { json: { available: true, outOfOffice: null, preferences: { theme: 'dark' } } },
  createAgent: { json: { name: 'Bo Lind', email: 'bo@example.com', role: 'agent' } },
  updateAgent: { json: { available: false, capacity: 20 } },
  createSlaPolicy: {
    json: {
      name: 'E-mail within a day',
      targets: { firstResponse: 240, nextResponse: 480, resolution: 2_880 },
      businessHours: true,
      filter: { channel: ['email'] },
      onBreach: { addTags: ['late'], escalate: true },
    },
  },
  updateSlaPolicy: { json: { order: 2, enabled: true } },
  createTeam: { json: { name: 'Billing', members: [agentId], assignment: 'round_robin' } },
  updateTeam: { json: { assignment: 'least_busy' } },
  updateSettings: {
    json: {
      languages: ['en', 'sv'],
      businessHours: { timeZone: 'Europe/Stockholm', days: { monday: [{ from: '09:00', to: '17:00' }] } },
    },
  },
  createEscalationRule: {
    json: {
      name: 'Refunds',
      when: { kind: 'keywords', keywords: ['refund'] },
      // biome-ignore lint/suspicious/noThenProperty: the word of the HTTP contract; nobody awaits an example.
      then: { assignee: agentId, team: 'billing' },
    },
  },
  updateEscalationRule: { json: { priority: 10, enabled: true } },
  proposeAnswer: {
    json: {
      messageId: 'msg_0cc175b9c0f1b6a831c399e269772661a',
      question: 'Do you deliver to Norway?',
      title: 'Delivery to Norway',
      text: 'We deliver to Norway within five working days.',
    },
  },
  acceptSuggestion: { json: { title: 'Returns', text } },
  createTenant: { json: { name: 'Example Ltd' } },
}
