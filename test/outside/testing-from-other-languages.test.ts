import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFrontdesk } from '@frontdesk/testing'
import { afterAll, expect, test } from 'vitest'
import { runToEnd } from './install-packages.ts'
import { findTool, hasCommand } from './outside-tools.ts'

const page = readFileSync(new URL('../../docs/testing-from-other-languages.md', import.meta.url), 'utf8')
const programIn = (language: string) => page.match(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms'))![1]!
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-page-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the Python of the page fits its library, and its test passes', async (ctx) => {
  const python = findTool('testcontainers-python-4.14.2/bin/python')
  if (!python) return ctx.skip('no testcontainers for Python: run scripts/install-outside-tools')
  const program = programIn('python')
  writeFileSync(join(folder, 'test_handbook.py'), program)
  // Shows that the checker knows the library.
  writeFileSync(join(folder, 'mistaken.py'), program.replace('.for_status_code(', '.for_status('))
  const check = (file: string) => runToEnd(python, ['-m', 'mypy', '--follow-untyped-imports', file], folder)
  expect(await check('test_handbook.py')).toContain('no issues found')
  await expect(check('mistaken.py')).rejects.toThrow('for_status')
  const frontdesk = await startFrontdesk()
  try {
    const run = `import sys, test_handbook; test_handbook.test_our_handbook_answers(sys.argv[1])`
    await runToEnd(python, ['-c', run, frontdesk.url], folder)
  } finally {
    await frontdesk.stop()
  }
})

test('the Java of the page compiles against its library', async (ctx) => {
  const library = findTool('testcontainers-java-1.21.4/lib')
  if (!library || !hasCommand('javac', '-version')) {
    return ctx.skip('no testcontainers for Java: run scripts/install-outside-tools')
  }
  writeFileSync(join(folder, 'HandbookTest.java'), programIn('java'))
  await runToEnd('javac', ['-Werror', '-cp', `${library}/*`, '-d', join(folder, 'out'), 'HandbookTest.java'], folder)
})
