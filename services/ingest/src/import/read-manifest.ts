import { isPrototypeKey, prototypeFault } from '@frontdesk/contracts'
import { JSONParser, TokenizerError, TokenParserError, TokenType } from '@streamparser/json'

type Fields = Record<string, unknown>

/**
 * What a manifest says, in its order. `source` and `version` are what is known so far of those that a part belongs to;
 * what was told is not kept. The header comes first, with what stands before `sources`.
 */
export type ManifestPart =
  | { kind: 'header'; header: Fields }
  | { kind: 'chunk'; source: Fields; version: Fields; chunk: unknown }
  | { kind: 'version'; source: Fields; version: unknown }
  | { kind: 'source'; source: unknown }

/** The largest JSON value that is read as a whole: a text of 30 million characters with every second one escaped. */
const maxPieceBytes = 192 * 1024 * 1024
const parsedAtOnce = 64 * 1024

const paths = ['$.*', '$.sources.*', '$.sources.*.versions.*', '$.sources.*.versions.*.chunks.*']

/** The manifest can't be read any further; everything before is valid. */
export class ManifestFault extends Error {
  override readonly name = 'ManifestFault'
}

/**
 * The parser decodes a string piece by piece, and its decoder takes a byte order mark (U+FEFF) at the start of each piece for
 * one of a file. It has no option for that, and removes the mark of the file itself beforehand.
 */
function keepMarks(parser: JSONParser): void {
  const { tokenizer } = parser as unknown as { tokenizer: { bufferedString: { decoder: unknown } } }
  if (!(tokenizer.bufferedString.decoder instanceof TextDecoder))
    throw new Error('The JSON parser decodes otherwise now.')
  tokenizer.bufferedString.decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
}

/** Reads a manifest of any size; memory holds one text, or one chunk. Throws `ManifestFault`. */
export async function* readManifest(content: AsyncIterable<Uint8Array>): AsyncGenerator<ManifestPart> {
  const parser = new JSONParser({ paths, keepStack: true })
  keepMarks(parser)
  let found: ManifestPart[] = []
  let isBegun = false
  const header: Fields = {}
  const fieldsAt = (stack: { value?: unknown }[], depth: number) => (stack[depth]?.value ?? {}) as Fields

  parser.onValue = ({ value, key, parent, stack }) => {
    if (stack.length === 1) {
      if (key !== 'sources') header[String(key)] = value
      return
    }
    if (!isBegun) found.push({ kind: 'header', header: { ...header } })
    isBegun = true
    // Paths of 2, 4 and 6 keys: a source, a version, a chunk.
    if (stack.length === 2) found.push({ kind: 'source', source: value })
    else if (stack.length === 4) found.push({ kind: 'version', source: fieldsAt(stack, 3), version: value })
    else found.push({ kind: 'chunk', source: fieldsAt(stack, 3), version: fieldsAt(stack, 5), chunk: value })
    // Told, so not kept.
    if (Array.isArray(parent)) parent.length = 0
  }
  // The parser would lose such a field.
  let isPrototype = false
  parser.onToken = ({ token, value }) => {
    if (isPrototype && token === TokenType.COLON) throw new ManifestFault(prototypeFault)
    isPrototype = isPrototypeKey(value)
  }
  let sinceLast = 0
  try {
    for await (const bytes of content) {
      for (let from = 0; from < bytes.length; from += parsedAtOnce) {
        const piece = bytes.subarray(from, from + parsedAtOnce)
        parser.write(piece)
        sinceLast = found.length > 0 ? 0 : sinceLast + piece.length
        if (sinceLast > maxPieceBytes) throw new ManifestFault('One of its parts is too large.')
        yield* found
        found = []
      }
    }
  } catch (error) {
    if (!(error instanceof TokenizerError || error instanceof TokenParserError)) throw error
    throw new ManifestFault(`It is not valid JSON: ${error.message.slice(0, 200)}`)
  }
  if (!parser.isEnded) throw new ManifestFault('It is incomplete.')
  if (!isBegun) yield { kind: 'header', header }
}
