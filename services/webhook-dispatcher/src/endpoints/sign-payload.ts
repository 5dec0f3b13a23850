import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret: `whsec_` and the base64 of 24 random bytes (Standard Webhooks asks for 24 to 64). */
export const newSecret = (): string => `${prefix}${randomBytes(24).toString('base64')}`

type Keys = { plain: KeyObject; standard: KeyObject }
const maxKeys = 1_000
const known = new Map<string, Keys>()

/** The keys that a secret stands for; made once, for making them costs more than signing. */
function keysOf(secret: string): Keys {
  const made = known.get(secret)
  if (made) return made
  const keys = {
    plain: createSecretKey(secret, 'utf8'),
    standard: createSecretKey(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64'),
  }
  if (known.size >= maxKeys) known.clear()
  known.set(secret, keys)
  return keys
}

const hmac = (key: KeyObject, text: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', key).update(text).digest(encoding)

/**
 * The headers that prove where a delivery comes from, in two forms, each with a signature for every secret given:
 * `x-webhook-signature: t=<unix seconds>,v1=<hex>` over `<t>.<body>`, keyed with the UTF-8 bytes of the secret as shown;
 * and `webhook-id`, `webhook-timestamp`, `webhook-signature: v1,<base64>` over `<id>.<t>.<body>`, keyed with the bytes
 * behind `whsec_` (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
export function signPayload(
  payload: { id: string; body: string; timestampSeconds: number },
  secrets: string[],
): Record<string, string> {
  const { id, body, timestampSeconds: t } = payload
  const keys = secrets.map(keysOf)
  const plain = keys.map((key) => `v1=${hmac(key.plain, `${t}.${body}`, 'hex')}`)
  const standard = keys.map((key) => `v1,${hmac(key.standard, `${id}.${t}.${body}`, 'base64')}`)
  return {
    'x-webhook-signature': [`t=${t}`, ...plain].join(','),
    'webhook-id': id,
    'webhook-timestamp': String(t),
    'webhook-signature': standard.join(' '),
  }
}
