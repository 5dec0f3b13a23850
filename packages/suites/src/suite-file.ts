import { type Configuration, configuration, type SuiteContent, suiteContent } from '@frontdesk/contracts'
import { isCollection, isMap, isNode, isScalar, LineCounter, type Node, parseDocument, stringify } from 'yaml'
import type { z } from 'zod'

/** One fault of a file: where it is (from 1), and in which field. */
export type FileFault = { line: number; column: number; path: string; message: string }

/** A file that can't be used: every fault at once. */
export class FileError extends Error {
  override readonly name = 'FileError'
  readonly faults: FileFault[]

  constructor(file: string, faults: FileFault[]) {
    const lines = faults.map(({ line, column, path, message }) => {
      const field = path === '' ? '' : `${path}: `
      return `${file}:${line}:${column}: ${field}${message}`
    })
    super(lines.join('\n'))
    this.faults = faults
  }
}

/** A larger file is refused unread. */
const maxBytes = 1024 * 1024

/** What a file holds, and the error that says where in it something else is wrong. */
export type ReadFile<T> = { content: T; refuse(faults: { path: PropertyKey[]; message: string }[]): FileError }

/** The test suite that a YAML (or JSON) text holds. Throws a `FileError` that names the line of each fault. */
export const readSuiteFile = (file: string, text: string): ReadFile<SuiteContent> => read(file, text, suiteContent)

/** The configuration that a YAML text holds; without a name it is named after its file. */
export function readConfigurationFile(file: string, text: string): ReadFile<Configuration> {
  const { content, refuse } = read(file, text, configuration.partial({ name: true }))
  const { name = file, ...rest } = content
  return { content: { name, ...rest }, refuse }
}

/** A test suite as the text of its file. */
export const writeSuiteFile = ({ name, description, scenarios }: SuiteContent): string =>
  stringify({ name, ...(description !== undefined && { description }), scenarios }, { lineWidth: 100 })

function read<S extends z.ZodType>(file: string, text: string, schema: S): ReadFile<z.output<S>> {
  const lines = new LineCounter()
  const placed = (offset: number, path: string, message: string): FileFault => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1), path, message }
  }
  if (Buffer.byteLength(text) > maxBytes) {
    throw new FileError(file, [placed(0, '', `the file has more than ${maxBytes / 1024 / 1024} MB`)])
  }
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  if (document.errors.length > 0) {
    throw new FileError(
      file,
      document.errors.map(({ pos, message }) => placed(pos[0], '', message)),
    )
  }
  let value: unknown
  try {
    value = document.toJS()
  } catch (error) {
    // Anchors that would unfold to far more than was written.
    throw new FileError(file, [placed(0, '', error instanceof Error ? error.message : String(error))])
  }
  const refuse: ReadFile<unknown>['refuse'] = (faults) =>
    new FileError(
      file,
      faults.map(({ path, message }) => placed(offsetOf(document.contents, path), path.map(String).join('.'), message)),
    )
  const parsed = schema.safeParse(value)
  if (parsed.success) return { content: parsed.data, refuse }
  throw refuse(
    parsed.error.issues.flatMap((issue) => {
      if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: issue.message }]
      return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'This field is not known here.' }))
    }),
  )
}

/** Where a path leads in the text, or as far of it as there is: a missing field is reported where it should stand. */
function offsetOf(root: Node | null, path: PropertyKey[]): number {
  let node: unknown = root
  let offset = root?.range?.[0] ?? 0
  for (const step of path) {
    if (!isCollection(node)) break
    const key = String(step)
    const pair = isMap(node)
      ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
      : undefined
    if (pair) {
      offset = (isNode(pair.key) && pair.key.range?.[0]) || offset
      node = pair.value
    } else {
      node = isMap(node) ? undefined : node.items[Number(step)]
      if (isNode(node) && node.range) offset = node.range[0]
    }
  }
  return offset
}
