import { createHmac, timingSafeEqual } from 'node:crypto'

/** RFC 4648 base32 without padding, in lower case: survives every program that changes the case of an address. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const idBytes = 16
/** 80 bits. A guess can only be tried by sending a mail, and a token opens no more than one conversation of one channel. */
const macBytes = 10
/** (16 + 10) × 8 / 5 = 41.6. */
const tokenCharacters = 42
/** RFC 5321, 4.5.3.1.1. */
const localPartOctets = 64
const conversationIdForm = /^cnv_[0-9a-f]{32}$/

const encode = (bytes: Uint8Array): string => {
  let bits = 0
  let value = 0
  let text = ''
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31]
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text
}

const decode = (text: string): Buffer | undefined => {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const character of text) {
    const five = alphabet.indexOf(character)
    if (five < 0) return undefined
    value = (value << 5) | five
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >>> bits) & 255)
    value &= (1 << bits) - 1
  }
  // The last character's spare bits are zero, so that each token has one form.
  return value === 0 ? Buffer.from(bytes) : undefined
}

const macOf = (idBits: Uint8Array, key: string): Buffer =>
  createHmac('sha256', key).update('frontdesk reply token\0').update(idBits).digest().subarray(0, macBytes)

/** A token for a reply address: names the conversation and can't be made without the key. 42 characters of a–z and 2–7. */
export function makeReplyToken(conversationId: string, key: string): string {
  if (!conversationIdForm.test(conversationId)) throw new TypeError(`not a conversation's id: ${conversationId}`)
  const idBits = Buffer.from(conversationId.slice('cnv_'.length), 'hex')
  return encode(Buffer.concat([idBits, macOf(idBits, key)]))
}

/** `support@example.com` with the token: `support+<token>@example.com`; as it was when the local part would pass 64 octets. */
export function replyAddressFor(address: string, token: string): string {
  const at = address.lastIndexOf('@')
  const local = `${address.slice(0, at)}+${token}`
  return Buffer.byteLength(local) <= localPartOctets ? local + address.slice(at) : address
}

/** The conversation that an address names with a token made with any of the keys; in constant time for each key. */
export function readReplyToken(address: string, keys: readonly string[]): string | undefined {
  const local = address.slice(0, Math.max(0, address.lastIndexOf('@')))
  const token = local.slice(local.lastIndexOf('+') + 1).toLowerCase()
  if (!local.includes('+') || token.length !== tokenCharacters) return undefined
  const bytes = decode(token)
  if (bytes?.length !== idBytes + macBytes) return undefined
  const idBits = bytes.subarray(0, idBytes)
  const isSigned = keys.filter((key) => timingSafeEqual(macOf(idBits, key), bytes.subarray(idBytes))).length > 0
  return isSigned ? `cnv_${idBits.toString('hex')}` : undefined
}

/** The address without what follows a `+`: `support+abc@example.com` is `support@example.com`. In lower case. */
export function withoutTag(address: string): string {
  const at = address.lastIndexOf('@')
  const plus = address.indexOf('+')
  const bare = plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address
  return bare.toLowerCase()
}

const messageIdForm = /^<fd\.([0-9a-z_]{1,80})\.([a-z2-7]{16})@([^<>@\s]{1,255})>$/i

const messageMacOf = (id: string, domain: string, key: string): string =>
  encode(createHmac('sha256', key).update(`frontdesk message id\0${id}\0${domain}`).digest().subarray(0, macBytes))

/**
 * The Message-ID of a mail of ours, the same each time for the same message, so that a second sending after a crash is known
 * as the same mail. `id`: our message's id. With angle brackets.
 */
export function makeMessageId(id: string, domain: string, key: string): string {
  const [lowerId, lowerDomain] = [id.toLowerCase(), domain.toLowerCase()]
  return `<fd.${lowerId}.${messageMacOf(lowerId, lowerDomain, key)}@${lowerDomain}>`
}

/** The id of our message when this Message-ID is one that we made with any of the keys. */
export function readMessageId(messageId: string, keys: readonly string[]): string | undefined {
  const [, id, mac, domain] = messageIdForm.exec(messageId)?.map((part) => part.toLowerCase()) ?? []
  if (!id || !mac || !domain) return undefined
  const given = Buffer.from(mac)
  const isOurs = keys.filter((key) => timingSafeEqual(Buffer.from(messageMacOf(id, domain, key)), given)).length > 0
  return isOurs ? id : undefined
}
