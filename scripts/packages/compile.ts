import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { type Published, root } from './published.ts'

/** What went into a build: sources by their path from the root, and the packages that stay outside. */
export type Compiled = { sources: string[]; outside: Set<string> }

/** `@scope/name/deep` → `@scope/name`. */
const packageOf = (id: string) =>
  id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/')

/** Node's own modules stand under no package. */
const isBuiltIn = (id: string) => process.getBuiltinModule(id) !== undefined

/**
 * Modules that the code starts by path (worker threads): `new URL('./worker.ts', import.meta.url)` becomes a module of the
 * build as well, under the same path with `.js`.
 */
const startedByPath: Plugin = {
  name: 'modules started by path',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return
    return code.replace(/new URL\('(\.[^']+)\.ts', import\.meta\.url\)/g, (_, path) => {
      this.emitFile({ type: 'chunk', id: join(id, '..', `${path}.ts`), preserveSignature: 'allow-extension' })
      return `new URL('${path}.js', import.meta.url)`
    })
  },
}

/**
 * Compiles a package and the workspace packages that it imports into `to`. Where both formats are asked for, an entry is one
 * file; otherwise each module keeps its own, under the path of its source, so that what is read by path is where the code looks.
 */
export async function compile(one: Published, to: string, format: 'esm' | 'cjs'): Promise<Compiled> {
  const sources = new Set<string>()
  const outside = new Set<string>()
  const isOurs = (id: string) => id.startsWith('@frontdesk/') && !(id in one.renamed)
  const entries = [...Object.values(one.entries), ...Object.values(one.bin ?? {})]
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((path) => [path.replace(/^src\/|\.ts$/g, ''), join(root, one.folder, path)])),
    platform: 'node',
    external: (id, _importer, isResolved) =>
      !isResolved && !/^[./]/.test(id) && !isOurs(id) && !one.inlined.includes(packageOf(id)),
    transform: { target: 'node20' },
    plugins: [
      startedByPath,
      {
        name: 'what is in it',
        moduleParsed: ({ id }) => void sources.add(relative(root, id)),
      },
    ],
    onLog(level, log, handler) {
      if (level === 'warn') throw new Error(`${one.name}: ${log.message}`)
      handler(level, log)
    },
  })
  try {
    const { output } = await build.write({
      dir: to,
      format,
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      paths: one.renamed,
      ...(one.isDual
        ? { exports: 'named' as const }
        : { preserveModules: true, preserveModulesRoot: join(root, one.folder, 'src') }),
    })
    for (const file of output) {
      if (file.type !== 'chunk') continue
      const written = new Set(output.map(({ fileName }) => fileName))
      for (const id of [...file.imports, ...file.dynamicImports]) {
        if (!written.has(id) && !isBuiltIn(id)) outside.add(packageOf(one.renamed[id] ?? id))
      }
    }
  } finally {
    await build.close()
  }
  return { sources: [...sources].filter((path) => !path.startsWith('..')).sort(), outside }
}

/** The packages of the workspace that these sources stand in, with what each declares that it needs. */
export function declaredBy(sources: string[]): Record<string, string> {
  const folders = new Set(sources.flatMap((path) => path.match(/^(?:apps|packages|services)\/[^/]+(?=\/src\/)/) ?? []))
  const declared: Record<string, string> = {}
  for (const folder of folders) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    for (const [name, range] of Object.entries<string>(dependencies)) {
      if (range.startsWith('workspace:')) continue
      declared[name] = narrower(declared[name], range)
    }
  }
  return declared
}

/** Of two ranges of one major version the one that begins later. */
function narrower(known: string | undefined, range: string): string {
  if (known === undefined || known === range) return range
  const [one, other] = [known, range].map((each) => each.replace(/^[~^]/, '').split('.').map(Number))
  if (one![0] !== other![0]) throw new Error(`two packages want ${known} and ${range}: agree on one`)
  const isOneLater = (one![1] ?? 0) - (other![1] ?? 0) || (one![2] ?? 0) - (other![2] ?? 0)
  return isOneLater >= 0 ? known : range
}
