import { Secret, TOTP } from 'otpauth'

/** RFC 4226, 4: 160 bits. SHA-1, 6 digits and 30 s are what every authenticator app takes. */
const secretBytes = 20
const form = { algorithm: 'SHA1', digits: 6, period: 30 }
/** RFC 6238, 5.2: a code of the step before or after is accepted, for clocks that differ and people who type. */
const toleratedSteps = 1

/** A new shared secret, in base32. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/** The `otpauth:` URI that authenticator apps read, usually as a QR code. */
export const totpUri = (secret: string, of: { issuer: string; label: string }): string =>
  new TOTP({ ...form, ...of, secret }).toString()

/** The time step of a code; undefined for a wrong one. `now` is in milliseconds since 1970. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const totp = new TOTP({ ...form, secret })
  const delta = totp.validate({ token: code, timestamp: now, window: toleratedSteps })
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta
}
