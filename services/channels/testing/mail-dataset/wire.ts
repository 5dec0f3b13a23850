import type { Draft, Person } from './draft.ts'

/** A part of a mail: its headers and its lines, encoded. */
export type Part = { headers: [string, string][]; body: string }

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

const encode = (text: string, charset: string): Buffer =>
  charset.toLowerCase() === 'utf-8' ? Buffer.from(text) : Buffer.from(text.replaceAll('–', '\x96'), 'latin1')

/** RFC 2045, 6.7. */
function quotedPrintable(bytes: Buffer): string {
  const lines = bytes
    .toString('latin1')
    .split('\n')
    .map((line) => {
      let encoded = ''
      let width = 0
      for (let i = 0; i < line.length; i++) {
        const code = line.charCodeAt(i)
        const isLast = i === line.length - 1
        const isPlain = (code >= 33 && code <= 126 && code !== 61) || ((code === 32 || code === 9) && !isLast)
        const piece = isPlain ? line[i]! : `=${code.toString(16).toUpperCase().padStart(2, '0')}`
        if (width + piece.length > 75) {
          encoded += '=\n'
          width = 0
        }
        encoded += piece
        width += piece.length
      }
      return encoded
    })
  return lines.join('\n')
}

const wrapped = (text: string): string => (text.match(/.{1,76}/g) ?? []).join('\n')

/** A text part in the encoding that a program chose. */
export function textPart(
  type: 'plain' | 'html',
  text: string,
  { charset = 'UTF-8', transfer = 'quoted-printable', parameters = '' } = {},
): Part {
  const bytes = encode(text, charset)
  const body =
    transfer === 'base64'
      ? wrapped(bytes.toString('base64'))
      : transfer === 'quoted-printable'
        ? quotedPrintable(bytes)
        : bytes.toString('latin1')
  return {
    headers: [
      ['Content-Type', `text/${type}; charset="${charset}"${parameters}`],
      ['Content-Transfer-Encoding', transfer],
    ],
    body,
  }
}

function filePart(file: NonNullable<Draft['file']>): Part {
  const disposition = file.isInline ? 'inline' : 'attachment'
  return {
    headers: [
      ['Content-Type', `${file.type}; name="${file.name}"`],
      ['Content-Disposition', `${disposition}; filename="${file.name}"`],
      ['Content-Transfer-Encoding', 'base64'],
      ...(file.isInline ? ([['Content-ID', '<image001@example>']] as [string, string][]) : []),
    ],
    body: wrapped(Buffer.from(file.bytes).toString('base64')),
  }
}

function multipart(kind: string, parts: Part[], boundary: string): Part {
  const written = parts.map(({ headers, body }) => `--${boundary}\n${lines(headers)}\n\n${body}\n`)
  return {
    headers: [['Content-Type', `multipart/${kind}; boundary="${boundary}"`]],
    body: `${written.join('')}--${boundary}--\n`,
  }
}

/** A word of a header as RFC 2047 has it, when it needs it. */
const word = (text: string): string =>
  isAscii(text)
    ? text
    : `=?utf-8?${text.length % 2 ? 'B' : 'Q'}?${
        text.length % 2
          ? Buffer.from(text).toString('base64')
          : quotedPrintable(Buffer.from(text))
              .replaceAll('=\n', '')
              .replaceAll('_', '=5F')
              .replaceAll('?', '=3F')
              .replaceAll(' ', '_')
      }?=`

const mailbox = ({ name, address }: Person): string => `${isAscii(name) ? name : word(name)} <${address}>`
const lines = (headers: [string, string][]): string => headers.map(([name, value]) => `${name}: ${value}`).join('\n')

/** The headers that every program writes, before those of its own. */
export function envelope(draft: Draft, own: [string, string][] = []): [string, string][] {
  return [
    ['From', mailbox(draft.from)],
    ['To', mailbox(draft.to)],
    ...(draft.cc ? ([['Cc', mailbox(draft.cc)]] as [string, string][]) : []),
    ['Subject', word(draft.subject)],
    ['Date', draft.at.toUTCString().replace('GMT', '+0000')],
    ['Message-ID', draft.messageId],
    ...(draft.inReplyTo ? ([['In-Reply-To', draft.inReplyTo]] as [string, string][]) : []),
    ...(draft.references.length > 0 ? ([['References', draft.references.join('\n ')]] as [string, string][]) : []),
    ...own,
    ['MIME-Version', '1.0'],
  ]
}

/** The whole mail as it goes over the wire, with CR LF. */
export function mail(headers: [string, string][], root: Part): Uint8Array {
  const text = `${lines([...headers, ...root.headers])}\n\n${root.body}\n`
  return Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1')
}

/** A mail of a plain and a rich part, and a file where the draft has one. */
export function alternatives(
  draft: Draft,
  own: [string, string][],
  parts: { text: Part; html: Part },
  boundary: string,
): Uint8Array {
  const both = multipart('alternative', [parts.text, parts.html], boundary)
  if (!draft.file) return mail(envelope(draft, own), both)
  const kind = draft.file.isInline ? 'related' : 'mixed'
  return mail(envelope(draft, own), multipart(kind, [both, filePart(draft.file)], `${boundary}m`))
}
