import { createHash, createHmac } from 'node:crypto'
import { equalInConstantTime } from './equal-in-constant-time.ts'
import { fromBytes, mediaType, type Pair, readObject, readPairs, toBytes } from './form-pairs.ts'
import type { RawRequest } from './provider.ts'

/** The methods of an account's setting, by the names that Vonage's own libraries give them. */
export const signatureMethods = ['md5hash', 'md5', 'sha1', 'sha256', 'sha512'] as const
export type SignatureMethod = (typeof signatureMethods)[number]

/** The parameters of a request, in bytes: one character a byte. */
export type VonageParameters = Map<string, string>

function readJson(body: Uint8Array): Pair[] | undefined {
  // A fraction may be written in many ways, and which one was signed is gone.
  const isPlain = (value: unknown) =>
    typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value)
  const entries = readObject(body)
  return entries?.every(([, value]) => isPlain(value))
    ? entries.map(([name, value]) => [toBytes(name), toBytes(String(value))])
    : undefined
}

/**
 * The parameters of a form or of JSON; undefined when they can't be read. `&` and `=` are signed as underscores in values
 * but as themselves in names, so a name with one of them could be two other parameters; and a name twice is nobody's.
 */
export function readParameters({ headers, body }: RawRequest): VonageParameters | undefined {
  const type = mediaType(headers)
  const pairs =
    type === 'application/json'
      ? readJson(body)
      : type === 'application/x-www-form-urlencoded'
        ? readPairs(body)
        : undefined
  if (pairs === undefined || pairs.some(([name]) => /[&=]/.test(name))) return undefined
  const parameters = new Map(pairs)
  return parameters.size === pairs.length ? parameters : undefined
}

/** What a parameter says; undefined when it is not there. */
export function textOf(parameters: VonageParameters, name: string): string | undefined {
  const bytes = parameters.get(name)
  return bytes === undefined ? undefined : fromBytes(bytes)
}

/** The signature that parameters should have (https://developer.vonage.com/en/getting-started/concepts/signing-messages). */
export function signParameters(parameters: VonageParameters, secret: string, method: SignatureMethod): string {
  const names = [...parameters.keys()].filter((name) => name !== 'sig').sort()
  const signed = names.map((name) => `&${name}=${parameters.get(name)!.replace(/[&=]/g, '_')}`).join('')
  const bytes = Buffer.from(signed, 'latin1')
  if (method === 'md5hash') return createHash('md5').update(bytes).update(secret).digest('hex')
  return createHmac(method, secret).update(bytes).digest('hex')
}

/**
 * Whether the `sig` among the parameters is theirs by one of the methods. Vonage's libraries write digests in lower case
 * and some of its services in upper case; a digest in both is neither's.
 */
export function isSigned(parameters: VonageParameters, secret: string, methods: readonly SignatureMethod[]): boolean {
  const given = parameters.get('sig') ?? ''
  const lowerCase = given === given.toUpperCase() ? given.toLowerCase() : given
  return methods.some((method) => equalInConstantTime(lowerCase, signParameters(parameters, secret, method)))
}
