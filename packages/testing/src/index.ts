export {
  type OpenAiEndpoint,
  type OpenAiEndpointOptions,
  type RecordedRequest,
  type ScriptedReply,
  startOpenAiEndpoint,
} from './openai-endpoint.ts'
export { type Frontdesk, type StartOptions, startFrontdesk } from './start-frontdesk.ts'
