import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

/** Where vitest is found and what follows is seen by no other tool: `.tools` is not tracked. */
const parent = fileURLToPath(new URL('../../.tools/', import.meta.url))

/** Folders with tests for the runner of the gate to run, gone after the tests of the file. */
export function usePlantedTests() {
  const folders: string[] = []
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  /** A folder with these test files, which is one project of vitest. */
  function planted(files: Record<string, string>): string {
    mkdirSync(parent, { recursive: true })
    const root = mkdtempSync(join(parent, 'planted-'))
    folders.push(root)
    const config = "{ test: { name: 'planted', include: ['*.test.mjs'], pool: 'forks', isolate: false } }"
    writeFileSync(join(root, 'vitest.config.mjs'), `export default { test: { projects: [${config}] } }`)
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(root, `${name}.test.mjs`), `import { expect, test } from 'vitest'\n${text}`)
    return root
  }
  return { planted }
}

export const group = { name: 'some', project: 'planted', limitSeconds: 60, isSilent: true }
/** A machine that is neither slower nor quicker. */
export const usual = async () => 1
