import { createHash } from 'node:crypto'
import type { InboundMail } from '../providers/provider.ts'

/** What the parts of a mail say of themselves: those of ours are made anew. */
const ofParts = /^(?:content-|mime-version$)/i
const lineBytes = 57

const base64 = (bytes: Uint8Array): string => {
  const lines: string[] = []
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // 57 bytes are 76 characters, the longest line that RFC 2045 allows.
  for (let at = 0; at < buffer.length; at += lineBytes) lines.push(buffer.toString('base64', at, at + lineBytes))
  return lines.join('\r\n')
}

const oneLine = (value: string): string => value.replaceAll(/[\r\n\0]+/g, ' ')
const quoted = (filename: string): string => `"${oneLine(filename).replaceAll(/["\\]/g, '_')}"`

/**
 * A mail as a message in the format of RFC 5322: as it came, and where the provider had taken it apart, put together again from
 * its headers, texts and files.
 */
export function composeOriginal({ mail }: InboundMail): Uint8Array {
  if ('raw' in mail) return mail.raw
  const parts = [
    ...(mail.text === undefined
      ? []
      : [{ head: 'Content-Type: text/plain; charset=utf-8', bytes: Buffer.from(mail.text) }]),
    ...(mail.html === undefined
      ? []
      : [{ head: 'Content-Type: text/html; charset=utf-8', bytes: Buffer.from(mail.html) }]),
    ...mail.attachments.flatMap((file) =>
      'bytes' in file
        ? [
            {
              head: `Content-Type: ${oneLine(file.contentType)}; name=${quoted(file.filename)}\r\nContent-Disposition: attachment; filename=${quoted(file.filename)}`,
              bytes: file.bytes,
            },
          ]
        : [],
    ),
  ]
  const headers = mail.headers.filter(([name]) => !ofParts.test(name) && /^[!-9;-~]+$/.test(name))
  const boundary = `part_${createHash('sha256').update(JSON.stringify(headers)).digest('hex').slice(0, 32)}`
  const isTwoTexts = mail.text !== undefined && mail.html !== undefined && parts.length === 2
  const type = isTwoTexts ? 'alternative' : 'mixed'
  const head = [
    ...headers.map(([name, value]) => `${name}: ${oneLine(value)}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/${type}; boundary="${boundary}"`,
  ]
  const body = parts.map(
    ({ head, bytes }) => `--${boundary}\r\n${head}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(bytes)}\r\n`,
  )
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body.join('')}--${boundary}--\r\n`)
}
