import type { Message } from '../../../app/live-store.ts'
import { useTexts } from '../texts.ts'

/** What the policies changed or blocked in an answer or in its quotes, and why. Every role may read policies. */
export function PolicyTrace({ policies = [] }: Pick<Message, 'policies'>) {
  const { policyTrace } = useTexts()
  const effects = new Map<string, { verb: string; name: string; reason: string }>()
  for (const { policyId, mode, name, decision, reason } of policies) {
    if (decision !== 'pass') effects.set(`${policyId} ${mode} ${reason}`, { verb: policyTrace[decision], name, reason })
  }
  if (effects.size === 0) return null
  return (
    <details>
      <summary>
        {policyTrace.title} ({effects.size})
      </summary>
      <ol>
        {[...effects].map(([key, { verb, name, reason }]) => (
          <li key={key}>
            <strong>{verb}</strong> <bdi>{name}</bdi>
            {reason !== '' && <p dir="auto">{reason}</p>}
          </li>
        ))}
      </ol>
    </details>
  )
}
