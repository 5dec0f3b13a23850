import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { matchesGlob, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exitWith } from './exit-with.ts'

/** The packages whose pages the image builds. */
const pages = ['apps/console', 'apps/widget']

type Manifest = { name: string; dependencies?: Record<string, string>; devDependencies?: Record<string, string> }

/** Whether a .dockerignore keeps a path out of the image: the last line that matches it, or a folder of it, decides. */
export function isIgnored(path: string, dockerignore: string): boolean {
  const lines = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const parts = path.split('/')
  const withFolders = parts.map((_, i) => parts.slice(0, i + 1).join('/'))
  const last = lines.findLast((line) => withFolders.some((each) => matchesGlob(each, line.replace(/^!/, ''))))
  return last !== undefined && !last.startsWith('!')
}

/** What the stage that builds the pages copies from the repository: files and folders. */
const copiedBy = (dockerfile: string): string[] =>
  [.../ AS pages\n([\s\S]*?)^FROM /m.exec(dockerfile)![1]!.matchAll(/^COPY (.*) \S+$/gm)].flatMap(([, paths]) =>
    paths!.split(' '),
  )

/** The folders that packages lead to by what they declare, over any number of steps. */
function workspaceFoldersOf(starts: string[], manifests: Record<string, Manifest>): Set<string> {
  const folderOf = new Map(Object.entries(manifests).map(([folder, { name }]) => [name, folder]))
  const found = new Set(starts)
  for (const folder of found) {
    const { dependencies, devDependencies } = manifests[folder]!
    for (const name of Object.keys({ ...dependencies, ...devDependencies }))
      if (folderOf.has(name)) found.add(folderOf.get(name)!)
  }
  return found
}

const relativeImport = /^(?:import|export|\} from)\b(?! type\b)[^'"\n]*['"](\.[^'"?]+)/gm

/**
 * Why the image could not build the pages: a package that they lead to and that is not copied, or a file that a copied file
 * imports and that .dockerignore keeps out. `files` are those of the repository, with their texts.
 */
export function imageFaults(files: Record<string, string>): string[] {
  const manifests = Object.fromEntries(
    Object.keys(files)
      .filter((path) => /^(?:apps|packages|services)\/[^/]+\/package\.json$/.test(path))
      .map((path): [string, Manifest] => [posix.dirname(path), JSON.parse(files[path]!)]),
  )
  const copied = copiedBy(files['deploy/Dockerfile']!)
  const isThere = (path: string) =>
    copied.some((each) => path === each || path.startsWith(`${each}/`)) && !isIgnored(path, files['.dockerignore']!)
  const folders = [...workspaceFoldersOf(pages, manifests)]
  const unbuildable = folders
    .filter((folder) => !isThere(`${folder}/package.json`))
    .map((folder) => `deploy/Dockerfile or .dockerignore leaves out ${folder}/package.json, which the pages lead to`)
  const sources = Object.keys(files).filter(
    (path) => /\.tsx?$/.test(path) && folders.some((folder) => path.startsWith(`${folder}/src/`)) && isThere(path),
  )
  const missing = sources.flatMap((path) =>
    [...files[path]!.matchAll(relativeImport)]
      .map(([, name]) => posix.join(posix.dirname(path), name!))
      .filter((file) => file in files && !isThere(file))
      .map((file) => `the image lacks ${file}, which ${path} imports: see deploy/Dockerfile and .dockerignore`),
  )
  const withoutSource = folders
    .filter((folder) => isThere(`${folder}/package.json`) && !isThere(`${folder}/src`))
    .flatMap((folder) =>
      sources
        .filter((path) =>
          new RegExp(`^(?:import|export|\\} from)\\b(?! type\\b).*'${manifests[folder]!.name}['/]`, 'm').test(
            files[path]!,
          ),
        )
        .map((path) => `the image lacks ${folder}/src, which ${path} imports: see deploy/Dockerfile and .dockerignore`),
    )
  return [...unbuildable, ...withoutSource, ...missing]
}

/** What is wrong in this repository. */
export function findFaults(): string[] {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const listed = ['ls-files', '-z', '-co', '--exclude-standard', 'apps', 'packages', 'services/*/package.json']
  const paths = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  const isRead = (path: string) =>
    /package\.json$|ockerfile$|^\.dockerignore$|^(?:apps\/(?:console|widget)|packages)\/.*\.tsx?$/.test(path)
  const all = ['deploy/Dockerfile', '.dockerignore', ...paths].filter((path) => existsSync(root + path))
  return imageFaults(
    Object.fromEntries(all.map((path) => [path, isRead(path) ? readFileSync(root + path, 'utf8') : ''])),
  )
}

if (import.meta.main) exitWith(findFaults())
