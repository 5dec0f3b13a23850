export { newTenant } from './new-tenant.ts'
export {
  type OpenAiEndpoint,
  type OpenAiEndpointOptions,
  type RecordedRequest,
  type ScriptedReply,
  startOpenAiEndpoint,
} from './openai-endpoint.ts'
export type { Servers } from './start-containers.ts'
export { type Frontdesk, type StartOptions, startFrontdesk } from './start-frontdesk.ts'
