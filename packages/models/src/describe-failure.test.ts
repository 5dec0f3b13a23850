import { expect, it } from 'vitest'
import { describeFailure, strikeKey } from './describe-failure.ts'

it.each([
  ['k', 'Incorrect API key provided: k. Ask k!', 'Incorrect API key provided: [key]. Ask [key]!'],
  ['ollama', 'http://ollama/v1: ollama, ollama2', 'http://[key]/v1: [key], ollama2'],
  ['sk-long-enough', 'Basic xsk-long-enoughx', 'Basic x[key]x'],
  ['', 'as it is', 'as it is'],
  ['$&', 'a $& b', 'a [key] b'],
])('strikes out the key %j, and of a short one nothing that is a part of words', (key, text, struck) => {
  expect(strikeKey(text, key)).toBe(struck)
})

it('leaves the log readable where the key is a single letter', () => {
  const { cause } = describeFailure(new Error('packages break'), 'answer', 'k')
  expect(String((cause as Error).message)).toContain('packages break')
})
