export { type Client, createClient, type Followed } from './create-client.ts'
export { type ErrorCode, FrontdeskError, type Problem } from './frontdesk-error.ts'
export type { ClientOptions } from './send-request.ts'
export type {
  CallOptions,
  ChatEvent,
  FollowOptions,
  LiveEvent,
  Question,
  Schemas,
  SimulationEvent,
  SimulationInput,
  WebhookEvent,
} from './types.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookFault,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook.ts'
