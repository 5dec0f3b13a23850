import type { Schemas } from '@frontdesk/client'
import type { Policy } from '../../app/policy-order.ts'
import { linesOf } from '../../app/split-text.ts'
import type { Texts } from './texts.ts'
import type { PolicyInput } from './use-policies.ts'

export const modes = ['Pre-generation', 'Post-generation'] as const
export const piiKinds = ['email', 'phone', 'national_id', 'card', 'iban'] as const
export const tones = ['formal', 'professional', 'informal'] as const

export type TopicDraft = { key: string; name: string; phrases: string; examples: string }
/** A policy as its form holds it: the fields of every type, so that a change of type loses nothing. */
export type PolicyDraft = {
  name: string
  type: Policy['type']
  mode: Policy['mode']
  priority: number
  enabled: boolean
  topics: TopicDraft[]
  kinds: Schemas['PiiKind'][]
  regions: string
  tone: Schemas['Tone']
  maxTokens: number
}

export const newTopic = (): TopicDraft => ({ key: crypto.randomUUID(), name: '', phrases: '', examples: '' })

/** An empty form; a new policy goes behind the others. */
export const newDraft = (policies: readonly Policy[]): PolicyDraft => ({
  name: '',
  type: 'Topic Filter',
  mode: 'Pre-generation',
  priority: Math.max(0, ...policies.map(({ priority }) => priority)) + 10,
  enabled: true,
  topics: [newTopic()],
  kinds: ['email', 'phone', 'card'],
  regions: '',
  tone: 'professional',
  maxTokens: 200,
})

export function draftOf(policy: Policy): PolicyDraft {
  const { name, type, mode, priority, enabled } = policy
  const draft = { ...newDraft([]), name, type, mode, priority, enabled }
  switch (policy.type) {
    case 'Topic Filter':
      return {
        ...draft,
        topics: policy.config.topics.map((topic) => ({
          key: crypto.randomUUID(),
          name: topic.name,
          phrases: topic.phrases.join('\n'),
          examples: (topic.examples ?? []).join('\n'),
        })),
      }
    case 'PII Filter':
      return { ...draft, kinds: policy.config.kinds, regions: (policy.config.regions ?? []).join(', ') }
    case 'Tone Control':
      return { ...draft, tone: policy.config.tone }
    case 'Length Limit':
      return { ...draft, maxTokens: policy.config.maxTokens }
  }
}

/** The policy that a form stands for. What is missing is left for the server to name. */
export function policyOf(draft: PolicyDraft): PolicyInput {
  const { name, mode, priority, enabled } = draft
  const common = { name: name.trim(), mode, priority, enabled }
  switch (draft.type) {
    case 'Topic Filter': {
      const topics = draft.topics.map(({ name, phrases, examples }) => ({
        name: name.trim(),
        phrases: linesOf(phrases),
        ...(linesOf(examples).length > 0 && { examples: linesOf(examples) }),
      }))
      return { ...common, type: draft.type, config: { topics } }
    }
    case 'PII Filter': {
      const regions = draft.regions
        .split(/[\s,;]+/)
        .filter((code) => code !== '')
        .map((code) => code.toUpperCase())
      return { ...common, type: draft.type, config: { kinds: draft.kinds, ...(regions.length > 0 && { regions }) } }
    }
    case 'Tone Control':
      return { ...common, type: draft.type, config: { tone: draft.tone } }
    case 'Length Limit':
      return { ...common, type: draft.type, config: { maxTokens: draft.maxTokens } }
  }
}

/** What a policy does, in one line. */
export function policySummary(policy: Policy, texts: Texts, language: string): string {
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  switch (policy.type) {
    case 'Topic Filter': {
      const { topics } = policy.config
      const phrases = topics.reduce((sum, topic) => sum + topic.phrases.length, 0)
      return texts.summary.topics(list.format(topics.map(({ name }) => name)), phrases)
    }
    case 'PII Filter':
      return texts.summary.kinds(
        list.format(policy.config.kinds.map((kind) => lowerFirst(texts.kind[kind] ?? kind, language))),
      )
    case 'Tone Control':
      return texts.summary.tone[policy.config.tone]
    case 'Length Limit':
      return texts.summary.length(policy.config.maxTokens)
  }
}

const lowerFirst = (text: string, language: string) => text.charAt(0).toLocaleLowerCase(language) + text.slice(1)
