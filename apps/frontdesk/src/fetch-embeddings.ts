import { fetchBuiltinEmbeddings } from '@frontdesk/models'

/**
 * `frontdesk fetch-embeddings`: fetches the weights of the built-in embedding model and converts them, unless they are there.
 * Throws with what to do instead.
 */
export async function fetchEmbeddings(env: Record<string, string | undefined>): Promise<void> {
  const { folder, isNew } = await fetchBuiltinEmbeddings(env, () =>
    process.stdout.write('Fetching the weights of the built-in embedding model (72 MB) …\n'),
  )
  process.stdout.write(`The built-in embedding model ${isNew ? 'is now' : 'was already'} in ${folder}.\n`)
  if (env.EMBEDDING_MODEL && env.EMBEDDING_MODEL !== 'builtin')
    process.stdout.write('Set EMBEDDING_MODEL=builtin to use it.\n')
}
