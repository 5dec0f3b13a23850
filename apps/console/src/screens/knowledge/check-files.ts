import { linesOf } from '../../app/split-text.ts'

/** Limits of the server: `docs/limits.md`. */
const maxBytes = 20 * 1024 * 1024
const maxFiles = 50
const extensions = [
  '.pdf',
  '.docx',
  '.txt',
  '.md',
  '.markdown',
  '.csv',
  '.html',
  '.htm',
  '.png',
  '.jpg',
  '.jpeg',
  '.webp',
]
/** For the dialog in which files are chosen. */
export const acceptedFiles = extensions.join(',')

/** What is known of a file before it is sent. `known`: there is a source of that name. */
export type FileVerdict = 'ok' | 'tooLarge' | 'wrongType' | 'known' | 'tooMany'

type NamedFile = Pick<File, 'name' | 'size'>

/** A verdict for each file. Of those that can be sent, the first 50 are. */
export function checkFiles<F extends NamedFile>(
  files: readonly F[],
  knownNames: ReadonlySet<string> = new Set(),
): { file: F; verdict: FileVerdict }[] {
  let sent = 0
  return files.map((file) => {
    const name = file.name.toLowerCase()
    if (file.size > maxBytes) return { file, verdict: 'tooLarge' }
    if (!extensions.some((extension) => name.endsWith(extension))) return { file, verdict: 'wrongType' }
    if (knownNames.has(file.name)) return { file, verdict: 'known' }
    return { file, verdict: ++sent <= maxFiles ? 'ok' : 'tooMany' }
  })
}

/** Addresses of web pages, one a line: those to add, those that are sources already, and lines that are none. */
export function checkUrls(
  text: string,
  knownUrls: ReadonlySet<string> = new Set(),
): { urls: string[]; known: string[]; wrong: string[] } {
  const lines = linesOf(text)
  const isUrl = (line: string) => URL.canParse(line) && /^https?:$/.test(new URL(line).protocol)
  const urls = [...new Set(lines.filter(isUrl))]
  return {
    urls: urls.filter((url) => !knownUrls.has(url)),
    known: urls.filter((url) => knownUrls.has(url)),
    wrong: lines.filter((line) => !isUrl(line)),
  }
}

/** A size as people read it. */
export const shownSize = (bytes: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
    bytes / 1024 / 1024,
  )
