/** What routes are grouped under, in the order in which the document shows them. */
export const tags = {
  Chat: 'Questions of customers, and answers with their sources.',
  Knowledge:
    'Sources that answers are written from: files, web pages, texts; their versions, search, export and import.',
  Jobs: 'Background work on many items, with the result of each.',
  Policies: 'What customers may ask, and what answers may contain.',
  Simulation: 'Try a question without storing anything.',
  'Test suites': 'Conversations with expectations, run against the policies and sources of the tenant.',
  Rehearsals: 'Try a change on customers’ newest questions before it goes live.',
  Conversations: 'What customers, the AI and agents said; handover; live changes.',
  Contacts: 'The customers: address book, import and export, erasure.',
  Copilot: 'Help for the agents who answer.',
  Channels: 'Email, WhatsApp and SMS accounts that customers write to.',
  'Channels in': 'Requests with which channel providers deliver customers’ messages.',
  Widgets: 'Chat widgets that sites embed, and the secrets that sign their user tokens.',
  Visitors: 'Routes that the chat widget uses for its visitors, with their own token.',
  Connectors: 'CRM and helpdesk systems that contacts and conversations are synchronized with.',
  'Events out': 'Your webhook endpoints, and the result of each delivery.',
  'API keys': 'Keys of the tenant and their scopes.',
  'Signing in': 'How people sign in: sessions, invitations, passwords, one’s own settings.',
  Agents: 'The people who answer customers.',
  Teams: 'Groups of agents that conversations are assigned to.',
  'Service levels': 'Targets for how fast people answer.',
  Settings: 'The settings of the tenant.',
  'Escalation rules': 'When the AI hands a conversation to people, and to whom.',
  Analytics: 'Figures with the rows behind them; the audit log; usage.',
  Operations: 'Events that could not be handled.',
  Tenants: 'Tenants of this installation, for its operator (`ADMIN_TOKEN`).',
  'Webhook events': 'What Frontdesk sends to your webhook endpoints.',
} as const

/** The name of a group of routes. */
export type Tag = keyof typeof tags
