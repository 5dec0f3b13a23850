import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { faultsOfDecisions, faultsOfFile, faultsOfVersions } from './check-tidiness.ts'

const faults = (path: string, lines = 10) => faultsOfFile(path, () => 'line\n'.repeat(lines))

test('what is generated is not tracked', () => {
  for (const path of ['apps/frontdesk/dist/main.js', 'data/main.db', 'coverage/index.html', 'npm-debug.log']) {
    expect(faults(path), path).toHaveLength(1)
  }
  expect(faults('apps/frontdesk/demo/returns.md')).toEqual([])
})

test('tests are named for what they test, with .test.ts', () => {
  for (const path of ['packages/bus/src/sqlite.spec.ts', 'packages/bus/__tests__/a.ts', 'test/faults/kill.test.js']) {
    expect(faults(path), path).toHaveLength(1)
  }
  expect(faults('apps/console/src/thread.spec.tsx')).toHaveLength(1)
  expect(faults('test/scenarios/ask-a-question.test.ts')).toEqual([])
  expect(faults('apps/console/src/components/thread/thread.test.tsx')).toEqual([])
})

test('files have names that say something, in kebab-case', () => {
  for (const path of [
    'services/chat/src/utils.ts',
    'services/chat/src/common.test.ts',
    'packages/bus/src/inProcess.ts',
    'apps/console/src/SourceTable.tsx',
  ]) {
    expect(faults(path), path).toHaveLength(1)
  }
  expect(faults('packages/service/src/define.test-d.ts')).toEqual([])
})

test('long files are reported, tests later than code', () => {
  expect(faults('services/chat/src/service.ts', 331)).toHaveLength(1)
  expect(faults('apps/console/src/main.tsx', 331)).toHaveLength(1)
  expect(faults('apps/console/src/main.test.tsx', 331)).toEqual([])
  expect(faults('services/chat/src/service.ts', 330)).toEqual([])
  expect(faults('services/chat/src/service.test.ts', 530)).toEqual([])
  expect(faults('services/chat/src/service.test.ts', 531)).toHaveLength(1)
})

test('every manifest has the version of the release', () => {
  expect(faultsOfVersions(fileURLToPath(new URL('..', import.meta.url)))).toEqual([])
  const root = mkdtempSync(join(tmpdir(), 'versions-'))
  const write = (folder: string, version: string) => {
    mkdirSync(join(root, folder), { recursive: true })
    writeFileSync(join(root, folder, 'package.json'), JSON.stringify({ version }))
  }
  write('', '1.2.0')
  write('apps/all', '1.2.0')
  write('packages/one', '1.2.0')
  write('services/two', '1.1.0')
  expect(faultsOfVersions(root)).toEqual([
    expect.stringMatching(/^services\/two\/package\.json has the version 1\.1\.0/),
  ])
  rmSync(root, { recursive: true })
})

test('every decision has a number of its own', () => {
  expect(faultsOfDecisions(['0001-one.md', '0002-two.md'])).toEqual([])
  expect(faultsOfDecisions(['0001-one.md', '0001-other.md'])).toEqual([
    'docs/decisions/0001-other.md has the number of 0001-one.md',
  ])
})
