import { FrontdeskError } from '@frontdesk/client'
import { expect, it } from 'vitest'
import { en } from '../messages/en.ts'
import { detailOfProblem, textOfProblem } from './problem.ts'

const of = (code: FrontdeskError['code'], title: string, detail: string, more = {}) =>
  new FrontdeskError({ status: 403, code, title, detail, ...more })
const because = 'This also needs the scope knowledge:read, because the policies that it tries replace others.'

it.each([
  ['what stands in the way', of('forbidden', 'The key lacks the scope.', because), because],
  ['nothing that the sentence of the code says', of('forbidden', 'The key lacks it.', 'The key lacks it.'), undefined],
  ['nothing twice', of('conflict', 'Not as things are.', 'It is running.'), undefined],
  [
    'nothing of a refused field',
    of('invalid_request', 'Fields.', 'a: Too long.', { errors: [{ path: 'a', message: 'Too long.' }] }),
    undefined,
  ],
  ['nothing without a reply', of('unreachable', '', 'ECONNREFUSED'), undefined],
  ['nothing of another fault', new Error('a fault'), undefined],
])('adds to the sentence of an error %s', (_, error, detail) => {
  expect(detailOfProblem(error, en)).toBe(detail)
  expect(textOfProblem(error, en)).not.toBe('')
})
