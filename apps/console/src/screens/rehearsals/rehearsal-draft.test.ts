import { expect, test } from 'vitest'
import { inputOf, noChange } from './rehearsal-draft.ts'

test('a form in which nothing is changed stands for nothing', () => {
  expect(inputOf(noChange)).toBeUndefined()
  expect(inputOf({ ...noChange, name: 'Nothing', sourceId: 'src_1', text: '  ' })).toBeUndefined()
  expect(inputOf({ ...noChange, sourceId: 'src_1', kind: 'version' })).toBeUndefined()
})

test('only what is changed is tried', () => {
  const questions = 50
  expect(inputOf({ ...noChange, threshold: '0.5' })).toEqual({ questions, settings: { escalationThreshold: 0.5 } })
  expect(inputOf({ ...noChange, languages: ' en, sv ' })).toEqual({ questions, settings: { languages: ['en', 'sv'] } })
  const source = { sourceId: 'src_1', text: 'New', version: '2' }
  expect(inputOf({ ...noChange, ...source })).toEqual({ questions, source: { sourceId: 'src_1', text: 'New' } })
  expect(inputOf({ ...noChange, ...source, kind: 'version' })).toEqual({
    questions,
    source: { sourceId: 'src_1', version: 2 },
  })
  // Without any policy is a change, too.
  expect(inputOf({ ...noChange, questions: '9', policies: [] })).toEqual({ questions: 9, policies: [] })
})
