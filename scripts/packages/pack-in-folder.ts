import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { published, root } from './published.ts'
import { stagePackage } from './stage-package.ts'

/**
 * `prepack` and `postpack` of the packages that are published: `before` puts what the tarball holds into the folder, beside
 * the sources, and `after` takes it away again. So `npm pack` in the folder makes the tarball that `make packages` makes.
 */
const folder = relative(root, process.cwd())
const one = published.find((each) => each.folder === folder)
if (!one) throw new Error(`${folder} is not among the packages that are published`)
const here = join(root, one.folder)
const staged = join(root, 'dist/packages', basename(one.name))
const saved = join(root, 'dist/packages', `${basename(one.name)}.saved`)
/** Of the folder itself: replaced while the tarball is written. */
const replaced = ['package.json', 'README.md']
/** Only there while the tarball is written. */
const added = ['dist', 'LICENSE', 'THIRD-PARTY-LICENSES']

function after() {
  if (!existsSync(saved)) return
  for (const name of replaced) cpSync(join(saved, name), join(here, name))
  for (const name of added) rmSync(join(here, name), { recursive: true, force: true })
  rmSync(saved, { recursive: true })
}

async function before(one: (typeof published)[number]) {
  if (process.env.npm_config_user_agent?.startsWith('pnpm')) {
    throw new Error('pnpm writes a manifest of its own into the tarball: pack it with npm, or with make packages')
  }
  // Whoever was interrupted left it changed.
  after()
  await stagePackage(one, staged)
  mkdirSync(saved, { recursive: true })
  for (const name of replaced) cpSync(join(here, name), join(saved, name))
  for (const name of [...replaced, ...added]) {
    if (existsSync(join(staged, name))) cpSync(join(staged, name), join(here, name), { recursive: true })
  }
}

if (process.argv[2] === 'after') after()
else await before(one)
