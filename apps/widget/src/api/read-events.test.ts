import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeEventParser } from './read-events.ts'

const text = [
  ': a comment\n',
  'event: start\r\nid: 0\r\ndata: {"a":1}\r\n\r\n',
  'event:delta\ndata: {"text":\ndata: "ü"}\nid: 7\n\n',
  'event: nothing\n\n',
  'data: 3\n\n',
  'event: cut\ndata: 4\n',
].join('')

const expected = [
  { event: 'start', id: '0', data: { a: 1 } },
  { event: 'delta', id: '7', data: { text: 'ü' } },
  { event: 'message', id: '7', data: 3 },
]

test('events are the same whichever way the text is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (cuts) => {
      const parse = makeEventParser()
      const edges = [0, ...cuts.sort((a, b) => a - b), text.length]
      const events = edges.slice(1).flatMap((end, index) => parse(text.slice(edges[index], end)))
      expect(events).toEqual(expected)
    }),
  )
})
