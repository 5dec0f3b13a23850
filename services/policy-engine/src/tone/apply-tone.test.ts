import { slowdown } from '@frontdesk/language/testing'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyTone } from './apply-tone.ts'

describe('applyTone', () => {
  it.each([
    ['Hey there! We don’t ship it 😀 but it’s fine!!', 'Good day. We do not ship it but it is fine.'],
    ["Hi, it's been sent. You're welcome!", 'Good day, it has been sent. You are welcome.'],
    ["DON'T panic, we'll fix it :)", 'Do not panic, we will fix it'],
    ['Really?! Yes!', 'Really? Yes.'],
    ['Hejsan! Det är nåt fel, men vi fixar det 🎉', 'God dag. Det är något fel, men vi ordnar det'],
    ['Hej, har ni sån frakt?', 'God dag, har ni sådan frakt?'],
    ['Write to yahoo!@x.se or see https://x.se/a!b now', 'Write to yahoo!@x.se or see https://x.se/a!b now'],
    ['It costs 1.299,50 kr (5 © 2026).', 'It costs 1.299,50 kr (5 © 2026).'],
    ['Hierarchy matters. Heja Sverige.', 'Hierarchy matters. Heja Sverige.'],
    ['🇸🇪 Välkommen 👩🏽‍💻', 'Välkommen'],
  ])('makes formal: %s', (text, formal) => {
    expect(applyTone(text, 'formal').text).toBe(formal)
  })

  it.each([
    ["Hey! We don't ship it 😀!!", "Hello. We don't ship it."],
    ['Tjena! Vi kollar nåt', 'Hej. Vi kollar nåt'],
  ])('makes professional: %s', (text, professional) => {
    expect(applyTone(text, 'professional').text).toBe(professional)
  })

  it.each([
    ['Good day, we are open. We do not know what it is.', "Hi, we're open. We don't know what it is."],
    ['Dear customer, it is not here. Yes, we are.', "Hi, it's not here. Yes, we are."],
    ['Bäste kund! Vi har öppet 😀', 'Hej! Vi har öppet 😀'],
  ])('makes informal: %s', (text, informal) => {
    expect(applyTone(text, 'informal').text).toBe(informal)
  })

  it('reports what it changed and what it left', () => {
    expect(applyTone("Hi! I'd say it's cool, isn't it!", 'formal')).toMatchObject({
      changed: ['1 greeting', '2 exclamation marks', '2 contractions'],
      left: ["i'd", 'cool'],
    })
    expect(applyTone('Vänligen erlägg 5 kr', 'informal').left).toEqual(['vänligen'])
  })

  const piece = fc.constantFrom(
    ...[
      'Hi',
      'Hej',
      ' ',
      '  ',
      '\n',
      "don't",
      'it’s',
      'it is',
      '!',
      '!!',
      '?!',
      '😀',
      ':)',
      'a***@e*****',
      '5,50',
      '.',
    ],
    ...['https://x.se/!', 'x@y.se', 'ORD-12', 'we are', '👩🏽‍💻', '"', 'ok', 'nåt', ',', '🇸🇪', '\u200d'],
  )
  const anyText = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))

  it('changes nothing more when applied again, and keeps numbers and masks', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom('formal' as const, 'informal' as const, 'professional' as const),
        (text, tone) => {
          const once = applyTone(text, tone).text
          expect(applyTone(once, tone).text).toBe(once)
          for (const fact of ['5,50', 'a***@e*****', 'x@y.se'])
            expect(once.split(fact).length).toBe(text.split(fact).length)
        },
      ),
      { numRuns: runs(500), examples: [[':)!!', 'formal']] },
    )
  })

  it.each(['!', '! ', '😀', ' ', "'", "don't ", 'hej ', ':) '])(
    'takes time in proportion on repetitions of %j',
    async (unit) => {
      expect(await slowdown(unit, (text) => applyTone(text, 'formal'))).toBeLessThan(4)
    },
  )
})
