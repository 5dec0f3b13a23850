import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'

/** `make bench`: the benchmarks of test/bench, each in a process of its own so that none warms another's caches. */
const folder = fileURLToPath(new URL('../test/bench/', import.meta.url))
const all = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort()
const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !all.includes(name))
if (unknown.length > 0 || all.length === 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${all.join(', ') || 'none yet'}`)
  process.exit(2)
}

const failed: string[] = []
for (const name of chosen.length > 0 ? chosen : all) {
  console.log(styleText('bold', `\n${name}`))
  const run = [
    `const { bench } = await import(${JSON.stringify(`${folder}${name}.ts`)})`,
    `if (typeof bench !== 'function') throw new Error('test/bench/${name}.ts exports no bench()')`,
    'await bench()',
  ].join('\n')
  const { status } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', run], {
    stdio: 'inherit',
  })
  if (status !== 0) failed.push(name)
}
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.join(', ')}`)
  process.exit(1)
}
