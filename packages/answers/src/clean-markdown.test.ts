import { hideMasks } from '@frontdesk/markdown'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanMarkdown } from './clean-markdown.ts'
import { composeOf } from './compose-answer.ts'

it.each([
  ['Open _My orders_ and press **Return**.', 'Open My orders and press Return.'],
  ['**Write to a********@e**********.**', 'Write to a********@e**********.'],
  ['Write to **a********@e************ about it.', 'Write to a********@e********** about it.'],
  ['_Call **********67 or mail b*@e*********._', 'Call **********67 or mail b*@e*********.'],
  ['Your number ***********', 'Your number ***********'],
  ...[
    'call ***-*** ** 67',
    'Call +** **-*** ** 67, or +** (*)** *** ** 67.',
    'call (***) ***-**23 or +* *** *** **71',
    'card **** **** **** 1111',
    'mail a***@e**********, ***-*****67',
    'number ******-****, then ***-*** **',
  ].map((masked) => [masked, masked]),
  ['Call **us** at ***-*** ** 67 *now*.', 'Call us at ***-*** ** 67 now.'],
  ['**Call ***-*** ** 67 today**', 'Call ***-*** ** 67 today'],
  ['_Go to My orders.', 'Go to My orders.'],
  ['Then press Return._', 'Then press Return.'],
  ['The file is my_orders_2.csv, 2 * 3 * 4 wide.', 'The file is my_orders_2.csv, 2 * 3 * 4 wide.'],
])('%s is said as %s', (markdown, said) => {
  expect(cleanMarkdown(markdown)).toBe(said)
})

it('a local answer shows no sign of emphasis, wherever in its source that begins and ends', () => {
  const word = fc.constantFrom('parcel', 'return', 'My orders', 'thirty days', 'the shop', 'a********@e**********')
  const sentence = fc.array(word, { minLength: 3, maxLength: 6 }).map((words) => `You return ${words.join(' ')} here.`)
  const sign = fc.constantFrom('_', '*', '**', '__', '***')
  const marked = fc.tuple(sign, fc.array(sentence, { minLength: 1, maxLength: 3 })).map(([each, said]) => {
    return `${each}${said.join(' ')}${each}`
  })
  const property = fc.property(fc.array(marked, { minLength: 1, maxLength: 3 }), (paragraphs) => {
    const text = paragraphs.join('\n\n')
    const said = composeOf('How do I return a parcel?', [{ id: 'a', title: 'Returns', text }])
    expect(said).not.toBe('')
    expect(hideMasks(said, { isFragment: true })).not.toMatch(/[*_]/)
    for (const mask of said.matchAll(/a\*+@e\*+/g)) expect(mask[0]).toBe('a********@e**********')
  })
  fc.assert(property, { numRuns: runs(300) })
})
