#!/usr/bin/env node
// Nothing is imported before this: an older Node would report a name that it does not know, and not that it is too old.
const needed = 24
if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(`frontdesk: needs Node ${needed} or newer, and this is Node ${process.versions.node}.\n`)
  process.exit(1)
}
await import('./main.ts')

export {}
