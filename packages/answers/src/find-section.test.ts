import type { FoundChunk } from '@frontdesk/contracts'
import { describe, expect, test } from 'vitest'
import { composeAnswer } from './compose-answer.ts'

const chunkOf = (text: string, more: Partial<FoundChunk> = {}): FoundChunk => ({
  ...{ sourceId: 'src_1', contentId: 'cnt_1', index: 0, version: 1, title: 'Help', text, start: 0, end: text.length },
  ...{ score: 0.5, lexical: 0.5, vector: 0 },
  ...more,
})
const ask = (question: string, ...chunks: FoundChunk[]) =>
  composeAnswer({ question, chunks, counts: { chunks: 0, words: [] }, language: 'en' })?.text

const steps = `Change your password

Open the settings.

1. Choose Password.
2. Type the new one twice.
3. Select Save.

Delete your account

Write to us. To change your password is not enough.`
const headings = ['Change your password', 'Delete your account']

describe('a question that a heading asks', () => {
  test('is answered by what stands under it, from its beginning, over all its paragraphs', () => {
    expect(ask('How do I change my password?', chunkOf(steps, { headings }))).toBe(
      'Open the settings.\n1. Choose Password.\n2. Type the new one twice.\n3. Select Save.',
    )
  })

  test('is not answered by a sentence elsewhere that repeats the question', () => {
    const pointer = 'Forgot it? If you forgot your password, see the page on passwords.'
    const answer = 'I forgot my password\n\nYou can’t recover it, but an admin can send you a link.'
    const chunks = [
      chunkOf(pointer, { contentId: 'cnt_2' }),
      chunkOf(answer, { lexical: 0.45, headings: ['I forgot my password'] }),
    ]
    expect(ask('I forgot my password', ...chunks)).toBe('You can’t recover it, but an admin can send you a link.')
  })

  test('is answered by the sentence that holds the price, or what the heading lacks', () => {
    const text = 'Shipping\n\nWe pack with care. Shipping to Norway costs 99 kronor. Parcels are tracked.'
    const chunk = chunkOf(text, { headings: ['Shipping'] })
    expect(ask('How much is shipping?', chunk)).toMatch(
      /^(?:We pack with care\. )?Shipping to Norway costs 99 kronor\./,
    )
    expect(ask('Is shipping to Norway tracked?', chunk)).toContain('costs 99')
  })

  test('is found by a number in front, and by several sentences of a heading', () => {
    const heading = '1.5. I have a cluster of machines. How do I find out which release they run?'
    const text = `${heading}\n\nLook into the file with the version.\n\n1.6. Another one?\n\nNo.`
    const chunk = chunkOf(text, { headings: [heading, '1.6. Another one?'] })
    expect(ask('I have a cluster of machines. How do I find out which release they run?', chunk)).toBe(
      'Look into the file with the version.',
    )
  })

  test('may be asked by the title of a source', () => {
    const chunk = chunkOf('Open the app.\n\nSelect Leave twice. Wait for a mail.', {
      title: 'How to cancel a subscription',
    })
    expect(ask('How can I cancel my subscription?', chunk)).toBe('Open the app. Select Leave twice. Wait for a mail.')
  })

  test('of a title is not answered by the beginning where another sentence of the source says more of it', () => {
    const beginning = 'Nothing of note.\n\n'.repeat(60)
    const more = { title: 'Parking' }
    const [first, later] = [chunkOf(beginning, more), 'Parking costs 12 euros a day.\n\nMore.']
    expect(ask('What does parking cost?', chunkOf(beginning + later, more))).toBe('Parking costs 12 euros a day.')
    const apart = chunkOf(later, { ...more, index: 9, start: 9_000, end: 9_000 + later.length })
    expect(ask('What does parking cost?', first, apart)).toBe('Parking costs 12 euros a day.')
    const other = { ...apart, sourceId: 'src_2', contentId: 'cnt_2', title: 'Boats', text: 'We cost parking lots.' }
    expect(ask('What does parking cost?', first, other)).toMatch(/^Nothing of note\./)
  })

  test('without known headings is answered by the paragraph under it', () => {
    const text = 'Can I bring a dog?\n\nNo. Dogs stay outside.\n\nOpen every day.'
    expect(ask('Can I bring my dog?', chunkOf(text))).toBe('No. Dogs stay outside.')
  })

  test('is answered by some 900 characters, and never ends with what announces more', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `Sentence number ${i} says a little more of it.`)
    const text = `Set up the printer\n\n${lines.slice(0, 17).join(' ')} Do the following:\n\n${lines.join(' ')}`
    const answer = ask('How do I set up the printer?', chunkOf(text, { headings: ['Set up the printer'] }))!
    expect(answer.length).toBeLessThanOrEqual(1_000)
    expect(answer.length).toBeGreaterThan(600)
    expect(answer).not.toMatch(/:$/)
    expect(answer.startsWith('Sentence number 0')).toBe(true)
  })
})

test('a short line that begins with a sign is no heading', () => {
  const text = 'List the modules\n\nUse the switch:\n\n$ cpan -l\n\nIt prints them all.'
  expect(ask('How do I list the modules?', chunkOf(text, { headings: ['List the modules'] }))).toBe(
    'Use the switch: $ cpan -l It prints them all.',
  )
})
