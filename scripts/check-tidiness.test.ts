import { expect, test } from 'vitest'
import { faultsOfFile } from './check-tidiness.ts'

const faults = (path: string, lines = 10) => faultsOfFile(path, () => 'line\n'.repeat(lines))

test('what is generated is not tracked', () => {
  for (const path of ['packages/cli/dist/main.js', 'data/main.db', 'coverage/index.html', 'npm-debug.log']) {
    expect(faults(path), path).toHaveLength(1)
  }
  expect(faults('packages/cli/demo/returns.md')).toEqual([])
})

test('tests are named for what they test, with .test.ts', () => {
  for (const path of ['packages/bus/src/sqlite.spec.ts', 'packages/bus/__tests__/a.ts', 'test/faults/kill.test.js']) {
    expect(faults(path), path).toHaveLength(1)
  }
  expect(faults('test/scenarios/ask-a-question.test.ts')).toEqual([])
})

test('files have names that say something, in kebab-case', () => {
  for (const path of [
    'services/chat/src/utils.ts',
    'services/chat/src/common.test.ts',
    'packages/bus/src/inProcess.ts',
  ]) {
    expect(faults(path), path).toHaveLength(1)
  }
  expect(faults('packages/service/src/define.test-d.ts')).toEqual([])
})

test('long files are reported, tests later than code', () => {
  expect(faults('services/chat/src/service.ts', 331)).toHaveLength(1)
  expect(faults('services/chat/src/service.ts', 330)).toEqual([])
  expect(faults('services/chat/src/service.test.ts', 530)).toEqual([])
  expect(faults('services/chat/src/service.test.ts', 531)).toHaveLength(1)
})
