import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where `make setup` builds the chat widget. */
const builtWidget = fileURLToPath(new URL('../../apps/widget/dist', import.meta.url))

/** Why there is no widget to test; undefined when there is one. */
export const noWidget = existsSync(join(builtWidget, 'widget.js'))
  ? undefined
  : 'the chat widget (not built: make setup)'

/** Gzipped bytes of the built file whose name matches. */
export function gzippedBytes(name: RegExp): number {
  const all = ['widget.js', ...readdirSync(join(builtWidget, 'assets')).map((each) => `assets/${each}`)]
  const file = all.find((each) => name.test(each))
  if (!file) throw new Error(`the widget has no file ${name}`)
  return statSync(join(builtWidget, `${file}.gz`)).size
}

/** The loader, as it is built. */
export const loaderSource = () => readFileSync(join(builtWidget, 'widget.js'), 'utf8')
