import { boundJson } from '@frontdesk/service'

/**
 * Parses the JSON of an unauthenticated body. Throws when it is not JSON, or has more values or levels than `limits` say, which
 * no provider's has and which could take long to parse.
 */
export function parseJson(body: Uint8Array): unknown {
  // A notification of Meta has thousands of fields; the forms that read them are quick.
  boundJson(body, { maxFields: Number.POSITIVE_INFINITY })
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
}
