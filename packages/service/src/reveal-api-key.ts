import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Log } from './log.ts'

/** The file of the data folder that the first admin key is in when no person watches the first start. */
const apiKeyFile = 'admin-key'

type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>

/**
 * Gives the operator the admin key that was created just now, and never writes it to the log. At a terminal it does nothing
 * and returns true: the caller shows the key. Otherwise the key is written to `admin-key` in the data folder, readable by its
 * owner only, and the log names the file; when no file can be written, the key is one line on standard error.
 */
export function revealApiKey(
  apiKey: string,
  { dataDir, log, output = process.stderr }: { dataDir: string | undefined; log: Log; output?: Output },
): boolean {
  if (output.isTTY) return true
  const file = dataDir === undefined ? undefined : resolve(join(dataDir, apiKeyFile))
  if (file !== undefined) {
    try {
      writeFileSync(file, `${apiKey}\n`, { mode: 0o600, flag: 'wx', flush: true })
      log.warn({ file }, 'an admin key was created: copy it from this file, then delete the file')
      return false
    } catch (error) {
      log.warn({ file, detail: (error as Error).message }, 'the admin key could not be written to its file')
    }
  }
  log.warn({}, 'an admin key was created: it is printed once, on standard error')
  output.write(`\nFrontdesk: API key, shown only once: ${apiKey}\n\n`)
  return false
}
