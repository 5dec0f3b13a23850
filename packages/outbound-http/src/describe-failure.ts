import { ServiceError } from '@frontdesk/contracts'

const unknownAuthority =
  "The host's certificate is not signed by a known authority. For an authority of your own, set NODE_EXTRA_CA_CERTS to its certificate."

const sentences: Record<string, string> = {
  ENOTFOUND: 'The host name could not be found (DNS).',
  ETIMEOUT: 'The host name could not be looked up in time (DNS).',
  ESERVFAIL: 'The host name could not be looked up (DNS).',
  EAI_AGAIN: 'The host name could not be looked up (DNS).',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the reply was complete.',
  EPIPE: 'The connection was closed before the request was sent.',
  ECONNABORTED: 'The connection was closed before the reply was complete.',
  UND_ERR_SOCKET: 'The connection was closed before the reply was complete.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The connection was closed before the reply was complete.',
  EHOSTUNREACH: 'The host could not be reached.',
  ENETUNREACH: 'The host could not be reached.',
  ETIMEDOUT: 'The host did not accept the connection in time.',
  CERT_HAS_EXPIRED: "The host's certificate has expired.",
  CERT_NOT_YET_VALID: "The host's certificate is not valid yet: compare the clocks of both machines.",
  CERT_REVOKED: "The host's certificate was revoked.",
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  ERR_SSL_WRONG_VERSION_NUMBER: 'No secure connection could be made: the host does not use TLS on that port.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'No secure connection could be made: the host does not use TLS on that port.',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'No secure connection could be made: the host has other versions of TLS.',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'No secure connection could be made: the host has other versions of TLS.',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED:
    'No secure connection could be made: the host asks for a certificate of ours (TLS).',
  ERR_TLS_CERT_ALTNAME_INVALID: "The host's certificate is for another name.",
  HPE_HEADER_OVERFLOW: "The reply's headers are too large.",
  UND_ERR_HEADERS_OVERFLOW: "The reply's headers are too large.",
  UND_ERR_CONNECT_TIMEOUT: 'The host did not accept the connection in time.',
}

/**
 * Codes of an error and of what caused it; an AggregateError (one attempt for each address) has one in each part. undici's
 * parser has none when not even the first bytes are HTTP.
 */
function codesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  const { code, cause, errors, name } = error as { code?: unknown; cause?: unknown; errors?: unknown[]; name?: string }
  const own = typeof code === 'string' ? [code] : name === 'HTTPParserError' ? ['HPE_UNKNOWN'] : []
  return [...(errors ?? []).flatMap(codesOf), ...codesOf(cause), ...own]
}

/** Any error of a request as `fetch_failed` with a sentence for people; addresses and DNS answers stay in the cause. */
export function describeFailure(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  const codes = codesOf(error)
  const known = codes.find((code) => Object.hasOwn(sentences, code))
  const detail =
    known !== undefined
      ? sentences[known]!
      : codes.some((code) => code.startsWith('HPE_'))
        ? 'The reply is not HTTP.'
        : codes.some((code) => code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ZSTD'))
          ? "The reply's compression is damaged."
          : codes.some((code) => code.startsWith('ERR_SSL') || code === 'EPROTO')
            ? 'No secure connection could be made (TLS).'
            : 'The request failed.'
  return new ServiceError('fetch_failed', { detail, cause: error })
}
