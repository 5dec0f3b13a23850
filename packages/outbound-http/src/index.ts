export {
  type OutboundHttp,
  type OutboundHttpOptions,
  type OutboundReply,
  type OutboundRequest,
  openOutboundHttp,
} from './open-outbound-http.ts'
export { readRetryAfter } from './retry-after.ts'
