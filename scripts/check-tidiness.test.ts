import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { imageFaults, isIgnored } from './check-image.ts'
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

test('the image has every package that its pages lead to, and every file that they import', () => {
  const dockerfile = ['FROM a AS pages', 'COPY packages/b packages/b', 'COPY packages/c/package.json packages/c/']
  const files = {
    'deploy/Dockerfile': `${[...dockerfile, 'COPY apps/console apps/console', 'COPY apps/widget apps/widget'].join('\n')}\nFROM a\n`,
    '.dockerignore': '*\n!apps\n!packages\n**/*.test.ts\n',
    'apps/console/package.json': '{ "name": "@frontdesk/console", "devDependencies": { "@frontdesk/b": "*" } }',
    'apps/console/src/main.ts': `import { a } from './a.ts'\nimport { b } from '@frontdesk/b'\n`,
    'apps/console/src/a.ts': '',
    'apps/console/src/a.test.ts': `import { c } from '@frontdesk/c'\nimport { d } from './d.test.ts'\n`,
    'apps/widget/package.json': '{ "name": "@frontdesk/widget" }',
    'packages/b/package.json': '{ "name": "@frontdesk/b", "devDependencies": { "@frontdesk/c": "*" } }',
    'packages/b/src/b.ts': '',
    'packages/c/package.json': '{ "name": "@frontdesk/c" }',
    'packages/c/src/c.ts': '',
  }
  const without = (line: string) => files['deploy/Dockerfile'].replace(`${line}\n`, '')
  expect(imageFaults(files)).toEqual([])
  expect(imageFaults({ ...files, 'deploy/Dockerfile': without(dockerfile[1]!) })[0]).toContain(
    'packages/b/package.json',
  )
  expect(imageFaults({ ...files, 'deploy/Dockerfile': without(dockerfile[2]!) })[0]).toContain(
    'packages/c/package.json',
  )
  const ignore = `${files['.dockerignore']}**/a.ts\n`
  expect(imageFaults({ ...files, '.dockerignore': ignore })[0]).toContain('apps/console/src/a.ts')
  const main = `import { c } from '@frontdesk/c'\n`
  expect(imageFaults({ ...files, 'apps/console/src/main.ts': main })[0]).toContain('packages/c/src')
})

test('the last line of .dockerignore that matches a path or a folder of it decides', () => {
  const lines = '*\n!packages\npackages/b/*\n!packages/b/package.json\n**/dist\n'
  const paths = [
    'README.md',
    'packages/a/src/a.ts',
    'packages/b/src/b.ts',
    'packages/b/package.json',
    'packages/a/dist/a.js',
  ]
  expect(paths.filter((path) => isIgnored(path, lines))).toEqual([
    'README.md',
    'packages/b/src/b.ts',
    'packages/a/dist/a.js',
  ])
})
