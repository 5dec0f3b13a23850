import { lookUp, oneLineName } from '@frontdesk/contracts'
import PostalMime, { type Address, addressParser, decodeWords, type Email } from 'postal-mime'
import type { InboundMail } from '../providers/provider.ts'
import { decodePart } from './decode-part.ts'
import { htmlToText } from './html-lines.ts'
import { endOfHeaders, labelCharsets, readLossless, relabelWords } from './label-charsets.ts'
import { headerOf, type Mail, type MailAddress, type MailAttachment } from './mail.ts'
import { mailLimits } from './mail-limits.ts'
import { mailboxOf } from './mailbox.ts'
import { transferEncodingOf } from './part-types.ts'
import { type Ours, recogniseKind } from './recognise-kind.ts'
import { repairParts } from './repair-parts.ts'
import { takeUuencoded } from './uuencoded.ts'

type Content = Pick<Mail, 'headers' | 'attachments' | 'isPartial'> & { text?: string; html?: string }

const messageIdForm = /<[^<>\s]{1,900}>/g
/** Servers that a mail once named before the address (RFC 5322, 4.4): they are to be ignored. */
const sourceRoute = /^@[^:]*:(?=[^@:]+@)/
const dash = 0x2d
const lineFeed = 0x0a

/**
 * Reads a mail that a provider passed on, whether it came as it was on the wire or as fields. Never throws for what is in the
 * mail: one that is broken is read as far as it goes, and of one past the limits the headers, with the whole of it attached.
 */
export async function readMail(inbound: InboundMail, ours: Ours = { addresses: [], keys: [] }): Promise<Mail> {
  const content = 'raw' in inbound.mail ? await readRaw(inbound.mail.raw) : readFields(inbound.mail)
  const headers = content.headers.map(decodeHeader)
  const first = (name: string): string => headerOf(headers, name) ?? ''
  // Addresses are decoded once they are apart, for a name may hold a comma.
  const firstAddress = (name: string): MailAddress | undefined =>
    readAddresses(headerOf(content.headers, name) ?? '')[0]
  const addresses = (...names: string[]): string[] => {
    const values = content.headers.filter(([name]) => names.includes(name)).map(([, value]) => value)
    const found = values.flatMap((value) => readAddresses(value).map(({ address }) => address))
    return [...new Set(found)].slice(0, mailLimits.addresses)
  }
  const text = clean(content.text ?? '', mailLimits.textCharacters)
  const html = clean(content.html ?? '', mailLimits.htmlCharacters)
  const messageId = idsOf(first('message-id'))[0] ?? bareId(first('message-id'))
  const inReplyTo = idsOf(first('in-reply-to'))[0]
  const [to, cc] = [addresses('to'), addresses('cc')]
  const replyTo = firstAddress('reply-to')
  const date = dateOf(first('date'))
  const mail: Omit<Mail, 'kind'> = {
    messageId,
    ...(inReplyTo && { inReplyTo }),
    references: referencesOf(idsOf(first('references')), inReplyTo),
    from: firstAddress('from') ?? firstAddress('sender') ?? { address: '' },
    ...(replyTo && { replyTo }),
    to,
    cc,
    recipients: [
      ...new Set([
        ...(inbound.envelope?.to ?? []).slice(0, mailLimits.addresses).map((address) => address.toLowerCase()),
        ...[...to, ...cc, ...addresses('delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to')],
      ]),
    ],
    subject: oneLineName(first('subject')).slice(0, mailLimits.subjectCharacters),
    ...(date && { date }),
    text: text.trim() !== '' || html === '' ? text : htmlToText(html),
    ...(html !== '' && { html }),
    attachments: content.attachments.slice(0, mailLimits.attachments),
    headers,
    ...(content.isPartial && { isPartial: true as const }),
  }
  return { ...mail, kind: recogniseKind({ ...mail, envelopeFrom: inbound.envelope?.from }, ours) }
}

async function readRaw(given: Uint8Array): Promise<Content> {
  const whole = withLineFeeds(given)
  if (!isWithinLimits(whole)) return readPartially(given)
  const raw = repairParts(whole)
  const labelled = labelCharsets(raw, 'utf-8')
  const email = await parse(labelled.raw)
  if (!email) return readPartially(given)
  const isUnsure = `${email.text ?? ''}${email.html ?? ''}`.includes('\ufffd')
  const western = isUnsure ? await parse(labelCharsets(raw, 'windows-1252').raw) : undefined
  // The line end that the parser puts after a text is half a character where characters have two octets.
  const read = (text: string) => (labelled.charset ? readLossless(text, labelled.charset) : text).replace(/\ufffd$/, '')
  const { text: found = bodyOf(raw, email), html } = western ?? email
  const { text = onlyText(email), files } = withFilesInText(found)
  return {
    headers: asTheyCame(email.headers.map(({ key, value }) => [key, value])),
    ...(text !== undefined && { text: read(text) }),
    ...(html !== undefined && { html: read(html) }),
    attachments: [
      ...email.attachments.map((each): MailAttachment => {
        const contentId = each.contentId?.replaceAll(/[<>\s]/g, '')
        return {
          filename: cleanName(each.filename ?? '', each.mimeType),
          contentType: each.mimeType || 'application/octet-stream',
          bytes: new Uint8Array(each.content as ArrayBuffer),
          isInline: each.disposition === 'inline' || each.related === true,
          ...(contentId && { contentId }),
        }
      }),
      ...files,
    ],
  }
}

/** A text, and the files that are uuencoded in it. */
function withFilesInText(given: string | undefined): { text: string | undefined; files: MailAttachment[] } {
  if (given === undefined) return { text: given, files: [] }
  const { text, files } = takeUuencoded(given)
  const contentType = 'application/octet-stream'
  return {
    text,
    files: files.map(({ filename, bytes }) => ({
      ...{ filename: cleanName(filename, contentType), contentType, bytes, isInline: false },
    })),
  }
}

/** What stands in a nameless text file, of a mail that has no other text: some programs attach what was written. */
function onlyText(email: Email): string | undefined {
  const file = email.attachments.find(({ mimeType, filename }) => mimeType === 'text/plain' && !filename)
  if (!file || email.html) return undefined
  return decodePart(new Uint8Array(file.content as ArrayBuffer)).text
}

/** The body as it came, of a mail that has one in which the parser found no part: its boundary is missing. */
function bodyOf(raw: Uint8Array, email: Email): string | undefined {
  if (email.html !== undefined || email.attachments.length > 0) return undefined
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const start = endOfHeaders(bytes)
  return bytes.toString('utf8', start, start + mailLimits.textCharacters).trim()
}

const parse = async (raw: Uint8Array): Promise<Email | undefined> => {
  try {
    return await PostalMime.parse(raw, {
      forceRfc822Attachments: true,
      maxNestingDepth: mailLimits.depth,
      maxHeadersSize: mailLimits.headerBytes,
    })
  } catch {
    return undefined // The parser throws for nothing but its two limits: the mail is then read partially.
  }
}

/** The headers of a mail beyond the limits, and the whole of it as a file for people to open. */
async function readPartially(raw: Uint8Array): Promise<Content> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, mailLimits.partialHeaderBytes))
  const email = await parse(bytes.subarray(0, endOfHeaders(bytes)))
  const whole = { filename: 'message.eml', contentType: 'message/rfc822', bytes: raw, isInline: false }
  const headers = asTheyCame((email?.headers ?? []).map(({ key, value }) => [key, value]))
  return { headers, attachments: [whole], isPartial: true }
}

function readFields(mail: Exclude<InboundMail['mail'], { raw: Uint8Array }>): Content {
  const { text, files } = withFilesInText(mail.text)
  return {
    headers: asTheyCame(mail.headers),
    ...(text !== undefined && { text }),
    ...(mail.html !== undefined && { html: mail.html }),
    attachments: [
      ...mail.attachments.map((each) => ({
        ...each,
        filename: cleanName(each.filename, each.contentType),
        isInline: false,
      })),
      ...files,
    ],
  }
}

/** Old Macintoshes end lines with a bare CR; the parser knows LF and CR LF. */
function withLineFeeds(raw: Uint8Array): Uint8Array {
  if (raw.includes(lineFeed) || !raw.includes(0x0d)) return raw
  return raw.map((byte) => (byte === 0x0d ? lineFeed : byte))
}

function isWithinLimits(raw: Uint8Array): boolean {
  if (raw.byteLength > mailLimits.mailBytes) return false
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const left = { ...mailLimits }
  let isBase64 = false
  for (
    let at = 0;
    at < bytes.length && Math.min(left.lines, left.plainLines, left.boundaryLines, left.encodedParts) > 0;
  ) {
    const next = bytes.indexOf(lineFeed, at)
    const end = next < 0 ? bytes.length : next
    left.lines--
    if (bytes[at] === dash && bytes[at + 1] === dash) {
      left.boundaryLines--
      isBase64 = false
    } else if ((bytes[at]! | 0x20) === 0x63 && bytes[at + 7] === dash && bytes[at + 16] === dash) {
      // `Content-Transfer-Encoding`, by its first letter and its dashes before the rest is compared.
      const line = bytes.toString('latin1', at, Math.min(end, at + 80))
      const [, value] = /^content-transfer-encoding:(.*)/i.exec(line) ?? []
      if (value !== undefined) left.encodedParts--
      isBase64 = value !== undefined && transferEncodingOf(value) === 'base64'
    }
    if (!isBase64) left.plainLines--
    at = end + 1
  }
  return Math.min(left.lines, left.plainLines, left.boundaryLines, left.encodedParts) > 0
}

const asTheyCame = (headers: readonly (readonly [string, string])[]): Mail['headers'] =>
  headers
    .slice(0, mailLimits.headers)
    .map(([name, value]) => [name.toLowerCase(), relabelWords(value.slice(0, mailLimits.headerCharacters))])

const decodeHeader = ([name, value]: [string, string]): [string, string] => [
  name,
  clean(decodeWords(value), mailLimits.headerCharacters),
]

function readAddresses(value: string): MailAddress[] {
  const flat = (address: Address): MailAddress[] => {
    if (address.group) return address.group.flatMap(flat)
    const name = oneLineName(clean(address.name, 200))
    const plain = clean(address.address ?? '', 320)
      .trim()
      .toLowerCase()
      .replace(sourceRoute, '')
    const mailbox = plain.includes('@') ? mailboxOf(plain) : plain
    return mailbox ? [{ address: mailbox, ...(name !== '' && name.toLowerCase() !== plain && { name }) }] : []
  }
  return addressParser(value).slice(0, mailLimits.addresses).flatMap(flat)
}

const idsOf = (value: string): string[] => value.match(messageIdForm) ?? []
/** Some programs forget the brackets. */
const bareId = (value: string): string => (/^[^<>\s]{1,900}$/.test(value.trim()) ? `<${value.trim()}>` : '')

function referencesOf(ids: string[], inReplyTo: string | undefined): string[] {
  const all = [...new Set(inReplyTo && !ids.includes(inReplyTo) ? [...ids, inReplyTo] : ids)]
  return all.length <= mailLimits.references ? all : [all[0]!, ...all.slice(1 - mailLimits.references)]
}

function dateOf(value: string): string | undefined {
  const time = Date.parse(value.slice(0, 100))
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** Line ends as LF; control characters and halves of surrogate pairs, which neither stores nor screens take, gone. */
function clean(text: string, maxCharacters: number): string {
  const short = text.slice(0, maxCharacters).replaceAll(/\r\n?/g, '\n')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what goes.
  return short.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff]/g, '').toWellFormed()
}

function cleanName(filename: string, contentType: string): string {
  const name = oneLineName(clean(filename, 1_000).replaceAll('\n', '/'))
    .split(/[/\\\n]/)
    .at(-1)!
    .trim()
    .slice(-200)
  if (name !== '' && name !== '.' && name !== '..') return name
  const extensions: Record<string, string> = { 'message/rfc822': 'message.eml', 'text/calendar': 'invitation.ics' }
  return (
    lookUp(extensions, contentType) ??
    `attachment.${
      contentType
        .split('/')[1]
        ?.replaceAll(/[^a-z0-9]/gi, '')
        .slice(0, 12) || 'bin'
    }`
  )
}
