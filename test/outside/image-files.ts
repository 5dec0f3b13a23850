import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** What only tests, benchmarks and their data are named; `examples` of a topic are what the policy engine matches against. */
const notForProduction =
  /(?:^|\/)(?:test|tests|fixtures?|fakes|conformance|bench|datasets?)(?:\/|\.|$)|\.test\.|\.test-d\.|-for-test\.|\btest-|-test-|\bfake-|held-out|\bdev\.txt$/
const testTools = /^(?:vitest|fast-check|node:test|@frontdesk\/testing)(?:\/|$)/
// Types are gone when it runs.
const importOf =
  /(?:^|[;\n}])\s*(?:import|export)\b(?!\s+type\b)[^'"`;]*?\bfrom\s*['"]([^'"\s]+)['"]|\bimport\s*['"]([^'"\s]+)['"]|\bimport\(\s*['"]([^'"\s]+)['"]\s*\)|\bnew URL\(\s*['"](\.{1,2}\/[^'"\s]+)['"],\s*import\.meta/g

/** A package's module that a source file of the image imports. */
export type Import = { file: string; name: string }

/** What a folder with the image's own files has that it should not have, or lacks; and every package that they import. */
export function inspectFiles(root: string): { unwanted: string[]; missing: string[]; imports: Import[] } {
  const files = globSync('**/*', { cwd: root, withFileTypes: true, exclude: ['**/node_modules'] })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  const unwanted = files.filter((file) => notForProduction.test(file))
  const missing: string[] = []
  const imports = new Map<string, Import>()
  const packageOf = (file: string) => file.split('/', 2).join('/')
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    for (const [, ...names] of readFileSync(join(root, file), 'utf8').matchAll(importOf)) {
      const name = names.find((each) => each !== undefined)!
      if (testTools.test(name)) unwanted.push(`${file} imports ${name}`)
      if (!name.startsWith('.')) imports.set(`${packageOf(file)} ${name}`, { file, name })
      else if (!existsSync(resolve(root, dirname(file), name))) missing.push(`${file} imports ${name}`)
    }
  }
  return { unwanted, missing, imports: [...imports.values()] }
}

/**
 * A program for Node in the image: takes imports as JSON in its argument, loads each of them, and prints those that can't be
 * loaded. Needs `--experimental-import-meta-resolve`.
 */
export const findLostImports = `
  import { pathToFileURL } from 'node:url'
  const lost = []
  for (const { file, name } of JSON.parse(process.argv[1])) {
    try {
      const url = import.meta.resolve(name, pathToFileURL('/app/' + file))
      await import(url, url.endsWith('.json') ? { with: { type: 'json' } } : {})
    } catch (error) {
      lost.push(file + ' imports ' + name + ': ' + error.message)
    }
  }
  console.log(JSON.stringify(lost))
  process.exit()
`
