import type { LauncherLook } from '../host.ts'

/** What the visitor routes send, as far as the widget reads it (docs/widget.md). */
export type Author = { kind: 'customer' | 'ai' | 'agent' | 'system'; name?: string; avatar?: string }

export type Source = { title: string; url?: string; quote?: string }

/** The sentence of the content from `start` to `end` rests on the source with this index. */
export type Citation = { start: number; end: number; source: number; quote?: string }

export type Attachment = { id: string; filename: string; contentType: string; bytes: number }

export type Format = 'text' | 'markdown'

export type Message = {
  id: string
  sequence: number
  author: Author
  content: string
  format?: Format
  createdAt: string
  sources?: Source[]
  citations?: Citation[]
  outcome?: 'answered' | 'blocked' | 'escalated' | 'waiting' | 'failed'
  attachments?: Attachment[]
  clientId?: string
  feedback?: { helpful: boolean }
}

export type ConversationState = 'ai' | 'waiting' | 'person' | 'resolved' | 'closed'

export type Conversation = {
  id: string
  state: ConversationState
  person?: { name?: string; avatar?: string }
  createdAt: string
  lastMessageAt: string
  unread: number
  preview?: { text: string; author?: Author; at?: string }
  rating?: { score: number; comment?: string }
  expectedAt?: string
}

/** One text in several languages, by their tags. */
export type ByLanguage = Record<string, string>

export type Field = {
  name: string
  kind: 'text' | 'email' | 'phone' | 'multiline'
  label?: ByLanguage
  required: boolean
}

/** What a site says by itself, once its conditions are true. */
export type ProactiveMessage = {
  name: string
  when: {
    /** The path of the page begins with this. */
    path?: string
    secondsOnPage?: number
    returning?: boolean
    hours?: 'open' | 'closed'
  }
  message: ByLanguage
  oncePer: 'session' | 'day' | 'ever'
}

export type Config = {
  id?: string
  name?: string
  theme?: { accent?: string; onAccent?: string; radius?: number; position?: 'start' | 'end'; scheme?: Scheme }
  launcher?: LauncherLook & { hidden?: boolean }
  texts?: Record<string, string | string[]>
  preChat?: { when: 'never' | 'always' | 'outside_hours' | 'on_hand_over'; fields: Field[]; consent?: ByLanguage }
  features?: {
    attachments?: boolean
    sources?: boolean
    rating?: boolean
    transcript?: boolean
    talkToPerson?: boolean
    deleteConversations?: boolean
  }
  identity?: { mode: 'off' | 'optional' | 'required' }
  proactive?: ProactiveMessage[]
  open?: boolean
  opensAt?: string
}

export type Scheme = 'auto' | 'light' | 'dark'

export type Session = {
  token: string
  expiresAt: string
  visitor: { verified: boolean; name?: string }
  conversations: Conversation[]
}

/** The parts of an answer, as they come. */
export type Part =
  | { type: 'start'; conversationId: string; messageId: string; clientId?: string }
  | { type: 'delta'; text: string }
  | { type: 'done'; sources?: Source[]; citations?: Citation[]; format?: Format }
  | { type: 'blocked'; message: string }
  | { type: 'escalated'; reason: string; message: string }
  | { type: 'error'; code: string; message: string }
