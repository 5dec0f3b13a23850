import { htmlToLines, joinLines, type Line } from './html-lines.ts'
import type { Mail } from './mail.ts'
import { mailLimits } from './mail-limits.ts'
import { answerWords, belowWords } from './phrases.ts'
import { type QuoteStart, quoteStartAt, textToLines } from './quote-lines.ts'
import { splitSignature, withoutDivider } from './signature-lines.ts'
import { normaliseSubject } from './thread.ts'

/** What a person wrote in a mail, apart from what the program put around it. */
export type Stripped = {
  /** Empty only when the mail has no text at all. */
  text: string
  quoted?: string
  signature?: string
}

/** What `stripReply` looks at of a mail. `isKnown`: it names a conversation of ours in another way than by Message-IDs. */
type Written = Pick<Mail, 'text' | 'subject'> & {
  [name in 'html' | 'inReplyTo' | 'references']?: Mail[name] | undefined
} & { isKnown?: boolean }

type Parts = {
  reply: Line[][]
  quoted: Line[] /** Kept as it is, under the reply. */
  kept: Line[]
  isMarkedByLine: boolean
  hasQuote: boolean
}

/**
 * What a person wrote in a mail. The HTML is asked first, since programs mark quotes and signatures there; the plain text
 * where the HTML shows no quote and the text does. Answers between quotes are kept, a forward keeps what it forwards, and in
 * doubt a quote stays rather than that a sentence goes. Time grows with the length alone.
 */
export function stripReply(mail: Written): Stripped {
  const { kind } = normaliseSubject(mail.subject)
  // Without a sign that it answers anything, a block of headers is the head of something that is passed on.
  const answers = mail.inReplyTo !== undefined || (mail.references?.length ?? 0) > 0 || (mail.isKnown ?? false)
  const isForward = kind === 'forward' || (kind === 'new' && !answers)
  const isReply = answers || kind !== 'new'
  const reading = { isForward, isReply }
  const fromText = () => textToLines(mail.text.slice(0, mailLimits.textCharacters), isReply)
  const htmlLines = mail.html ? htmlToLines(mail.html) : []
  if (!isWritten(htmlLines)) return strip(splitParts(fromText(), reading), fromText())
  const parts = splitParts(htmlLines, reading)
  const textParts = parts.hasQuote || mail.text.trim() === '' ? undefined : splitParts(fromText(), reading)
  return textParts?.hasQuote ? strip(textParts, fromText()) : strip(parts, htmlLines)
}

const isWritten = (lines: readonly Line[]): boolean => lines.some(({ text }) => text.trim() !== '')

/** Parts a mail in runs of the sender's own lines, quoted lines, and what is kept as it is. */
function splitParts(lines: readonly Line[], { isForward, isReply }: { isForward: boolean; isReply: boolean }): Parts {
  const parts: Parts = { reply: [[]], quoted: [], kept: [], isMarkedByLine: false, hasQuote: false }
  let quotesIndented = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (line.depth > 0 || (quotesIndented && line.indent > 0)) {
      // Apple's programs put a forward in a quote.
      if (!parts.isMarkedByLine && line.text.trim() !== '' && quoteStartAt(lines, at)?.kind === 'forward') {
        return { ...parts, kept: lines.slice(at), hasQuote: true }
      }
      parts.quoted.push(line)
      parts.isMarkedByLine ||= line.text.trim() !== ''
      parts.hasQuote = true
      if (parts.reply.at(-1)!.length > 0) parts.reply.push([])
      continue
    }
    const start = quoteStartAt(lines, at)
    // Who answers nothing and writes `Anna (anna@b.example) wrote on 3 May:` goes on in words of their own.
    const isOwn = !isReply && line.mark === undefined && (start?.kind === 'attribution' || start?.kind === 'quote')
    if (start === undefined || isOwn) {
      parts.reply.at(-1)!.push(line)
      continue
    }
    parts.hasQuote = true
    if (start.kind === 'attribution') {
      parts.quoted.push(...lines.slice(at, at + start.lines))
      at += start.lines - 1
      quotesIndented ||= followedByIndent(lines, at + 1)
      continue
    }
    return withRest(parts, lines.slice(at), start, isForward)
  }
  return parts
}

const followedByIndent = (lines: readonly Line[], at: number): boolean =>
  (lines.slice(at, at + 4).find(({ text }) => text.trim() !== '')?.indent ?? 0) > 0

/** All from a start on belongs together: a forward, or a quote that no sign tells line by line. */
function withRest(parts: Parts, rest: readonly Line[], start: QuoteStart, isForward: boolean): Parts {
  const passesOn = start.kind === 'forward' || (start.kind === 'headers' && isForward)
  if (passesOn && !parts.isMarkedByLine) return { ...parts, kept: [...rest] }
  const says = (words: readonly string[], text: string) => words.some((word) => text.includes(word))
  const pointsBelow = parts.reply.flat().some(({ text }) => {
    const lower = text.slice(0, 200).toLowerCase()
    return says(answerWords, lower) && says(belowWords, lower)
  })
  const quoted = [...parts.quoted, ...rest]
  return pointsBelow ? { ...parts, kept: rest.slice(start.lines), quoted } : { ...parts, quoted }
}

function strip(parts: Parts, whole: readonly Line[]): Stripped {
  const signatures: string[] = []
  const last = parts.reply.findLastIndex(isWritten)
  const runs = parts.reply.map((run, index) => {
    const own = run.filter(({ isSignature }) => !isSignature)
    const isAll = !isWritten(own) && parts.reply.length === 1 && !isWritten(parts.kept)
    signatures.push(...(isAll ? [] : run.filter(({ isSignature }) => isSignature).map(({ text }) => text)))
    const given = (isAll ? run : own).map(({ text }) => text)
    const isBeforeQuote = parts.quoted.length > 0 && (index < parts.reply.length - 1 || index === 0)
    const undivided = isBeforeQuote ? withoutDivider(given) : given
    const split = splitSignature(undivided)
    // Under an answer between quotes only a short closing is a signature.
    if (index < last && split.signature.length > 8) return own.map(({ text }) => text)
    signatures.push(...split.signature, ...given.slice(undivided.length))
    return split.text
  })
  const written = runs.filter((run) => run.some((text) => text.trim() !== '')).map((run) => joinLines(run.map(asLine)))
  const kept = joinLines(parts.kept)
  const text = [...written, ...(kept === '' ? [] : [kept])].join('\n\n')
  const own = joinLines(parts.reply.flat())
  const [quoted, signature] = [joinLines(parts.quoted), joinLines(signatures.map(asLine))]
  return {
    text: text || own || joinLines(whole),
    ...(quoted !== '' && { quoted }),
    ...(signature !== '' && text !== '' && { signature }),
  }
}

const asLine = (text: string): Pick<Line, 'text'> => ({ text })
