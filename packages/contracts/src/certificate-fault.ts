/** What Node and OpenSSL say of certificates, and what it means (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const faults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'Its certificate has expired: renew it on the server.',
  CERT_NOT_YET_VALID: 'Its certificate is not valid yet: compare the clocks of both machines.',
  CERT_SIGNATURE_FAILURE: 'Its certificate was not signed by the certificate authority that it names.',
  CERT_REVOKED: 'Its certificate was revoked.',
}
/** Node's words, which end with the names in the certificate: `altnames: DNS:a, IP Address:b`, `list: b` or `CN: a`. */
const otherName = /does not match certificate's altnames: .*?(?: (?:altnames|list|CN): (?<names>.{1,500}))?$/
const otherNameFault = (names: string | undefined): string =>
  `Its certificate is for another name than the one in …_URL: ${
    names ? `connect to a name of the certificate (${names}) there` : 'the certificate names no host at all'
  }, or issue the certificate for the name that is there.`
const unknownAuthority =
  'Its certificate is signed by an unknown certificate authority: set …_TLS_CA_FILE to the certificate of that authority.'
for (const code of [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]) {
  faults[code] = unknownAuthority
}
const notOurs =
  'It does not accept the certificate of this client: set …_TLS_CERT_FILE and …_TLS_KEY_FILE to one that is valid and that it trusts.'
/** Alerts of the other side about a certificate, in OpenSSL's words (RFC 8446, 6.2). */
const alerts = /alert (?:bad certificate|certificate (?:required|expired|unknown|revoked)|unknown ca)\b/
const noTls = 'It does not use TLS on that port, or uses another version of TLS.'

type Failure = {
  code?: unknown
  message?: unknown
  cause?: unknown
  errors?: unknown
  error?: unknown
  meta?: { meta?: { connection?: unknown } }
  reason?: { servers?: unknown }
}

function* failuresIn(error: unknown, depth = 0): Generator<Failure> {
  if (typeof error !== 'object' || error === null || depth > 8) return
  const failure = error as Failure
  yield failure
  const inside: unknown[] = [failure.cause, failure.error]
  if (Array.isArray(failure.errors)) inside.push(...failure.errors)
  // The MongoDB driver keeps what each server said.
  if (failure.reason?.servers instanceof Map) inside.push(...failure.reason.servers.values())
  for (const each of inside) yield* failuresIn(each, depth + 1)
}

/** What is wrong with a certificate, as a sentence for the operator; undefined when the error is about something else. */
export function certificateFaultOf(error: unknown): string | undefined {
  for (const { code, message } of failuresIn(error)) {
    if (typeof code === 'string' && Object.hasOwn(faults, code)) return faults[code]
    const text = String(message)
    const mismatch = otherName.exec(text)
    if (mismatch) return otherNameFault(mismatch.groups?.names)
    if (alerts.test(text)) return notOurs
    if (/wrong version number|packet length too long/.test(text)) return noTls
    // Some clients keep only the words.
    if (/certificate has expired/.test(text)) return faults.CERT_HAS_EXPIRED
    if (/certificate is not yet valid/.test(text)) return faults.CERT_NOT_YET_VALID
    if (/self-signed certificate|unable to (?:verify the first|get (?:local )?issuer) certificate/.test(text)) {
      return unknownAuthority
    }
  }
  return undefined
}
