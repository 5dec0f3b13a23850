import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GatewayContext } from '../context.ts'

/** The same path in a checkout, in the image and in the published package, which keeps the paths of the workspace. */
const built = fileURLToPath(new URL('../../../../apps/console/dist', import.meta.url))

/** The folder of the built console; undefined if it is turned off, or not built, which is logged. */
export function findConsole({ config, log }: GatewayContext, folder = built): string | undefined {
  if (config.CONSOLE === 'off') return undefined
  if (existsSync(join(folder, 'index.html'))) return folder
  log.warn(
    { folder },
    'the web console is not served because it has not been built; run make setup, or set CONSOLE=off',
  )
  return undefined
}
