import { readFileSync, writeFileSync } from 'node:fs'
import { typesOf } from '../packages/client/build/write-types.ts'
import { openApiDocument } from '../services/gateway/src/openapi/describe-api.ts'

const path = new URL('../packages/client/src/api-types.ts', import.meta.url)

/** Writes the types of the client from the routes; with `--check` only says whether they still follow from them. */
const types = await typesOf(JSON.parse(JSON.stringify(openApiDocument())))
if (!process.argv.includes('--check')) writeFileSync(path, types)
else if (readFileSync(path, 'utf8') !== types) {
  console.error('packages/client/src/api-types.ts is not what the routes say: node scripts/client-types.ts')
  process.exit(1)
}
