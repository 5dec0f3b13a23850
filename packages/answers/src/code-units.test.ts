import { expect, it } from 'vitest'
import { composeOf } from './compose-answer.ts'
import { readUnits } from './read-units.ts'

const unitsOf = (text: string, isCut?: { start: boolean; end: boolean }) =>
  readUnits(text, isCut).map(({ kind, text }) => [kind, text])

it('reads what stands between fences as one unit, its lines and signs as they are', () => {
  const text = 'Run this:\n\n```sh\ngit reset --soft HEAD~1\n  # a * comment *\n```\n\nThen go on.'
  expect(unitsOf(text)).toEqual([
    ['intro', 'Run this:'],
    ['code', 'git reset --soft HEAD~1\n  # a * comment *'],
    ['sentence', 'Then go on.'],
  ])
})

it('reads code that was cut off at an edge of its chunk', () => {
  const [begins, ends] = ['Run this:\n\n```\ngit fetch', 'git reset\n```\n\nThen go on.']
  expect(unitsOf(begins, { start: false, end: true })).toEqual([
    ['intro', 'Run this:'],
    ['code', 'git fetch'],
  ])
  expect(unitsOf(ends, { start: true, end: false })).toEqual([
    ['code', 'git reset'],
    ['sentence', 'Then go on.'],
  ])
})

it('reads code within an item as a part of it', () => {
  const text = '1. Open the file\n   ```\n   nano /etc/hosts\n     x\n   ```\n   and save it.\n2. Restart.'
  expect(unitsOf(text)).toEqual([
    ['item', '1. Open the file\nnano /etc/hosts\n  x\nand save it.'],
    ['item', '2. Restart.'],
  ])
})

it('says the code that an answer announces, line by line', () => {
  const passage = (text: string) => [{ id: '1', title: 'Git', text }]
  const code = 'git reset --soft HEAD~1\ngit commit'
  const fenced = `\`\`\`\n${code}\n\`\`\``
  const question = 'How do I undo the last commit?'
  expect(composeOf(question, passage(`To undo the last commit, run:\n\n${fenced}\n\nNothing else is needed.`))).toBe(
    `To undo the last commit, run:\n${code}`,
  )
  expect(composeOf(question, passage(`You can undo the last commit like this.\n\n${fenced}`))).toBe(
    `You can undo the last commit like this.\n${code}`,
  )
})
