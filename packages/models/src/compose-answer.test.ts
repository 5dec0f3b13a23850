import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeAnswer } from './compose-answer.ts'

const passage = (text: string, id = 'p') => ({ id, title: 'A title', text })

describe('composeAnswer', () => {
  it('chooses the sentence that answers, in English', () => {
    const text =
      'Our shop opened in 1998. Orders are shipped from Gothenburg. A refund reaches your account within 5 banking days. We love coffee.'
    expect(composeAnswer({ question: 'When do I get my refund?', passages: [passage(text)] })[0]).toBe(
      'A refund reaches your account within 5 banking days.',
    )
  })

  it('chooses the sentence that answers, in Swedish, whatever the ending of the word', () => {
    const text = 'Vi finns i Malmö. Frakten kostar 49 kronor för paket under 2 kg. Retur är gratis i 30 dagar.'
    expect(composeAnswer({ question: 'Vad kostar frakt?', passages: [passage(text)] })[0]).toBe(
      'Frakten kostar 49 kronor för paket under 2 kg.',
    )
  })

  it('gives a short record of a table whole: the value with what it is the value of', () => {
    const text = 'Product: Desk lamp\nPrice: 649\nColour: Sand\n\nProduct: Floor lamp\nPrice: 1890\nColour: Brass'
    expect(composeAnswer({ question: 'What does the floor lamp cost?', passages: [passage(text)] })).toContain(
      'Product: Floor lamp\nPrice: 1890\nColour: Brass',
    )
  })

  it('answers with what stands under a question or heading, not with the question', () => {
    const text = 'Do you ship to Norway?\nYes, for 99 SEK.\n\nOpening hours\nEvery weekday from nine to five.'
    expect(composeAnswer({ question: 'do you ship to norway', passages: [passage(text)] })).toEqual([
      'Yes, for 99 SEK.',
    ])
    expect(composeAnswer({ question: 'what are your opening hours', passages: [passage(text)] })).toEqual([
      'Every weekday from nine to five.',
    ])
  })

  it('takes a line of a table or list for what it is', () => {
    const text = 'Opening hours\nMonday: 9–17\nSaturday: 10–14\nSunday: closed'
    expect(composeAnswer({ question: 'When are you open on Saturday?', passages: [passage(text)] }).join()).toContain(
      '10–14',
    )
  })

  it('brings the sentence that a pronoun points to', () => {
    const text = 'The premium plan has a trial. It lasts 14 days without payment. Cats are nice.'
    expect(composeAnswer({ question: 'How many days without payment?', passages: [passage(text)] })).toEqual([
      'The premium plan has a trial.',
      'It lasts 14 days without payment.',
    ])
  })

  it('says the same thing once', () => {
    const text = 'Delivery takes three working days.'
    const passages = [passage(text, 'a'), passage(`${text} Unrelated words here.`, 'b')]
    expect(composeAnswer({ question: 'How long does delivery take?', passages })).toEqual([text])
  })

  it('is never more than three sentences, each word for word of one passage, those of one passage in reading order', () => {
    const word = fc.constantFrom(
      'refund',
      'delivery',
      'days',
      'takes',
      'we',
      'card',
      '14',
      'återbetalning',
      'frakt',
      '🧡',
    )
    const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `The ${words.join(' ')}.`)
    const text = fc.array(sentence, { maxLength: 8 }).map((sentences) => sentences.join(' '))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), fc.array(word, { maxLength: 5 }), (texts, question) => {
        const passages = texts.map((each, i) => passage(each, String(i)))
        const answer = composeAnswer({ question: question.join(' '), passages })
        expect(answer.length).toBeLessThanOrEqual(3)
        expect(answer.length > 0).toBe(texts.some((each) => each !== ''))
        for (const each of answer) expect(texts.some((source) => source.includes(each))).toBe(true)
        expect(new Set(answer).size).toBe(answer.length)
      }),
    )
  })
})

it('answers with a passage of one line, which is no heading of anything', () => {
  const passages = ['Sunrise pass: 450 kronor', 'A sunrising habit of many.'].map((text, i) => ({
    id: `${i}`,
    title: 'T',
    text,
  }))
  expect(composeAnswer({ question: 'What is a sunrise pass?', passages })[0]).toBe('Sunrise pass: 450 kronor')
  const names = ['Habibi', 'Pellentesque habitant morbi tristique senectus.'].map((text, i) => ({
    id: `${i}`,
    title: 'T',
    text,
  }))
  expect(composeAnswer({ question: 'What is habibi?', passages: names })[0]).toBe('Habibi')
})
