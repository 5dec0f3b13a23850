import { z } from 'zod'

/** A reply that holds no object of the schema. */
class NoObject extends Error {}

/**
 * The object of a schema in a model's reply. The reply may be more than the object: text around it, a block of code. Of several
 * the last counts. Single quotes, keys without quotes, commas too many, further fields and words in capitals are understood,
 * and for a schema of one choice the bare word. Throws when nothing fits.
 */
export function readObject<T extends z.ZodObject>(reply: string, schema: T): z.output<T> {
  const lenient = z.object(schema.shape)
  const word = onlyWord(reply, schema)
  for (const text of [reply.trim(), ...objectsIn(reply).reverse()]) {
    for (const value of readings(text)) {
      for (const tried of [value, lowered(value)]) {
        const parsed = lenient.safeParse(tried)
        if (parsed.success) return parsed.data as z.output<T>
      }
    }
  }
  const bare = word === undefined ? undefined : schema.safeParse(word)
  if (bare?.success) return bare.data as z.output<T>
  throw new NoObject('the reply holds no object of the schema')
}

/** Every `{…}` of a text that is not inside another, braces in strings not counted. */
function objectsIn(text: string): string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  let quote = ''
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!
    if (quote !== '') {
      if (character === '\\') i++
      else if (character === quote) quote = ''
    } else if (depth > 0 && character === '"') quote = character
    else if (character === '{') {
      if (depth++ === 0) start = i
    } else if (character === '}' && depth > 0 && --depth === 0) found.push(text.slice(start, i + 1))
  }
  return found
}

function* readings(text: string): Generator<unknown> {
  for (const written of [text, repaired(text)]) {
    try {
      yield JSON.parse(written)
    } catch {
      // Not JSON in this reading: the next one may be.
    }
  }
}

/** Python's and JavaScript's way to write an object, as JSON. */
function repaired(text: string): string {
  return text
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/(?<=[{[,:]\s*)'((?:[^'\\\n]|\\.|'(?!\s*[,:}\]]))*)'(?=\s*[,:}\]])/g, (_, said: string) =>
      JSON.stringify(said.replaceAll("\\'", "'").replaceAll('\\"', '"')),
    )
    .replaceAll(/(?<=[{,]\s*)([A-Za-z_]\w*)(?=\s*:)/g, '"$1"')
    .replaceAll(/(?<=:\s*)([A-Za-z_]\w*)(?=\s*[,}])/g, (word) =>
      ['true', 'false', 'null'].includes(word.toLowerCase())
        ? word.toLowerCase()
        : word === 'None'
          ? 'null'
          : JSON.stringify(word),
    )
    .replaceAll(/,(?=\s*[}\]])/g, '')
}

/** The object with its keys and short words in small letters; undefined: it is none. */
function lowered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value).map(([key, said]) => [
    key.toLowerCase(),
    typeof said === 'string' ? said.trim().toLowerCase() : said,
  ])
  return Object.fromEntries(entries)
}

/** `no.` for a schema whose one field is a choice of words. */
function onlyWord(reply: string, schema: z.ZodObject): object | undefined {
  const [field, ...more] = Object.entries(schema.shape)
  if (!field || more.length > 0 || !(field[1] instanceof z.ZodEnum)) return undefined
  const said = reply
    .trim()
    .toLowerCase()
    .replaceAll(/^[\s"'*`]+|[\s"'*`.!]+$/g, '')
  return { [field[0]]: said }
}
