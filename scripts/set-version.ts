import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Every manifest of the repository, by its path from the root; the root's is the first. */
export function manifestsOf(root: string): string[] {
  const folders = ['apps', 'packages', 'services'].flatMap((kind) =>
    readdirSync(`${root}/${kind}`).map((name) => `${kind}/${name}`),
  )
  return ['package.json', ...folders.map((folder) => `${folder}/package.json`)]
}

/** `node scripts/set-version.ts 1.2.3`: the version of the next release, in every manifest. */
if (import.meta.main) {
  const version = process.argv[2] ?? ''
  if (!/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(version)) throw new Error('Give a version, such as 1.2.3.')
  const root = fileURLToPath(new URL('..', import.meta.url))
  for (const path of manifestsOf(root)) {
    const text = readFileSync(`${root}/${path}`, 'utf8')
    writeFileSync(`${root}/${path}`, text.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`))
  }
}
