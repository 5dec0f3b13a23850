import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { published, root } from './packages/published.ts'
import { stagePackage } from './packages/stage-package.ts'

/** `make packages`: writes the tarball of every package that others install into dist/packages, and names each. */
const folder = join(root, 'dist/packages')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const one of published) {
  const staged = join(folder, basename(one.name))
  await stagePackage(one, staged)
  const [tarball] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: staged,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  const kilobytes = Math.ceil(tarball.size / 1_000)
  console.log(`dist/packages/${tarball.filename}  ${tarball.entryCount} files, ${kilobytes} kB`)
}
