import { lookUp } from '@frontdesk/contracts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** What ingest can read, under every name that servers give it. */
const canonical: Record<string, string> = {
  'text/html': 'text/html',
  'application/xhtml+xml': 'text/html',
  'application/pdf': 'application/pdf',
  'application/x-pdf': 'application/pdf',
  [docx]: docx,
  'text/plain': 'text/plain',
  'text/markdown': 'text/markdown',
  'text/x-markdown': 'text/markdown',
  'text/csv': 'text/csv',
  'application/csv': 'text/csv',
}
const byExtension: Record<string, string> = {
  htm: 'text/html',
  html: 'text/html',
  pdf: 'application/pdf',
  docx,
  txt: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  csv: 'text/csv',
}
/** Types that say nothing: the name of the file says more. Plain text is what many servers call Markdown and CSV. */
const vague = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download', 'text/plain'])

/** Accepted types for the `accept` header, best first. */
export const acceptedTypes = `text/html,application/xhtml+xml,application/pdf,${docx},text/markdown,text/plain,text/csv;q=0.9`

function extensionOf(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1)!
  return name.includes('.') ? name.split('.').at(-1)!.toLowerCase() : ''
}

/**
 * The type of a reply as ingest knows it, e.g. `text/html` or `text/html; charset=iso-8859-1` (the charset lower-case, as
 * the server named it). A vague or missing type is decided by the URL's extension. `undefined`: not one we can read.
 */
export function contentTypeOf(header: string | undefined, url: string): string | undefined {
  const [essence = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase())
  const type = vague.has(essence)
    ? (lookUp(byExtension, extensionOf(url)) ?? lookUp(canonical, essence))
    : lookUp(canonical, essence)
  if (type === undefined) return undefined
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '')
  return charset && type.startsWith('text/') ? `${type}; charset=${charset}` : type
}
