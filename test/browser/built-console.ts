import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where `make setup` builds the console. */
export const builtConsole = fileURLToPath(new URL('../../apps/console/dist', import.meta.url))

/** Why there is no console to test; undefined when there is one. */
export const notBuilt = existsSync(join(builtConsole, 'index.html'))
  ? undefined
  : 'the pages of the console (not built: make setup, without CONSOLE=off)'
