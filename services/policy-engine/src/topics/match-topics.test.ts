import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchTopics } from './match-topics.ts'

const config = (...phrases: string[]) => ({ topics: [{ name: 'the topic', phrases }] })
const touches = (text: string, ...phrases: string[]) => matchTopics(text, config(...phrases)) !== undefined

describe('matchTopics', () => {
  it('names the topic and the phrase', () => {
    const topics = [
      { name: 'sports', phrases: ['football'] },
      { name: 'betting', phrases: ['place a bet', 'gamble'] },
    ]
    expect(matchTopics('I want to place a bet', { topics })).toEqual({ topic: 'betting', phrase: 'place a bet' })
    expect(matchTopics('I want a refund', { topics })).toBeUndefined()
  })

  it.each([
    ['gamble', ['gambling', 'gambles', 'gambled', 'GAMBLE!', 'GaMbLiNg']],
    ['bet', ['bets', 'betting']],
    ['weapon', ['weapons', "weapon's", 'the weapon.']],
    ['lottery', ['lotteries']],
    ['vapen', ['vapnet', 'vapnen', 'vapens']],
    ['spel', ['spelet', 'spelen', 'spels']],
    ['bil', ['bils', 'bilarna']],
    ['politik', ['politiken', 'politikens']],
  ])('knows the forms of %s', (phrase, forms) => {
    for (const form of forms) {
      const around = [`what about ${form} here`, `jag undrar om ${form} här`]
      expect(
        around.some((text) => touches(text, phrase)),
        form,
      ).toBe(true)
    }
  })

  it('finds Swedish compounds', () => {
    expect(touches('Jag undrar hur man köper ett skjutvapen på nätet', 'vapen')).toBe(true)
    expect(touches('Är det tillåtet med vapenhandel i Sverige?', 'vapen')).toBe(true)
    expect(touches('Do you take cryptocurrency?', 'crypto')).toBe(true)
  })

  it.each([
    ['zero-width characters', 'gam\u200bbl\u00ading'],
    ['accents', 'gámblïng'],
    ['full-width letters', 'ｇａｍｂｌｉｎｇ'],
    ['styled letters', '𝐠𝐚𝐦𝐛𝐥𝐢𝐧𝐠'],
    ['Cyrillic look-alikes', 'gаmblіng'],
    ['Greek look-alikes', 'gαmblιng'],
    ['leetspeak', 'g4mbl1ng'],
    ['signs for letters', 'g@mbl!ng'],
    ['spaced letters', 'g a m b l i n g'],
    ['dotted letters', 'g.a.m.b.l.i.n.g'],
    ['spaced letters in a sentence', 'tell me about g a m b l i n g now'],
  ])('sees through %s', (_name, text) => {
    expect(touches(text, 'gambling')).toBe(true)
  })

  it('finds a phrase of several words in any inflection, only when they are adjacent', () => {
    expect(touches('How to make bombs', 'make a bomb', 'make bomb')).toBe(true)
    expect(touches('he makes bombs', 'make bomb')).toBe(true)
    expect(touches('make me a nice bomb', 'make bomb')).toBe(false)
  })

  it('finds phrases in scripts without spaces', () => {
    expect(touches('我想知道赌博的规则', '赌博')).toBe(true)
  })

  it.each([
    ['bet', 'Which plan is better between these two?'],
    ['rating', 'Which operating system do you support?'],
    ['rapist', 'I am looking for a therapist'],
    ['hat', 'I hate waiting, what is that?'],
    ['war', 'The software warranty covers my warm jacket'],
    ['car', 'Take care of my card please'],
    ['stock', 'I live in Stockholm'],
    ['spel', 'Can you spell your address? The spell checker fails'],
  ])('leaves %s alone in innocent words', (phrase, text) => {
    expect(touches(text, phrase)).toBe(false)
  })

  it('finds a phrase at any position in a text', () => {
    const words = fc.array(fc.constantFrom('my', 'order', '4711', 'is', 'late', 'och', 'frakten', 'vad', '🧡'), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(words, words, fc.constantFrom('gambling', 'GAMBLED', 'g-a-m-b-l-e'), (before, after, form) => {
        expect(touches([...before, form, ...after].join(' '), 'gamble')).toBe(true)
        expect(touches([...before, ...after].join(' '), 'gamble')).toBe(false)
      }),
    )
  })

  it.each([
    'a ',
    'a',
    '1',
    '@',
    '!',
    'a1',
    'å\u0301',
    '\u200b',
    '()',
    '%61',
    'QUFB',
    '&#97;',
    'gun ',
    'fire arm ',
    '111 ',
    'lI',
  ])('takes time in proportion on repetitions of %j', (unit) => {
    const short = unit.repeat(Math.ceil(4_000 / unit.length))
    const time = (text: string, times: number) => {
      const started = process.cpuUsage()
      for (let i = 0; i < times; i++) matchTopics(text, config('gambling', 'make a bomb'))
      const { user, system } = process.cpuUsage(started)
      return (user + system) / 1_000
    }
    time(short, 1)
    // As many characters either way; what is quadratic takes four times as long. The best of some tries.
    const ratios = Array.from({ length: 3 }, () => {
      const parts = time(short, 4)
      return time(short.repeat(4), 1) / (parts + 2)
    })
    expect(Math.min(...ratios)).toBeLessThan(3)
  })

  it('takes no more time for what can be read in many ways than a few ordinary messages of its length', () => {
    let seed = 1
    const draw = (letters: string) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return letters[(seed >>> 8) % letters.length]!
    }
    const time = (text: string) => {
      const started = process.cpuUsage()
      matchTopics(text, config('poker', 'purse', 'gambling', 'make a bomb'))
      const { user, system } = process.cpuUsage(started)
      return (user + system) / 1_000
    }
    const best = (text: string) => Math.min(time(text), time(text), time(text))
    const ordinary = best(
      'Where is my order, and when can I return the shoes that arrived today? '.repeat(56).slice(0, 4_000),
    )
    for (const text of [
      'p|-|r4$3 '.repeat(444),
      'p|p|p| '.repeat(571),
      Array.from({ length: 4_000 }, () => draw('p1|*@ ')).join(''),
      Array.from({ length: 4_000 }, () => draw('gamblin01!|*@- ')).join(''),
    ]) {
      expect(best(text) / (ordinary + 1), text.slice(0, 20)).toBeLessThan(30)
    }
  })

  it.each([
    [
      'a long friendly text',
      `${'hello and good morning, cheerful staff '.repeat(40)}${Buffer.from('a bomb').toString('base64')}`,
    ],
    ['a long text upside down', `${'hello and good morning, cheerful staff '.repeat(40)}qɯoq`],
    ['a capital I', 'tell me about gambIing'],
    ['r and n', 'a bornb'],
    ['a number written onto it', 'is the bomb7 here'],
  ])('sees through %s', (_name, text) => {
    expect(touches(text, 'bomb', 'gambling')).toBe(true)
  })

  it.each([
    ['bet', 'The code S3X-B3T4 is not accepted'],
    ['mall', 'Our MAIL and FALL sale'],
    ['bam', 'The barn is old'],
  ])('does not read %s in %j', (phrase, text) => {
    expect(touches(text, phrase)).toBe(false)
  })
})
