import type { Policy } from '../../app/policy-order.ts'
import type { Texts } from './texts.ts'

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
