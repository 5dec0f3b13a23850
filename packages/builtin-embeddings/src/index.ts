export type { TextKind } from './embed-text.ts'
export { type BuiltinEmbeddings, openBuiltinEmbeddings } from './open-builtin-embeddings.ts'
export {
  hasBuiltinEmbeddings,
  loadRuntime,
  prepareBuiltinEmbeddings,
  readBuiltinModel,
} from './prepare-builtin-embeddings.ts'
export type { FetchOptions } from './weights/fetch-weights.ts'
export { type WeightsFault, WeightsUnavailable } from './weights/weights-unavailable.ts'
