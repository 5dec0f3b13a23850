import type { Problem } from '@frontdesk/client'

/** Codes that people hardly meet here, or whose `detail` alone says what is wrong: the server's English is shown. */
type CodeByDetail =
  | 'malformed_request'
  | 'invalid_request'
  | 'identity_unverified'
  | 'user_token_invalid'
  | 'unverified'
  | 'origin_not_allowed'
  | 'challenge_required'
  | 'not_this_agent'
  | 'sign_in_refused'
  | 'sign_in_expired'
  | 'identity_provider_unavailable'
  | 'choose_tenant'
  | 'cross_site'
  | 'insecure_connection'
  | 'method_not_allowed'
  | 'request_in_flight'
  | 'idempotency_key_reused'
  | 'headers_too_large'
  | 'stream_broken'
/** What `messages.problems` has a text for: every other code of the platform, and those of the console. */
export type ProblemTexts = Record<Exclude<Problem['code'], CodeByDetail> | 'unreachable' | 'unknown', string>
