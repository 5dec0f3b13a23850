import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { buildPages } from '../build-pages.ts'
import { compile, declaredBy } from './compile.ts'
import { type Published, root } from './published.ts'
import { writeTypes } from './write-types.ts'

/** The version of everything that is published: it stands in the root's package.json alone. */
const version: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

/** Where the compiled module of a source is. */
const compiledPath = (folder: string, source: string) => `./dist/${folder}/${source.replace(/^src\/|\.ts$/g, '')}`

const conditions = (folder: string, source: string) => ({
  types: `${compiledPath(folder, source)}.d.ts`,
  default: `${compiledPath(folder, source)}.js`,
})

function manifestOf(one: Published, dependencies: Record<string, string>) {
  const optional = Object.fromEntries(one.optionalPeers.map((name) => [name, { optional: true }]))
  const { peerDependencies } = JSON.parse(readFileSync(join(root, one.folder, 'package.json'), 'utf8'))
  const exported = Object.entries(one.entries).map(([name, source]) => [
    name,
    one.isDual ? { import: conditions('esm', source), require: conditions('cjs', source) } : conditions('esm', source),
  ])
  const main = one.isDual && one.entries['.'] && compiledPath('cjs', one.entries['.'])
  return {
    name: one.name,
    version,
    description: one.description,
    keywords: one.keywords,
    license: 'Apache-2.0',
    type: 'module',
    engines: { node: one.node },
    ...(one.sideEffects === false && { sideEffects: false }),
    ...(one.bin && {
      bin: Object.fromEntries(Object.entries(one.bin).map(([name, path]) => [name, `${compiledPath('esm', path)}.js`])),
    }),
    ...(main && { main: `${main}.js`, types: `${main}.d.ts` }),
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    files: ['dist', ...(one.inlined.length > 0 ? ['THIRD-PARTY-LICENSES'] : [])],
    publishConfig: { access: 'public' },
    ...(Object.keys(dependencies).length > 0 && { dependencies }),
    ...(one.optionalPeers.length > 0 && { peerDependencies, peerDependenciesMeta: optional }),
  }
}

/** The compiled modules need these, in the ranges that the workspace declares. Throws for one that nobody declares. */
function dependenciesOf(one: Published, sources: string[], outside: Set<string>): Record<string, string> {
  const declared = declaredBy(sources)
  const inside = new Set([...one.inlined, ...one.optionalPeers])
  for (const name of Object.values(one.renamed)) declared[name.split('/')[0]!] = version
  const missing = [...outside].filter((name) => !(name in declared) && !inside.has(name))
  if (missing.length > 0) throw new Error(`${one.name} imports ${missing.join(', ')}, which no package of it declares`)
  return Object.fromEntries(
    Object.entries(declared)
      .filter(([name]) => !inside.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Links to files of the repository lead nowhere from a package: their text stays, and the path in the repository. */
const withoutLocalLinks = (text: string) =>
  text.replace(/\[([^\]]+)\]\((?:\.\.\/)+([^)]+)\)/g, (_, shown, path) => `${shown} (\`${path}\` of the repository)`)

function licencesOf(one: Published): string {
  const found = createRequire(join(root, one.folder, 'package.json'))
  return one.inlined
    .map((name) => {
      const folder = dirname(found.resolve(`${name}/package.json`))
      const [file] = globSync('LICEN[CS]E*', { cwd: folder })
      return `${name}\n\n${readFileSync(join(folder, file!), 'utf8')}`
    })
    .join('\n\n')
}

/** Writes what a package's tarball holds into an empty folder. */
export async function stagePackage(one: Published, to: string): Promise<void> {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const source = join(root, one.folder)
  const formats = one.isDual ? (['esm', 'cjs'] as const) : (['esm'] as const)
  const sources = new Set<string>()
  const outside = new Set<string>()
  for (const format of formats) {
    const compiled = await compile(one, join(to, 'dist', format), format)
    for (const path of compiled.sources) sources.add(path)
    for (const name of compiled.outside) outside.add(name)
    for (const entry of Object.values(one.entries)) {
      writeTypes(join(source, entry), join(source, 'src'), join(to, 'dist', format))
    }
  }
  if (one.isDual) writeFileSync(join(to, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n')
  const manifest = manifestOf(one, dependenciesOf(one, [...sources], outside))
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(to, 'README.md'), withoutLocalLinks(readFileSync(join(source, 'README.md'), 'utf8')))
  for (const folder of one.data) cpSync(join(source, folder), join(to, 'dist', folder), { recursive: true })
  for (const app of one.pages) {
    await buildPages(root, app)
    const filter = (path: string) => !['.hash', '.vite'].includes(basename(path))
    for (const format of formats)
      cpSync(join(root, app, 'dist'), join(to, 'dist', format, app, 'dist'), { recursive: true, filter })
  }
  if (one.inlined.length > 0) writeFileSync(join(to, 'THIRD-PARTY-LICENSES'), licencesOf(one))
  if (existsSync(join(root, 'LICENSE'))) cpSync(join(root, 'LICENSE'), join(to, 'LICENSE'))
}
