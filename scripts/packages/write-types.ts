import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isolatedDeclarationSync } from 'rolldown/experimental'

/**
 * Writes the declarations of a module, and of those that its declarations name, each beside its compiled file. Only
 * relative imports may be named in them: what others install holds nothing of the workspace. Throws what is missing.
 */
export function writeTypes(entry: string, from: string, to: string, written = new Set<string>()): void {
  if (written.has(entry)) return
  written.add(entry)
  const { code, errors } = isolatedDeclarationSync(entry, readFileSync(entry, 'utf8'), { sourcemap: false })
  if (errors.length > 0) throw new Error(`${entry}: ${errors.map(({ message }) => message).join('; ')}`)
  const target = join(to, relative(from, entry).replace(/\.ts$/, '.d.ts'))
  mkdirSync(dirname(target), { recursive: true })
  const named = (path: string) => {
    if (path.startsWith('@frontdesk/')) throw new Error(`${entry} shows a type of ${path}, which is not published`)
    return /^\..*\.ts$/.test(path)
  }
  const declarations = code.replace(/(\bfrom\s+|\bimport\()(["'])([^"']+)\2/g, (all, start, quote, path) => {
    if (!named(path)) return all
    writeTypes(join(entry, '..', path), from, to, written)
    return `${start}${quote}${path.replace(/\.ts$/, '.js')}${quote}`
  })
  writeFileSync(target, declarations)
}
