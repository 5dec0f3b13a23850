import { extname } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'

const bytesType = 'application/octet-stream'

/** Kinds of text that no signature tells apart, by the end of the name. What a browser would run is plain text. */
const textTypes: Record<string, string> = { '.csv': 'text/csv', '.md': 'text/markdown', '.markdown': 'text/markdown' }

/** Whether bytes are UTF-8 text; NUL stands in no text. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The type of a file by what is in it. The name only says which kind of text a text is. */
export async function sniffContentType(filename: string, bytes: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(bytes)
  if (found) return found.mime
  return isText(bytes) ? (textTypes[extname(filename).toLowerCase()] ?? 'text/plain') : bytesType
}
