import { fileURLToPath } from 'node:url'

/** The settings of the built-in embedding model, kept beside the tools of this clone. */
export const modelEnv = {
  EMBEDDING_MODEL: 'builtin',
  MODELS_DIR: fileURLToPath(new URL('../../../.tools/models', import.meta.url)),
}
