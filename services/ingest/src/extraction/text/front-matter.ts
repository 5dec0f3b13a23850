import JSON5 from 'json5'
import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'
import type { Description } from '../document.ts'
import { normaliseText } from '../normalise-text.ts'

/** Longer front matter is text: people write some lines. */
const maxLength = 65_536
/** Expanding more aliases than people write is an attack (https://eemeli.org/yaml/#tojs-options). */
const maxAliases = 50
const maxEntries = 50
const maxTags = 50
const maxTagLength = 64
const maxNameLength = 64
const maxValueLength = 1_000
const maxTitleLength = 300

type Map = Record<string, unknown>
type Format = 'yaml' | 'toml' | 'json'
type Found = { format: Format; block: string; length: number }

const fences: { fence: string; formats: Record<string, Format>; ends: string[] }[] = [
  {
    fence: '---',
    formats: { '': 'yaml', yaml: 'yaml', yml: 'yaml', toml: 'toml', json: 'json' },
    ends: ['---', '...'],
  },
  { fence: '+++', formats: { '': 'toml', toml: 'toml' }, ends: ['+++'] },
  { fence: ';;;', formats: { '': 'json', json: 'json' }, ends: [';;;'] },
]

/** A block between two fences, of which the first is the first line. A rule with a blank line below it is none. */
function findFenced(text: string): Found | undefined {
  const opening = fences.find(({ fence }) => text.startsWith(fence))
  if (!opening) return undefined
  const head = text.slice(0, maxLength)
  const [first = '', ...lines] = head.split('\n')
  const format = opening.formats[first.slice(opening.fence.length).trim().toLowerCase()]
  if (format === undefined || lines[0]?.trim() === '') return undefined
  const end = lines.findIndex((line) => opening.ends.includes(line.trimEnd()))
  if (end < 0) return undefined
  const block = lines.slice(0, end).join('\n')
  return { format, block, length: first.length + 1 + (end === 0 ? 0 : block.length + 1) + lines[end]!.length }
}

/** An object that a text begins with. The text goes on below it: a file that is an object alone is content. */
function findObject(text: string): Found | undefined {
  if (text[0] !== '{') return undefined
  const head = text.slice(0, maxLength)
  let depth = 0
  let quote = ''
  for (let at = 0; at < head.length; at++) {
    const character = head[at]!
    if (quote !== '') {
      if (character === '\\') at++
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) {
      const rest = head.slice(at + 1)
      if (!/^[ \t\r]*\n/.test(rest) || rest.trim() === '') return undefined
      return { format: 'json', block: head.slice(0, at + 1), length: at + 1 }
    }
  }
  return undefined
}

/** What a leading object of front matter has, unlike an example of JSON that a text begins with. */
const telling = ['title', 'date', 'tags', 'draft', 'visibility', 'internal', 'description', 'slug', 'layout']

function parse({ format, block }: Found): Map | undefined {
  try {
    const value = format === 'toml' ? parseToml(block) : format === 'json' ? JSON5.parse(block) : parseYaml(block)
    return isMap(value) ? value : undefined
  } catch {
    // Broken front matter is text.
    return undefined
  }
}

function parseYaml(block: string): unknown {
  const document = parseDocument(block, { schema: 'core', logLevel: 'silent' })
  if (document.errors.length > 0) throw document.errors[0]
  return document.toJS({ maxAliasCount: maxAliases })
}

const oneLine = (text: string): string => normaliseText(text).replace(/\s+/g, ' ').trim()

/** A value as text; undefined for what is nested. Dates as ISO 8601. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return oneLine(value)
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString()
  return undefined
}

function listOf(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value]
  return parts.map(textOf).filter((text) => text !== undefined && text !== '') as string[]
}

/** The entries as texts; those of a map in it by a joined name. */
function entriesOf(map: Map, prefix = ''): [string, string][] {
  return Object.entries(map).flatMap(([name, value]): [string, string][] => {
    const key = `${prefix}${oneLine(name)}`
    if (key === '' || key.length > maxNameLength) return []
    if (isMap(value)) return prefix === '' ? entriesOf(value, `${key}.`) : []
    const text = Array.isArray(value) ? listOf(value).join(', ') : textOf(value)
    return text === undefined || text === '' ? [] : [[key, text.slice(0, maxValueLength).toWellFormed()]]
  })
}

const isMap = (value: unknown): value is Map =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

const isNo = (value: unknown): boolean => /^(?:|false|no|off|0|null|none)$/i.test(String(value ?? '').trim())
const isOpen = (text: string): boolean =>
  /^(?:public|published|everyone|all|external|visible|open|true|yes)$/i.test(text)
const nameOf = (map: Map, ...names: string[]): unknown =>
  Object.entries(map).find(([name]) => names.includes(name.trim().toLowerCase()))?.[1]

/** `Internal`, `is_internal` and `internal-only` are one name. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
    .replace(/^is/, '')
    .replace(/only$/, '')

/** Who a document is meant for by its front matter: of marks that differ the stricter one counts. */
function visibilityOf(map: Map): string | undefined {
  const marks = Object.entries(map)
    .flatMap(([name, value]) => [[name, value] as const, ...(isMap(value) ? Object.entries(value) : [])])
    .map(([name, value]) => [plainName(name), value] as const)
  const isMarked = (...names: string[]) => marks.some(([name, value]) => names.includes(name) && !isNo(value))
  const isDenied = (...names: string[]) => marks.some(([name, value]) => names.includes(name) && isNo(value))
  const said = marks.filter(([name]) => name === 'visibility').flatMap(([, value]) => listOf(value))
  const closed = said.find((text) => !isOpen(text))
  if (closed !== undefined) return isNo(closed) ? 'internal' : closed
  if (isMarked('internal', 'private', 'confidential', 'secret', 'hidden') || isDenied('public')) return 'internal'
  if (isMarked('draft', 'unlisted') || isDenied('published', 'publish')) return 'draft'
  return said[0]
}

const reserved = new Set(['title', 'tags', 'tag', 'keywords', 'visibility', 'metadata'])
const lineBreaks = /\s*[\r\n\u2028\u2029]+\s*/g

function describe(map: Map): Description {
  const { metadata: own, ...others } = map
  // An export of Frontdesk has its metadata in a map of their own; its date is that of the source.
  const isExport = isMap(own)
  const title = nameOf(map, 'title')
  const tags = listOf(nameOf(map, 'tags') ?? nameOf(map, 'tag') ?? nameOf(map, 'keywords') ?? [])
  const entries = entriesOf(isExport ? others : map)
    .filter(([name]) => !reserved.has(name.toLowerCase()) && !(isExport && name === 'date'))
    .slice(0, maxEntries)
  const exported = Object.entries(isExport ? own : {}).filter(
    (entry): entry is [string, string] =>
      entry[0] !== '' &&
      entry[0].length <= maxNameLength &&
      typeof entry[1] === 'string' &&
      entry[1].length <= maxValueLength,
  )
  const visibility = visibilityOf(isExport ? others : map)
  const text = typeof title === 'string' || typeof title === 'number' ? String(title) : ''
  const name = text.replace(lineBreaks, ' ').trim().slice(0, maxTitleLength).toWellFormed()
  return {
    ...(name !== '' && { title: name }),
    tags: [...new Set(tags.map((tag) => tag.slice(0, maxTagLength).toWellFormed().trim()))].slice(0, maxTags),
    metadata: Object.fromEntries([
      ...entries,
      ...exported,
      ...(visibility === undefined ? [] : [['visibility', visibility.slice(0, maxValueLength)]]),
    ]),
  }
}

/**
 * Parts the front matter of a text from it: YAML between `---`, TOML between `+++`, JSON between `;;;` or as an object in
 * front. What can't be parsed, and a rule, stay text.
 */
export function splitFrontMatter(text: string): { text: string; description?: Description } {
  const start = text.startsWith('\ufeff') ? 1 : 0
  if (!/^(?:---|\+\+\+|;;;|\{)/.test(text.slice(start, start + 3))) return { text }
  const body = text.slice(start).replace(/\r\n?/g, '\n')
  const found = findFenced(body) ?? findObject(body)
  const map = found && parse(found)
  if (!map || Object.keys(map).length === 0) return { text }
  if (body[0] === '{' && !telling.some((name) => nameOf(map, name) !== undefined)) return { text }
  return { text: body.slice(found.length), description: describe(map) }
}
