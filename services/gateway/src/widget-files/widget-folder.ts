import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GatewayContext } from '../context.ts'

/** The same path in a checkout, in the image and in the published package, which keeps the paths of the workspace. */
const built = fileURLToPath(new URL('../../../../apps/widget/dist', import.meta.url))

/** The folder of the built chat widget; undefined if it is not built, which is logged. */
export function findWidget({ log }: Pick<GatewayContext, 'log'>, folder = built): string | undefined {
  if (existsSync(join(folder, 'widget.js'))) return folder
  log.warn({ folder }, 'the chat widget is not served because it has not been built; run make setup')
  return undefined
}
