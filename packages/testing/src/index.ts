export type { Duration, TestClock } from './clock.ts'
export { newTenant } from './new-tenant.ts'
export {
  type OpenAiEndpoint,
  type OpenAiEndpoint as FakeModel,
  type OpenAiEndpointOptions,
  type OpenAiEndpointOptions as FakeModelOptions,
  type RecordedRequest,
  type ScriptedReply,
  startOpenAiEndpoint as startFakeModel,
  startOpenAiEndpoint,
} from './openai-endpoint.ts'
export type { Images, Servers } from './start-containers.ts'
export { type Frontdesk, type StartOptions, startFrontdesk } from './start-frontdesk.ts'
