import { readFileSync, writeFileSync } from 'node:fs'
import { typesOf } from '../packages/client/build/write-types.ts'
import { openApiDocument } from '../services/gateway/src/openapi/describe-api.ts'
import { exitWith } from './exit-with.ts'

const path = new URL('../packages/client/src/api-types.ts', import.meta.url)

const typesOfRoutes = () => typesOf(JSON.parse(JSON.stringify(openApiDocument())))

/** Whether the types of the client still follow from the routes. */
export async function findFaults(): Promise<string[]> {
  if (readFileSync(path, 'utf8') === (await typesOfRoutes())) return []
  return ['packages/client/src/api-types.ts is not what the routes say: node scripts/client-types.ts']
}

/** Writes the types of the client from the routes; with `--check` only says whether they still follow from them. */
if (import.meta.main) {
  if (process.argv.includes('--check')) exitWith(await findFaults())
  writeFileSync(path, await typesOfRoutes())
}
