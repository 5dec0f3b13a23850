import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { leaveOut, report } from './figures/report.ts'

const modules = join(import.meta.dirname, '../../node_modules')
const shown = 10

/** Megabytes of 2^20 bytes on disk of each folder; a file with several names counts once, in the first. */
function sizesOf(folders: string[]): number[] {
  const lines = execFileSync('du', ['-sk', ...folders], { encoding: 'utf8', maxBuffer: 2 ** 24 })
    .trim()
    .split('\n')
  return lines.map((line) => Number.parseInt(line, 10) / 1024)
}

/** How much `make setup` installs on this machine, and which packages are the largest. */
export async function bench(): Promise<void> {
  if (process.platform === 'win32') return leaveOut('all of it', 'Windows has no du')
  const store = join(modules, '.pnpm')
  if (!existsSync(store)) return leaveOut('all of it', `there is no ${store}: pnpm did not install it`)
  const packages = readdirSync(store).filter((name) => name.includes('@'))
  const sizes = sizesOf(packages.map((name) => join(store, name)))
  const [total] = sizesOf([modules])
  report('installed: node_modules', total!, 'MB', { most: 450 })
  console.log(`${packages.length} packages, ${Math.round(total!)} MB (aim: at most 450); the ${shown} largest:`)
  console.table(
    packages
      .map((name, i) => ({ package: name, MB: Math.round(sizes[i]!) }))
      .toSorted((a, b) => b.MB - a.MB)
      .slice(0, shown),
  )
}

if (import.meta.main) await bench()
