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

Every refusal is an RFC 9457 problem document (\`application/problem+json\`): \`type\`, \`title\`, \`status\`, \`code\`, \`detail\`,
\`requestId\`, and for invalid input \`errors: [{ path, message }]\` with every fault at once. The \`type\` is a path on the same
server that explains the code (\`GET /problems/<code>\`). A \`Failed\` source carries \`error: { code, message }\` with a code of
the same table, and so does the \`error\` event that ends a stream.

*Again?* says whether the same request can succeed later without being changed.

| code | status | again? | title |
|---|---|---|---|
${rows.join('\n')}

This page follows from \`packages/contracts/src/errors.ts\`: \`node scripts/errors-page.ts\` writes it, and a test holds the two
equal.
`
}

if (import.meta.main) writeFileSync(errorsPagePath, errorsPage())
