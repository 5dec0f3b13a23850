import { type TextMark, textMarks } from '@frontdesk/contracts'
import type { z } from 'zod'

/** What becomes of a text: another one, or undefined when it is left out. */
export type Visit = (text: string, isWhole: boolean) => string | undefined

type Json = Record<string, unknown>
type Def = z.core.$ZodTypes['_zod']['def']

const time = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/
/** What ids and codes of ours look like: ids begin with what they are of, codes hold no long number. */
const forms = { id: /^[a-z]{1,8}_[\w.:/~-]{1,200}$/, code: /^(?!.*\d(?:[.:/_~-]?\d){5})[\w.:/~-]{1,200}$/, time }
const times = new Set(['date', 'datetime', 'date-time', 'time', 'duration'])

/** The mark of a string schema, or of what it is wrapped in. */
const markOf = (schema: z.core.$ZodType): TextMark | undefined => textMarks.get(schema as z.ZodType)

/** The schema inside of optional, nullable, default and the like, with the outermost mark on the way. */
function unwrap(schema: z.core.$ZodType | undefined): { schema?: z.core.$ZodType; mark?: TextMark | undefined } {
  let mark: TextMark | undefined
  let inner = schema
  while (inner) {
    mark ??= markOf(inner)
    const def = inner._zod.def as Def
    if (def.type === 'lazy') inner = def.getter()
    else if (def.type === 'pipe') inner = def.out._zod.def.type === 'transform' ? undefined : def.out
    else if ('innerType' in def) inner = def.innerType as z.core.$ZodType
    else return { schema: inner, mark }
  }
  return { mark }
}

const isPlain = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a string may go as it is: its schema says that it is no text, and it looks like it. */
function isNoText(text: string, schema: z.core.$ZodType | undefined, mark: TextMark | undefined): boolean {
  if (mark && 'is' in mark && mark.is !== 'whole') return forms[mark.is].test(text)
  if (mark && 'oneOf' in mark) return mark.oneOf.includes(text)
  if (!schema) return false
  const def = schema._zod.def as Def
  if (def.type === 'enum') return Object.values(def.entries).includes(text)
  if (def.type === 'literal') return def.values.includes(text)
  return def.type === 'string' && 'format' in def && times.has(String(def.format)) && time.test(text)
}

/** Of a union, the part that the value fits. */
const optionOf = (options: readonly z.core.$ZodType[], value: unknown): z.core.$ZodType | undefined =>
  options.find((option) => (option as z.ZodType).safeParse(value).success)

/** Whether a property's name is the schema's own. Any other one may be what a person wrote, so it is a text as well. */
function isOwnName(name: string, def: Def | undefined): boolean {
  if (def?.type === 'object') return Object.hasOwn(def.shape, name)
  if (def?.type !== 'record') return false
  const { schema, mark } = unwrap(def.keyType)
  return isNoText(name, schema, mark)
}

/** The schema of a property's value. */
function schemaOf(name: string, def: Def | undefined): z.core.$ZodType | undefined {
  if (def?.type === 'record') return def.valueType
  if (def?.type !== 'object') return undefined
  return Object.hasOwn(def.shape, name) ? def.shape[name] : def.catchall
}

/** What stands for a text that is left out where the schema needs something. */
const emptyOf = (schema: z.core.$ZodType): null | string => ((schema as z.ZodType).safeParse(null).success ? null : '')

const mayLack = (schema: z.core.$ZodType | undefined): boolean =>
  !schema || (schema as z.ZodType).safeParse(undefined).success

function mapObject(value: Json, def: Def | undefined, visit: Visit): Json {
  const result: Json = {}
  const flags: string[] = []
  for (const [name, each] of Object.entries(value)) {
    const schema = schemaOf(name, def)
    const walked = mapTexts(schema, each, visit, name)
    const left = isOwnName(name, def) ? name : visit(name, false)
    // A name that is blocked, or that another one was masked to as well, takes its value away.
    if (!left || Object.hasOwn(result, left)) continue
    if (walked !== undefined) result[left] = walked
    else if (!mayLack(schema)) result[left] = emptyOf(schema!)
    const mark = schema && unwrap(schema).mark
    if (mark && 'flag' in mark && walked !== each) flags.push(mark.flag)
  }
  for (const flag of flags) result[flag] = true
  return result
}

/** The words of a name: `phoneNumber` and `phone_number` are a phone number. */
const wordsOf = (name: string): string => name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[_.-]+/g, ' ')

/** A number that somebody gave, read behind its name, which says what it is. A masked one is a text. */
function mapNumber(value: number, name: string, visit: Visit): unknown {
  const digits = String(value)
  if (!/^\d[\d.]{5,}$/.test(digits)) return value
  const left = visit(`${wordsOf(name)} ${digits}`, false)
  if (!left) return undefined
  const masked = left.slice(-digits.length)
  return masked === digits ? value : masked
}

/**
 * The value with `visit` applied to every text in it, in a fixed order. What `visit` leaves out is undefined: such a
 * property is not there, or is empty where the schema needs it. A number that the schema calls one is ours; any other is
 * read as a text. `name` is that of the property.
 */
export function mapTexts(given: z.core.$ZodType | undefined, value: unknown, visit: Visit, name = ''): unknown {
  const { schema, mark } = unwrap(given)
  if (typeof value === 'string') {
    if (value === '' || isNoText(value, schema, mark)) return value
    const def = schema?._zod.def as Def | undefined
    if (def?.type === 'union') {
      const option = optionOf(def.options, value)
      if (option) return mapTexts(option, value, visit, name)
    }
    return visit(value, mark !== undefined && 'is' in mark && mark.is === 'whole')
  }
  const def = schema?._zod.def as Def | undefined
  if (typeof value === 'number') {
    return def?.type === 'number' || def?.type === 'literal' ? value : mapNumber(value, name, visit)
  }
  if (def?.type === 'union') return mapTexts(optionOf(def.options, value), value, visit, name)
  if (Array.isArray(value)) {
    const items = def?.type === 'tuple' ? def.items : []
    const rest = def?.type === 'array' ? def.element : def?.type === 'tuple' ? (def.rest ?? undefined) : undefined
    return value.map((each, i) => mapTexts(items[i] ?? rest, each, visit, name)).filter((each) => each !== undefined)
  }
  return isPlain(value) ? mapObject(value, def, visit) : value
}
