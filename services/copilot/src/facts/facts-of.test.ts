import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareTranslation, factsOf, untraceable } from './facts-of.ts'

const source = factsOf(
  'Hello! I am Anna Berg, and my order KX-200 of 1,299 kr has not come. I paid on 3 March. See https://shop.example/o/17.\n' +
    'The parcel left Gothenburg on Monday and takes two to five working days.',
)

describe('what a text says that stands nowhere', () => {
  it.each([
    'The customer Anna Berg waits for order KX-200.',
    "Anna's order of 1 299 kr was paid on March 3.",
    'It takes 2 to 5 working days and left Gothenburg on Monday.',
    'Order KX-200 is described at https://shop.example/o/17.',
    'Kunden Anna Berg väntar på order KX-200, som lämnade Göteborg i måndags.',
    'Parcels take two days.',
  ])('nothing in: %s', (text) => expect(untraceable(text, source)).toEqual([]))

  it.each([
    ['The order cost 1,399 kr.', ['1,399']],
    ['The customer Anna Holm waits.', ['Holm']],
    ['Erik waits for order KX-200.', ['Erik']],
    ['The parcel comes on Tuesday.', ['Tuesday']],
    ['It was paid on 3 April.', ['April']],
    ['The customer was sent to https://shop.example/o/18.', ['https://shop.example/o/18']],
    ['It takes seven days.', ['7']],
    ['The code is KX-2000.', ['KX-2000']],
    ['See https://shop.example/o/1.', ['https://shop.example/o/1']],
    ['The code is KX-201.', ['KX-201']],
    ['The customer wrote to help@shop.example.', ['help@shop.example']],
  ])('a fact in: %s', (text, facts) => expect(untraceable(text, source)).toEqual(facts))

  it('nothing in a sentence of the texts themselves', () => {
    const sentence = fc.array(
      fc.constantFrom('Anna', 'order', 'KX-200', '1 299', 'kr', 'Monday', '3.5', 'a@b.example', 'GDPR'),
    )
    fc.assert(
      fc.property(sentence, (said) => {
        const text = `We said ${said.join(' ')} then.`
        expect(untraceable(text, factsOf(text))).toEqual([])
      }),
      { numRuns: runs(100) },
    )
  })
})

describe('a translation', () => {
  const swedish =
    'Hej Anna, din order KX-200 på 1 299,50 kr kommer på måndag kl. 14.30. Läs mer på https://shop.example/o/17.'

  it('keeps names, numbers and links, however the other language writes them', () => {
    const english =
      'Hi Anna, your order KX-200 of 1,299.50 kr arrives on Monday at 14:30. Read more at https://shop.example/o/17.'
    expect(compareTranslation(swedish, english)).toEqual({ lost: [], added: [] })
    expect(compareTranslation(english, swedish)).toEqual({ lost: [], added: [] })
    expect(compareTranslation('Jag väntade tre dagar i Göteborg.', 'I waited 3 days in Gothenburg.')).toEqual({
      lost: [],
      added: [],
    })
  })

  it('is caught when it loses or makes up one', () => {
    const english =
      'Hi Anne, your order KX-200 of 1,399.50 kr arrives at 14:30. Read more at https://shop.example/o/71.'
    const { lost, added } = compareTranslation(swedish, english)
    expect(lost).toEqual(['https://shop.example/o/17', '1 299,50', 'Anna'])
    expect(added).toEqual(['https://shop.example/o/71', '1,399.50'])
  })

  it('is caught when it makes a code or a link longer or shorter', () => {
    expect(compareTranslation('Koden är KX-200.', 'The code is KX-2000.')).toEqual({
      lost: ['KX-200'],
      added: ['KX-2000'],
    })
    expect(compareTranslation('Se https://a.example/o/17', 'See https://a.example/o').lost).toEqual([
      'https://a.example/o/17',
    ])
  })

  it('keeps a mask as it is', () => {
    expect(compareTranslation('Skriv till b*@e*********.', 'Write to b*@e*********.')).toEqual({ lost: [], added: [] })
    expect(compareTranslation('Skriv till b*@e*********.', 'Write to bo@example.se.').lost).toEqual(['b*@e*********'])
  })
})
