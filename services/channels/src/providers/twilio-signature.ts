import { createHash, createHmac } from 'node:crypto'
import { equalInConstantTime } from './equal-in-constant-time.ts'
import { mediaType, type Pair, readPairs } from './form-pairs.ts'
import type { RawRequest, Refusal } from './provider.ts'

const formType = 'application/x-www-form-urlencoded'

/**
 * The URLs that Twilio may have signed for one that it called: it leaves the port out or writes the standard one by its
 * own lights. The rest of each is taken as it came, percent signs and all.
 */
function signedForms(url: string): string[] {
  const taken = /^(https?:\/\/)([^/?#]*)(.*)$/s.exec(url)
  if (taken === null) return [url]
  const [, scheme, authority, rest] = taken as unknown as [string, string, string, string]
  const bare = authority.replace(/:\d+$/, '')
  const port = scheme === 'https://' ? 443 : 80
  return [...new Set([url, `${scheme}${bare}${rest}`, `${scheme}${bare}:${port}${rest}`])]
}

/** Pairs as they are signed: by name, the values of one name by value and each once, all without anything between. */
function signedPairs(pairs: Pair[]): Buffer {
  const values = new Map<string, Set<string>>()
  for (const [name, value] of pairs) values.set(name, (values.get(name) ?? new Set()).add(value))
  const names = [...values.keys()].sort()
  return Buffer.from(
    names.flatMap((name) => [...values.get(name)!].sort().map((value) => name + value)).join(''),
    'latin1',
  )
}

const bodyHashIn = (url: string): string | null =>
  URL.canParse(url) ? new URL(url).searchParams.get('bodySHA256') : null

/**
 * Checks `X-Twilio-Signature`: HMAC-SHA1 over the URL and the form's pairs, or over the URL alone when its `bodySHA256` is
 * the digest of the body (https://www.twilio.com/docs/usage/webhooks/webhooks-security). Answers why it does not hold.
 */
export function refuseSignature(request: RawRequest, urls: string[], authToken: string): Refusal | undefined {
  const given = request.headers['x-twilio-signature']
  if (given === undefined) return 'missing_signature'
  const isForm = mediaType(request.headers) === formType
  if (!isForm && !request.target.includes('bodySHA256=')) return 'wrong_type'
  const read = isForm ? readPairs(request.body) : undefined
  if (isForm && read === undefined) return 'unreadable'
  const pairs = read && signedPairs(read)
  const bodyHash = createHash('sha256').update(request.body).digest('hex')
  for (const url of urls.flatMap(signedForms)) {
    const isHashed = equalInConstantTime(bodyHashIn(url) ?? '', bodyHash)
    if (!isHashed && pairs === undefined) continue
    const signed = createHmac('sha1', authToken).update(url)
    if (!isHashed) signed.update(pairs!)
    if (equalInConstantTime(given, signed.digest('base64'))) return undefined
  }
  return 'wrong_signature'
}
