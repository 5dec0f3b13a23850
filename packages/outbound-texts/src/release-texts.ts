import type { InputOf, policyEngine, ReplyOf } from '@frontdesk/contracts'
import type { z } from 'zod'
import { mapTexts } from './map-texts.ts'

/** Texts of one question to policy-engine: it takes 100, and a message on the bus 512 kB. */
const batch = { texts: 100, characters: 64_000 }

/** Asks policy-engine, as `(body) => context.ask(textsRelease, body)`. */
type Release = (
  body: InputOf<typeof policyEngine.queries.textsRelease>,
) => Promise<ReplyOf<typeof policyEngine.queries.textsRelease>>

function batchesOf(texts: Iterable<string>): string[][] {
  const batches: string[][] = []
  let last: string[] | undefined
  let characters = 0
  for (const text of texts) {
    if (!last || last.length === batch.texts || characters + text.length > batch.characters) {
      last = []
      batches.push(last)
      characters = 0
    }
    last.push(text)
    characters += text.length
  }
  return batches
}

/**
 * A value with every text in it as the tenant's policies let it out: the one walk for all that leaves. What a string is, its
 * schema says; without a mark it is a text. Answers the same object when nothing changes. Throws when the policies can't be
 * evaluated, so that nothing leaves then.
 */
export async function releaseTexts<S extends z.ZodType>(
  schema: S,
  value: z.output<S>,
  release: Release,
): Promise<z.output<S>> {
  const texts = new Set<string>()
  mapTexts(schema, value, (text) => {
    texts.add(text)
    return text
  })
  const released = new Map<string, string>()
  const ask = async (some: string[]) => {
    const reply = await release({ texts: some })
    if (reply.texts.length !== some.length) {
      throw new Error('policy-engine answered for another number of texts than it was asked about')
    }
    for (const [i, { text }] of reply.texts.entries()) if (text !== some[i]) released.set(some[i]!, text)
  }
  await Promise.all(batchesOf(texts).map(ask))
  if (released.size === 0) return value
  return mapTexts(schema, value, (text, isWhole) => {
    const may = released.get(text)
    return isWhole && may !== undefined ? undefined : (may ?? text)
  }) as z.output<S>
}
