import { expect, it } from 'vitest'
import { questionPart } from './question-part.ts'

it.each([
  ['I bought a kettle. Whom do I write to about an invoice?', 'en', 'Whom do I write to about an invoice?'],
  ['Jag köpte en vattenkokare i går. Vad kostar frakten till Norge?', 'sv', 'Vad kostar frakten till Norge?'],
  ['Kann ich ein Kajak mieten? Ich komme am Samstag.', 'de', 'Kann ich ein Kajak mieten?'],
])('what a message tells is no part of what it asks: %s', (message, language, part) => {
  expect(questionPart(message, language)).toBe(part)
})

it.each([
  ['Whom do I write to about an invoice?', 'a question alone'],
  ['I bought a kettle.', 'nothing is asked'],
  ['I bought a sauna towel. What does it cost?', 'the question means what was told'],
  ['I bought a sauna towel. How much?', 'the question says too little'],
])('%s: %s', (message) => {
  expect(questionPart(message, 'en')).toBeUndefined()
})
