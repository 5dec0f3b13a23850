import type { Policy } from '@frontdesk/contracts'

const common = {
  mode: 'Post-generation' as const,
  priority: 100,
  enabled: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
type Changes = Partial<Omit<Policy, 'type' | 'config'>>

/** Policies for tests, enabled and Post-generation unless told otherwise. */
export const piiFilter = (
  changes: Changes & { config?: Extract<Policy, { type: 'PII Filter' }>['config'] } = {},
): Policy => ({
  ...common,
  id: 'pol_pii',
  name: 'No addresses',
  type: 'PII Filter',
  config: { kinds: ['email'] },
  ...changes,
})
export const topicFilter = (phrase: string, changes: Changes = {}): Policy => ({
  ...common,
  id: 'pol_topic',
  name: `No ${phrase}`,
  type: 'Topic Filter',
  config: { topics: [{ name: phrase, phrases: [phrase] }] },
  ...changes,
})
export const lengthLimit = (maxTokens: number, changes: Changes = {}): Policy => ({
  ...common,
  id: `pol_length_${maxTokens}`,
  name: 'Short',
  type: 'Length Limit',
  config: { maxTokens },
  ...changes,
})
export const toneControl = (changes: Changes = {}): Policy => ({
  ...common,
  id: 'pol_tone',
  name: 'Formal',
  type: 'Tone Control',
  config: { tone: 'formal' },
  ...changes,
})
