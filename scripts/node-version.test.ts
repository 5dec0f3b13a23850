import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-node-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Makes this Node say that it is another version. */
function pretend(version: string): string {
  const path = join(folder, `is-${version}.mjs`)
  writeFileSync(
    path,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
  )
  return path
}

test.each(['18.20.0', '20.20.2', '23.11.1'])(
  'on Node %s the command says in one line which Node it needs',
  (version) => {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      ['--import', pretend(version), 'apps/frontdesk/src/command.ts', 'version'],
      { cwd: root, encoding: 'utf8' },
    )
    expect({ status, stderr, stdout }).toEqual({
      status: 1,
      stderr: `frontdesk: needs Node 24 or newer, and this is Node ${version}.\n`,
      stdout: '',
    })
  },
)

test('the command imports nothing before it has looked at the version, and otherwise does what it is asked', () => {
  expect(readFileSync(join(root, 'apps/frontdesk/src/command.ts'), 'utf8')).not.toMatch(/^\s*import\s/m)
  const command = ['apps/frontdesk/src/command.ts', 'version']
  expect(spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
})

test('deploy/run says the same of the node that it finds', () => {
  const node = join(folder, 'node')
  const env = { ...process.env, PATH: `${folder}:/usr/bin:/bin`, ENCRYPTION_KEY: 'a' }
  const run = (version: string) => {
    writeFileSync(node, `#!/bin/sh\n[ "$1" = -v ] && echo ${version}\n`)
    chmodSync(node, 0o755)
    return spawnSync('sh', ['deploy/run', 'version'], { cwd: root, env, encoding: 'utf8' })
  }
  for (const version of ['v18.20.0', 'v20.20.2', 'v23.11.1'])
    expect(run(version)).toMatchObject({
      status: 1,
      stderr: `frontdesk: needs Node 24 or newer, and the node of the PATH is ${version}.\n`,
    })
  for (const version of ['v24.0.0', 'v25.1.0', 'v30.0.0']) expect(run(version).stderr).toBe('')
})
