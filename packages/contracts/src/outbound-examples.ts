import { conversationExamples } from './conversation-examples.ts'
import type { OutboundEventType } from './outbound-event-types.ts'
import type { OutboundExample } from './outbound-example.ts'

const conversationId = 'cnv_5f1c0a7be2d94c3f8b6a9d0e1f2a3b4c'
const answerId = 'msg_5f1c0a7be2d94c3f8b6a9d0e1f2a3b4c_8a7b6c5d4e3f2a1ba'
const contactId = 'con_3f2e1d0c9b8a7f6e5d4c3b2a1908f7e6'
const sourceId = 'src_2c4e6a8b0d1f3e5c7a9b1d3f5e7c9a0b'

const conversation = { id: conversationId, channel: 'email', status: 'open' } as const

const contact: OutboundExample<'contact.created'>['data']['contact'] = {
  id: contactId,
  name: 'Ada Berg',
  email: 'ada.berg@example.com',
  phone: '+46701234567',
  externalId: 'customer-1042',
  tags: ['newsletter'],
  attributes: { plan: 'pro' },
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-01T09:00:00.000Z',
}
const tags = ['newsletter', 'vip']

/** An event of each type, of a tenant that does not exist: the documentation shows it, and a test of an endpoint sends it. */
export const outboundExamples: { [T in OutboundEventType]: OutboundExample<T> } = {
  ...conversationExamples,
  'message.received': {
    key: conversationId,
    data: {
      conversation,
      message: {
        id: 'msg_5f1c0a7be2d94c3f8b6a9d0e1f2a3b4c_8a7b6c5d4e3f2a1bq',
        conversationId,
        sequence: 1,
        author: { kind: 'customer' },
        kind: 'message',
        content: 'How long does delivery take?',
        createdAt: '2026-03-01T12:00:00.000Z',
      },
    },
  },
  'message.sent': {
    key: conversationId,
    data: {
      conversation,
      message: {
        id: answerId,
        conversationId,
        sequence: 2,
        author: { kind: 'ai' },
        kind: 'message',
        content: 'Delivery takes two to four working days.',
        outcome: 'answered',
        confidence: 0.91,
        sources: [{ title: 'Delivery', sourceId, version: 3, quote: 'Delivery takes two to four working days.' }],
        createdAt: '2026-03-01T12:00:02.000Z',
      },
    },
  },
  'feedback.received': {
    key: conversationId,
    data: {
      conversation: { ...conversation, status: 'resolved' },
      feedback: {
        messageId: answerId,
        helpful: true,
        comment: 'Thanks, that helped.',
        at: '2026-03-01T12:03:00.000Z',
      },
    },
  },
  'contact.created': { key: contactId, data: { contact } },
  'contact.updated': {
    key: contactId,
    data: { contact: { ...contact, tags, updatedAt: '2026-03-01T09:30:00.000Z' } },
  },
  'contact.merged': {
    key: contactId,
    data: {
      contact: { ...contact, tags, updatedAt: '2026-03-01T09:45:00.000Z' },
      mergedId: 'con_0a1b2c3d4e5f60718293a4b5c6d7e8f9',
    },
  },
  'contact.deleted': { key: contactId, data: { contact: { id: contactId } } },
  'knowledge.updated': {
    key: sourceId,
    data: {
      source: {
        id: sourceId,
        source: 'delivery.pdf',
        title: 'Delivery',
        type: 'file',
        status: 'Ready',
        added: '2026-02-01T10:00:00.000Z',
        updated: '2026-03-01T10:00:00.000Z',
        version: 3,
        liveVersion: 3,
        versions: 3,
        tags: [],
        metadata: {},
        chunks: 12,
        bytes: 48213,
        language: 'en',
      },
      change: 'updated',
    },
  },
  'knowledge.contradicted': {
    key: 'ctd_5d3f1b9a7c8e6d4f2a0b1c3d5e7f9a1b',
    data: {
      contradiction: {
        id: 'ctd_5d3f1b9a7c8e6d4f2a0b1c3d5e7f9a1b',
        kind: 'number',
        status: 'open',
        newer: {
          sourceId,
          title: 'Delivery',
          version: 3,
          chunk: 4,
          text: 'Standard delivery costs 5.90 euros.',
          since: '2026-03-01T10:00:00.000Z',
        },
        older: {
          sourceId: 'src_0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e',
          title: 'Questions about orders',
          version: 1,
          chunk: 0,
          text: 'Standard delivery costs 4.90 euros.',
          since: '2025-06-01T08:00:00.000Z',
        },
        createdAt: '2026-03-01T10:00:04.000Z',
      },
    },
  },
  'job.finished': {
    key: 'cjob_6b5a4938271605f4e3d2c1b0a9f8e7d6',
    data: {
      job: {
        id: 'cjob_6b5a4938271605f4e3d2c1b0a9f8e7d6',
        kind: 'contacts',
        state: 'finished',
        total: 120,
        done: 118,
        failed: 2,
        createdAt: '2026-03-01T09:00:00.000Z',
      },
    },
  },
  'endpoint.disabled': {
    key: 'whe_4c3b2a1908f7e6d5c4b3a29180f7e6d5',
    data: {
      endpoint: {
        id: 'whe_4c3b2a1908f7e6d5c4b3a29180f7e6d5',
        enabled: false,
        disabledReason: 'The endpoint answered 410 Gone, which asks for no more events.',
      },
    },
  },
}
