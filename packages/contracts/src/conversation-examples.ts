import type { OutboundEventType } from './outbound-event-types.ts'
import type { OutboundExample } from './outbound-example.ts'

type Named = Extract<OutboundEventType, `conversation.${string}`>
type Conversation = OutboundExample<'conversation.created'>['data']['conversation']

const key = 'cnv_5f1c0a7be2d94c3f8b6a9d0e1f2a3b4c'
const agentId = 'agt_7d6c5b4a39281706f5e4d3c2b1a09f8e'
const teamId = 'tea_3e1d5c7b9a0f2e4d6c8b0a1f3e5d7c9b'
const byAgent = { kind: 'agent', id: agentId } as const

/** Its first question is with the AI. */
const created: Conversation = {
  id: key,
  status: 'open',
  handler: 'ai',
  channel: 'email',
  subject: 'Where is my parcel?',
  assignee: null,
  tags: [],
  language: 'en',
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
  lastMessageAt: '2026-03-01T12:00:00.000Z',
  messageCount: 1,
}

const escalation = {
  reason: 'low_confidence' as const,
  at: '2026-03-01T12:05:00.000Z',
  summary: "The customer's parcel is late and they ask for a refund.",
  sourcesTried: ['src_2c4e6a8b0d1f3e5c7a9b1d3f5e7c9a0b'],
}

/** It waits for people. */
const escalated: Conversation = {
  ...created,
  status: 'escalated',
  handler: 'queue',
  tags: ['delivery'],
  updatedAt: '2026-03-01T12:06:00.000Z',
  lastMessageAt: escalation.at,
  messageCount: 4,
  escalation,
}

/** An agent has answered. */
const resolved: Conversation = {
  id: key,
  status: 'resolved',
  handler: 'agent',
  channel: 'email',
  assignee: agentId,
  tags: ['delivery'],
  language: 'en',
  createdAt: created.createdAt,
  updatedAt: '2026-03-02T09:00:00.000Z',
  lastMessageAt: '2026-03-02T08:59:00.000Z',
  messageCount: 7,
}

const policyId = 'sla_1a9f7b3d5c2e4f608b7d9a1c3e5f7b9d'
const breachedAt = '2026-03-01T13:05:00.000Z'

/** Examples of what happens to a conversation as a whole. */
export const conversationExamples: { [T in Named]: OutboundExample<T> } = {
  'conversation.created': { key, data: { conversation: created } },
  'conversation.resolved': { key, data: { conversation: resolved, how: 'confirmed' } },
  'conversation.escalated': {
    key,
    data: {
      conversation: { ...escalated, updatedAt: escalation.at },
      reason: escalation.reason,
      summary: escalation.summary,
      score: 0.21,
    },
  },
  'conversation.sla_breached': {
    key,
    data: {
      conversation: { ...escalated, sla: { policyId, firstResponse: { dueAt: breachedAt, breachedAt } } },
      sla: {
        policyId,
        policyName: 'First answer in an hour',
        target: 'firstResponse',
        result: 'breached',
        startedAt: escalation.at,
        dueAt: breachedAt,
        at: breachedAt,
        elapsedMs: 3600000,
      },
    },
  },
  'conversation.assigned': {
    key,
    data: {
      conversation: { ...escalated, assignee: agentId },
      assignee: agentId,
      previousAssignee: null,
      actor: byAgent,
    },
  },
  'conversation.team_changed': {
    key,
    data: { conversation: { ...escalated, teamId }, teamId, previousTeamId: null, actor: byAgent },
  },
  'conversation.closed': {
    key,
    data: {
      conversation: { ...resolved, status: 'closed', updatedAt: '2026-03-02T10:00:00.000Z' },
      actor: byAgent,
    },
  },
  'conversation.reopened': {
    key,
    data: {
      conversation: {
        ...resolved,
        status: 'open',
        handler: 'ai',
        assignee: null,
        updatedAt: '2026-03-03T08:00:00.000Z',
      },
      actor: { kind: 'customer' },
    },
  },
  'conversation.tagged': {
    key,
    data: {
      conversation: {
        ...escalated,
        assignee: agentId,
        tags: ['delivery', 'late'],
        updatedAt: '2026-03-01T12:07:00.000Z',
      },
      tags: ['late'],
      actor: byAgent,
    },
  },
  'conversation.untagged': {
    key,
    data: {
      conversation: { ...escalated, assignee: agentId, updatedAt: '2026-03-01T12:08:00.000Z' },
      tags: ['late'],
      actor: byAgent,
    },
  },
  'conversation.rated': {
    key,
    data: {
      conversation: { id: key, channel: 'email', status: 'resolved' },
      rating: { score: 5, comment: 'Quick and friendly.', at: escalation.at },
    },
  },
}
