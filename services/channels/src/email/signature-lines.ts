/** Lines of a signature behind `-- `, and behind a closing phrase; what is longer is text. */
const delimitedLines = 15
const closedLines = 10
/** Words from which on a line is a sentence and not a title or an address. */
const sentenceWords = 9
const lineCharacters = 110

/** Beginnings of what programs add under a mail, in lower case. */
const programLines = [
  ...[
    'sent from my ',
    'sent from mail for ',
    'sent from outlook',
    'sent from yahoo',
    'sent from proton',
    'sent from android',
  ],
  ...['sent with proton', 'sent from samsung', 'sent from gmail', 'sent via ', 'sent from aol', 'get outlook for '],
  ...['yahoo mail: ', 'sent from the all new', 'sent from new outlook', 'sent with spark'],
  ...[
    'skickat från min ',
    'skickat från mitt ',
    'skickat från outlook',
    'skickat från yahoo',
    'skickat från e-post för ',
  ],
  ...['skickat från proton', 'skickat med proton', 'skickat från gmail', 'skickad från min ', 'skickat från en mobil'],
  ...['skickat från samsung', 'skickat från android', 'skickat från iphone', 'skickat från ipad', 'skickat med min '],
  ...['hämta outlook för ', 'skaffa outlook för ', 'skickades från ', 'yahoo mail: sök', 'skickat från mail för '],
  ...['von meinem ', 'sendt fra min ', 'envoyé de mon ', 'lähetetty iphone', 'enviado desde mi '],
]
/** Phrases that close a mail; a name may follow on the same line. */
const closings = [
  ...['best regards', 'kind regards', 'warm regards', 'with kind regards', 'with best regards', 'regards', 'sincerely'],
  ...['yours sincerely', 'yours faithfully', 'yours truly', 'best wishes', 'all the best', 'kindest regards', 'cheers'],
  ...['med vänlig hälsning', 'med vänliga hälsningar', 'vänlig hälsning', 'vänliga hälsningar', 'med bästa hälsningar'],
  ...[
    'bästa hälsningar',
    'hälsningar',
    'hälsningar från',
    'många hälsningar',
    'varma hälsningar',
    'mvh',
    'm.v.h',
    'm v h',
    'hälsn',
  ],
  ...[
    'vänligen',
    'med vänlig hälsning / best regards',
    'vänliga hälsningar / kind regards',
    'bästa hälsning',
    'best',
    'br',
    'vh',
  ],
  ...['mit freundlichen grüßen', 'viele grüße', 'hilsen', 'med venlig hilsen', 'med vennlig hilsen', 'cordialement'],
].sort((a, b) => b.length - a.length)
/** Words that are kept, but after which a name may stand alone. */
const thanks = new Set([
  ...['thanks', 'thank you', 'many thanks', 'thanks in advance', 'thank you in advance', 'thanks a lot', 'thx'],
  ...['tack', 'tack på förhand', 'tack så mycket', 'stort tack', 'tack för hjälpen', 'tackar'],
])

const bare = (line: string): string =>
  line
    .trim()
    .toLowerCase()
    .replaceAll(/^[\s*_]+|[\s,.!:;*_–-]+$/g, '')
const wordsIn = (line: string): number => line.trim().split(/\s+/).length
const isProgramLine = (line: string): boolean => {
  const lower = line.trim().toLowerCase()
  return lower.length <= lineCharacters * 2 && programLines.some((beginning) => lower.startsWith(beginning))
}

/**
 * Parts a text of a person's own in what was written and the signature under it: what a program added (`Sent from my
 * iPhone`), what stands behind `-- `, and a closing phrase with names, titles and addresses behind it. In doubt a line is text.
 */
export function splitSignature(lines: readonly string[]): { text: string[]; signature: string[] } {
  let end = lines.length
  for (;;) {
    while (end > 0 && lines[end - 1]!.trim() === '') end--
    if (end === 0 || !isProgramLine(lines[end - 1]!)) break
    end--
  }
  const body = lines.slice(0, end)
  const at = delimiterIn(body) ?? closingIn(body) ?? end
  return { text: lines.slice(0, at), signature: lines.slice(at) }
}

function delimiterIn(lines: readonly string[]): number | undefined {
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const isDelimiter = line === '-- '
    if (!isDelimiter && !['--', '—', '---', '__'].includes(line.trim())) continue
    const rest = lines.slice(at + 1, at + 2 + delimitedLines * 2).filter((each) => each.trim() !== '')
    if (rest.length > delimitedLines || lines.length > at + 1 + delimitedLines * 2) continue
    if (isDelimiter || !rest.some(isSentence)) return at
  }
  return undefined
}

function closingIn(lines: readonly string[]): number | undefined {
  let written = 0
  let found: number | undefined
  for (let at = lines.length - 1; at > 0 && written <= closedLines; at--) {
    const line = lines[at]!
    if (line.trim() === '') continue
    if (isClosing(line)) found = at
    else if (thanks.has(bare(line)) && written > 0 && isName(lines.slice(at + 1).find((each) => each.trim() !== '')!)) {
      found ??= at + 1
    }
    if (found === undefined && isSentence(line)) break
    // Above the closing phrase there is only text, but for one more phrase (`Thanks!`, then `Best regards`).
    if (found !== undefined && found < at) break
    written++
  }
  // A mail that says nothing else is no signature.
  return found !== undefined && lines.slice(0, found).some((line) => line.trim() !== '') ? found : undefined
}

function isSentence(line: string): boolean {
  const text = line.trim()
  return text.length > lineCharacters || wordsIn(text) >= sentenceWords || text.endsWith('?') || /^p\.?s\b/i.test(text)
}

function isClosing(line: string): boolean {
  const text = line.trim()
  if (text.length > 80) return false
  // `/Anna`, `// Anna Berg`, as Swedes sign.
  if (/^\/{1,2} ?\p{Lu}[\p{L}.-]{0,30}(?: \p{Lu}[\p{L}.-]{0,30}){0,2}$/u.test(text)) return true
  const lower = bare(text)
  const phrase = closings.find((each) => lower.startsWith(each))
  if (!phrase) return false
  const rest = text.slice(text.toLowerCase().indexOf(phrase) + phrase.length)
  if (lower === phrase) return true
  // `Mvh Anna Berg`, `Best regards, Anna`: names begin with a capital; `Best of all …` is a sentence.
  return /^[\s,.!:/-]/.test(rest) && isName(rest.replace(/^[\s,.!:/-]+/, ''))
}

/** One to four words that begin with a capital, as names and firms do. */
function isName(text: string): boolean {
  const words = text.trim().replace(/[,.]$/, '').split(/\s+/)
  return words.length <= 4 && words.every((word) => /^[\p{Lu}&(]/u.test(word)) && !/[.?!]$/.test(text.trim())
}
