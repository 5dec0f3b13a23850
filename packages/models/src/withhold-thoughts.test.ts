import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ThinkingHabit, unknownHabit, withholdThoughts, withoutThoughts } from './withhold-thoughts.ts'

/** Everything that becomes visible of a text in these parts. */
function streamed(
  parts: string[],
  { habit, isCut = false }: { habit?: ThinkingHabit; isCut?: boolean } = {},
): string[] {
  const filter = withholdThoughts(habit)
  return [...parts.map((part) => filter.push(part)), filter.end(isCut)]
}
const answer = 'Returns are free for 30 days.'
const thought = 'SECRET: the customer seems angry, a < b & c'

const marked: [string, string][] = [
  ['think', `<think>${thought}</think>\n\n${answer}`],
  ['after whitespace, in capitals, with spaces', `\n <THINK >\n${thought}\n</ Think >${answer}`],
  ['with attributes', `<thinking depth="2">${thought}</thinking>${answer}`],
  ['thought', `<thought>${thought}</thought>${answer}`],
  ['reasoning', `<reasoning>\n${thought}</reasoning> ${answer}`],
  ['another end', `<think>${thought}</thinking>${answer}`],
  ['brackets', `[THINK]${thought}[/THINK]${answer}`],
  ['Kimi', `◁think▷${thought}◁/think▷${answer}`],
  [
    'channels',
    `<|channel|>analysis<|message|>${thought}<|end|><|start|>assistant<|channel|>final<|message|>${answer}<|return|>`,
  ],
  ['channels without messages', `<|channel|>analysis ${thought}<|channel|>final ${answer}`],
  ['channels without special tokens', `analysisWe need to look. ${thought}assistantfinal${answer}`],
  ['Gemma', `<|channel>thought\n${thought}<channel|>${answer}`],
  ['Sky-T1', `<|begin_of_thought|>${thought}<|end_of_thought|><|begin_of_solution|>${answer}<|end_of_solution|>`],
  ['escaped', `&lt;think&gt;${thought}&lt;/think&gt;${answer}`],
  ['several', `<think>${thought}</think>Returns are<think>${thought}</think> free for 30 days.`],
  ['a quoted end inside', `<think>I must not write "</think>" or \`</think>\`. ${thought}</think>${answer}`],
  ['empty', `<think>\n\n</think>\n\n${answer}`],
  ['after a first sentence', `<think>a</think>Returns are free for 30 days.<think>${thought}</think>`],
  ['never ended, after a line', `${answer}\n<think>${thought}`],
  ['in the middle of a sentence', `Returns are free <think>${thought}</think>for 30 days.`],
]

const literal = [
  'Write `<think>` before it and `</think>` after it.',
  'Write `<think>so</think>` there.',
  'The tag "<think>" begins it, and "</think>" ends it.',
  'The example is “<think>so</think>”, as in the manual.',
  'Put it between <think> and </think> as the manual says.',
  'Put it between <think> and </think>.',
  '```xml\n<think>\n  so\n</think>\n```\nThat is all.',
  'Press [Think] or [T], if 3 < 4 & 5 > 2, then <b>go</b>.',
  'He said [think] twice.',
  'a <thin line, and <thi',
  'We reason: <reason> is not known here.',
]

describe('withhold thoughts', () => {
  it.each(marked)('leaves out thoughts: %s', (_, text) => {
    expect(withoutThoughts(text).trim()).toBe(answer)
    expect(streamed([text]).join('').trim()).toBe(answer)
    expect(
      streamed([...text])
        .join('')
        .trim(),
    ).toBe(answer)
  })

  it.each(literal)('leaves text as it is: %s', (text) => {
    expect(withoutThoughts(text)).toBe(text)
    expect(streamed([text]).join('')).toBe(text)
    expect(streamed([...text]).join('')).toBe(text)
  })

  it('shows the same, however a text is cut', () => {
    const texts = [...marked.map(([, text]) => text), ...literal]
    const cut = fc.constantFrom(...texts).chain((text) =>
      fc.array(fc.nat({ max: text.length }), { maxLength: 8 }).map((at) => {
        const ends = [0, ...at.sort((a, b) => a - b), text.length]
        return { text, parts: ends.slice(1).map((end, i) => text.slice(ends[i], end)) }
      }),
    )
    fc.assert(
      fc.property(cut, ({ text, parts }) => {
        expect(streamed(parts).join('')).toBe(streamed([text]).join(''))
      }),
      { numRuns: runs(300) },
    )
  })

  it('shows nothing of thoughts that never end', () => {
    expect(withoutThoughts(`<think>${thought}`)).toBe('')
    expect(streamed([...`<think>${thought}`]).join('')).toBe('')
    expect(withoutThoughts(`analysisThe user asks. ${thought}`)).toBe('')
  })

  it('holds text back only as long as it could be a mark', () => {
    const filter = withholdThoughts()
    expect(filter.push('Returns ')).toBe('Returns ')
    expect(filter.push('are < 3 ')).toBe('are < 3 ')
    expect(filter.push('days <t')).toBe('days ')
    expect(filter.push('r>')).toBe('<tr>')
    expect(filter.push(' [')).toBe(' ')
    expect(filter.push('1]')).toBe('[1]')
  })

  it('drops thoughts whose beginning is missing', () => {
    for (const end of ['</think>', '\n</think>\n\n', '[/THINK]', ' </think> ']) {
      expect(withoutThoughts(`${thought}${end}${answer}`)).toBe(answer)
      // Nobody begins an answer to a customer like this.
      expect(streamed([...`Okay, so the customer asks. ${thought}${end}${answer}`]).join('')).toBe(answer)
    }
  })

  it('learns that a model does not mark the beginning, and holds its thoughts back from then on', () => {
    const habit = unknownHabit()
    expect(() => streamed([...`${thought}</think>${answer}`], { habit })).toThrow(/without marking/)
    expect(streamed([thought, '</think>', 'Returns are ', 'free ', 'here.'], { habit })).toEqual([
      ...['', '', 'Returns are ', 'free ', 'here.', ''],
    ])
    expect(streamed([thought], { habit, isCut: true }).join('')).toBe('')
    // An answer without thoughts is shown when it is whole.
    expect(streamed([answer], { habit })).toEqual(['', answer])
  })

  it('streams a model again that has not thought for long', () => {
    const habit = { thinks: true, omitsBeginning: true, textsWithout: 0 }
    for (let i = 0; i < 20; i++) streamed([answer], { habit })
    expect(streamed(['Returns ', 'are free.'], { habit })).toEqual(['Returns ', 'are free.', ''])
  })

  it('does not take an answer that begins like thoughts', () => {
    const text = 'The customer number is on your invoice.'
    expect(streamed([...text]).join('')).toBe(text)
    expect(streamed(['Okay', ', that is ', 'free.'])).toEqual(['', 'Okay, that is ', 'free.', ''])
  })
})
