import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shareNothing } from '../testing/share-nothing.ts'
import { startFrontdesk } from './start-frontdesk.ts'

test('two embedded Frontdesks share nothing', () => shareNothing({}))

test('servers that do not answer are said, and nothing is left behind', async () => {
  const nowhere = {
    natsUrl: 'nats://127.0.0.1:1',
    mongodbUrl: 'mongodb://127.0.0.1:1/?directConnection=true',
    elasticsearchUrl: 'http://127.0.0.1:1',
  }
  await expect(startFrontdesk({ servers: nowhere })).rejects.toMatchObject({ code: 'unavailable' })
})

test('the example of the README is the one that runs here', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  expect(read('../README.md')).toContain(`\`\`\`ts\n${read('example.test.ts')}\`\`\``)
})

test("the example's hook has more time than what it waits for, so that vitest's limit of 10 s does not end it", () => {
  const text = readFileSync(new URL('example.test.ts', import.meta.url), 'utf8')
  const [, wait, limit] =
    text.match(/\}, ([\d_]+)\)\n\}, ([\d_]+)\)/)?.map((part) => Number(part.replaceAll('_', ''))) ?? []
  expect(wait).toBeGreaterThan(0)
  expect(limit).toBeGreaterThanOrEqual(wait! + 10_000)
})
