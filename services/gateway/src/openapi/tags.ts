/** What routes are grouped under, in the order in which the document shows them. */
export const tags = {
  Chat: 'Customers ask, and read answers with their sources.',
  Knowledge:
    'Sources that answers are written from: files, web pages, texts; their versions, search, export and import.',
  Jobs: 'Work on many things at once, and what became of each.',
  Policies: 'What may be asked, and what answers may say.',
  Simulation: 'Try a question without leaving a trace.',
  'Test suites': 'Conversations with expectations, run against the policies and sources of the tenant.',
  Rehearsals: 'A change, tried on the newest questions of customers before it goes live.',
  Conversations: 'What customers, the AI and agents said; handover; live changes.',
  Contacts: 'The people who write: the contact book, import and export, erasure.',
  Copilot: 'Help for the agents who answer.',
  Channels: 'Email, WhatsApp and SMS accounts that customers write to.',
  'Channels in': 'Where the providers of channels deliver what customers write.',
  Widgets: 'Chat widgets that sites embed, and the secrets that their users are signed in with.',
  Visitors: 'What the chat widget asks for its visitors, with their own token.',
  Connectors: 'CRM and helpdesk systems that contacts and conversations are synchronized with.',
  'Events out': 'Webhook endpoints of yours, and how each delivery went.',
  'API keys': 'Keys of the tenant and their scopes.',
  'Signing in': 'How people sign in: sessions, invitations, passwords, one’s own settings.',
  Agents: 'The people of the tenant who answer.',
  Teams: 'Groups of agents that conversations are assigned to.',
  'Service levels': 'Targets for how fast people answer.',
  Settings: 'How the tenant wants its Frontdesk to behave.',
  'Escalation rules': 'When the AI hands a conversation to people, and to whom.',
  Analytics: 'Numbers, each of which can list its rows; the audit log; usage.',
  Operations: 'What could not be handled.',
  Tenants: 'Tenants of this installation, for its operator (`ADMIN_TOKEN`).',
  'Webhook events': 'What Frontdesk sends to your webhook endpoints.',
} as const

/** The name of a group of routes. */
export type Tag = keyof typeof tags
