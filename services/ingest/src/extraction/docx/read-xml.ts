import { ServiceError } from '@frontdesk/contracts'
import { Parser } from 'htmlparser2'
import { type Archive, damagedDocx } from './open-archive.ts'

/** Deeper than tables in tables that anybody reads. */
const maxDepth = 1_000

/** Elements and attributes by their names without a prefix: `p` for `w:p`. */
export type XmlHandler = {
  open(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

function localNames(attributes: Record<string, string>): Record<string, string> {
  const named: Record<string, string> = {}
  for (const name in attributes) named[local(name)] = attributes[name]!
  return named
}

/**
 * Reads an entry's XML as it is inflated, so that a large one is never in memory as a whole. Entities that a document
 * declares itself are not expanded. Throws `damaged_document` when it ends before its end,
 * `document_too_complex` when it is nested too deeply.
 */
export async function readXml(archive: Archive, entry: string, handler: XmlHandler): Promise<void> {
  let depth = 0
  let isWhole = true
  let isEnding = false
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > maxDepth) {
          throw new ServiceError('document_too_complex', { detail: 'The document is nested too deeply.' })
        }
        handler.open(local(name), localNames(attributes))
      },
      onclosetag(name, isImplied) {
        depth--
        // An element without content ends by itself; every other one has to be ended.
        if (isImplied && isEnding) isWhole = false
        handler.close?.(local(name))
      },
      ontext: (text) => handler.text?.(text),
    },
    { xmlMode: true },
  )
  let decoder: InstanceType<typeof TextDecoder> | undefined
  await archive.read(entry, (part) => {
    const isWide = part.length > 1 && ((part[0] === 0xff && part[1] === 0xfe) || (part[0] === 0xfe && part[1] === 0xff))
    decoder ??= new TextDecoder(isWide ? (part[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8')
    parser.write(decoder.decode(part, { stream: true }))
  })
  isEnding = true
  parser.end()
  if (!isWhole || !decoder) throw damagedDocx(new Error(`${entry} is cut off`))
}
