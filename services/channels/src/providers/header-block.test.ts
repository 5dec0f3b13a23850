import { describe, expect, it } from 'vitest'
import { completeHeaders, readHeaderBlock, valuesOf } from './header-block.ts'

describe('the headers of a message', () => {
  it('end at the first empty line, keep their order and lose their folds', () => {
    const message = 'A: 1\r\nB: two\r\n  \tlines\r\n\tof it\r\nA:2\r\nno header\r\n\r\nC: 3\r\n'
    const headers = readHeaderBlock(Buffer.from(message))
    expect(headers).toEqual([
      ['A', '1'],
      ['B', 'two lines of it'],
      ['A', '2'],
    ])
    expect(valuesOf(headers, 'a', 'c')).toEqual(['1', '2'])
    expect(readHeaderBlock(message.replaceAll('\r', ''))).toEqual(headers)
  })

  it('are read in UTF-8, or else in Latin-1', () => {
    for (const encoding of ['utf8', 'latin1'] as const)
      expect(readHeaderBlock(Buffer.from('To: Åsa <a@b.example>\n\n', encoding))).toEqual([['To', 'Åsa <a@b.example>']])
  })

  it('are as many as fit in 128 kB, of one that has folds without end', () => {
    const [header, ...others] = readHeaderBlock(Buffer.concat([Buffer.from('to: x'), Buffer.alloc(1_000_000, '\n a')]))
    expect(others).toEqual([])
    expect(header![1].length).toBeLessThan(128 * 1024)
    expect(readHeaderBlock(Buffer.from('\r\n a\r\n: x\r\n'))).toEqual([])
  })
})

it('headers are decoded, but for addresses, and those that come as fields are added where they are missing', () => {
  const headers: [string, string][] = [
    ['subject', '=?iso-8859-1?q?=E5_?=\t=?utf-8?b?w6Q=?='],
    ['To', '=?utf-8?q?Berg=2C_Bo?= <a@b.example>'],
  ]
  const fields: [string, string | null | undefined][] = [
    ['Subject', 'another'],
    ['From', 'c@d.example'],
    ['Cc', ''],
    ['Date', null],
    ['X-Any', undefined],
  ]
  expect(completeHeaders(headers, fields)).toEqual([
    ['subject', 'å ä'],
    ['To', '=?utf-8?q?Berg=2C_Bo?= <a@b.example>'],
    ['From', 'c@d.example'],
  ])
})
