import { writeFileSync } from 'node:fs'
import { errorCodes } from '@frontdesk/contracts'

/** Where the page stands. */
export const errorsPagePath = new URL('../docs/errors.md', import.meta.url)

/** docs/errors.md as it follows from the table of codes. */
export function errorsPage(): string {
  const rows = Object.entries(errorCodes).map(
    ([code, { status, retryable, title }]) => `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${title} |`,
  )
  return `# Errors

This page lists every error code that a client can receive. Errors are RFC 9457 problem documents
(\`application/problem+json\`) with the fields \`type\`, \`title\`, \`status\`, \`code\`, \`detail\` and \`requestId\`. For invalid
input, \`errors: [{ path, message }]\` lists every fault. \`type\` is a path on the same server that explains the code
(\`GET /problems/<code>\`). A \`Failed\` source has \`error: { code, message }\` with a code from the same table. So does the
\`error\` event that ends a stream.

Strings must be valid text. Bytes that are not UTF-8 are a \`malformed_request\`; in a form field they are an
\`invalid_request\` that names the field. A NUL character or an unpaired surrogate is always an \`invalid_request\`. If the
data is not HTTP, arrives too late or has headers of more than 16 kB, the server also replies with a problem document, and
then closes the connection.

*Retry?* says whether the same request can succeed later without changes.

| code | status | retry? | title |
|---|---|---|---|
${rows.join('\n')}

\`node scripts/errors-page.ts\` generates this page from \`packages/contracts/src/errors.ts\`. A test checks that the two are equal.
`
}

if (import.meta.main) writeFileSync(errorsPagePath, errorsPage())
