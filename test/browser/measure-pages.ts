import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A chunk in the manifest that Vite writes: https://vite.dev/guide/backend-integration */
type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

export type PageSizes = {
  /** Scripts that a screen needs before it can be shown: the entry, its own chunk, and what they import. Gzipped bytes. */
  beforeScreen(source: RegExp): number
  /** Gzipped bytes of each chunk that is loaded later, by its source, without what it imports. */
  laterChunks: Record<string, number>
  /** Gzipped bytes of all style sheets. */
  styles: number
}

/** Sizes of a built app, as a browser that accepts gzip downloads it. */
export function measurePages(folder: string): PageSizes {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const sizeOf = (file: string) => {
    const zipped = join(folder, `${file}.gz`)
    return statSync(existsSync(zipped) ? zipped : join(folder, file)).size
  }
  const chunks = Object.entries(manifest)
  const entries = chunks.filter(([, { isEntry }]) => isEntry).map(([key]) => key)
  const withImports = (keys: string[], seen = new Set<string>()): Set<string> => {
    for (const key of keys) {
      if (seen.has(key)) continue
      seen.add(key)
      withImports(manifest[key]!.imports ?? [], seen)
    }
    return seen
  }
  const isScript = (key: string) => manifest[key]!.file.endsWith('.js')
  const bytesOf = (keys: Iterable<string>) => {
    const files = new Set([...keys].filter(isScript).map((key) => manifest[key]!.file))
    return [...files].reduce((sum, file) => sum + sizeOf(file), 0)
  }
  const first = withImports(entries)
  const later = chunks.map(([key]) => key).filter((key) => !first.has(key) && isScript(key))
  const sheets = new Set(chunks.flatMap(([, { file, css = [] }]) => [...css, ...(file.endsWith('.css') ? [file] : [])]))
  return {
    beforeScreen: (source) => bytesOf(withImports([...entries, ...later.filter((key) => source.test(key))])),
    laterChunks: Object.fromEntries(later.map((key) => [key, bytesOf([key])])),
    styles: [...sheets].reduce((sum, file) => sum + sizeOf(file), 0),
  }
}
