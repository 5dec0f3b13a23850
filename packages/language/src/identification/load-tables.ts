import { createRequire, findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import type { eld as Eld } from 'eld/extrasmall'

let tables: typeof Eld | undefined

/**
 * The n-gram tables of 60 languages. They take .3 s to load and 30 MB, so they come with the first text that needs them
 * rather than at start. The package names them for `import` alone, which would be at start or asynchronous.
 */
export function loadTables(): typeof Eld {
  if (!tables) {
    const manifest = findPackageJSON('eld', import.meta.url)
    if (manifest === undefined) throw new Error('The package eld is not installed.')
    const path = join(dirname(manifest), 'src/entries/static.extrasmall.js')
    tables = (createRequire(import.meta.url)(path) as { eld: typeof Eld }).eld
  }
  return tables
}
