import { ServiceError } from '@frontdesk/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestOf } from '../../testing/fakes/mail.ts'
import { type FormPart, multipart } from '../../testing/fakes/multipart.ts'
import { filesOf, onlyTextOf, readFields, textsOf } from './multipart-form.ts'

const name = fc.stringMatching(/^[a-z-]{1,12}$/)
const part: fc.Arbitrary<FormPart> = fc.oneof(
  fc.record({ name, value: fc.uint8Array({ maxLength: 40 }) }),
  fc.record({ name, value: fc.uint8Array({ maxLength: 40 }), filename: fc.constantFrom('a.txt', 'å.png') }),
)

describe('fields of a form', () => {
  it('are what was posted, in order and byte for byte, whatever the charset of the files’ names is', () => {
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 6 }),
        fc.constantFrom('utf8' as const, 'latin1' as const),
        (parts, charset) => {
          const fields = readFields(requestOf(multipart(parts, charset)))
          const read = fields.map(({ name, bytes, filename }) => ({ name, value: new Uint8Array(bytes), filename }))
          expect(read).toEqual(parts.map(({ name, value, filename }) => ({ name, value, filename })))
        },
      ),
    )
  })

  it('come urlencoded as well, in bytes', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    const fields = readFields(requestOf({ headers, body: Buffer.from('a=%E5+b&c=%C3%A5&a=') }))
    expect(fields.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('latin1')])).toEqual([
      ['a', 'å b'],
      ['c', 'Ã¥'],
      ['a', ''],
    ])
    expect(textsOf(fields, 'c')).toEqual(['å'])
    expect([onlyTextOf(fields, 'a'), onlyTextOf(fields, 'b'), onlyTextOf(fields, 'c')]).toEqual([
      undefined,
      undefined,
      'å',
    ])
  })

  it('that are files are no texts', () => {
    const fields = readFields(
      requestOf(
        multipart([
          { name: 'a', value: 'x', filename: 'f' },
          { name: 'a', value: 'y' },
          { name: 'attachment-1', value: 'z' },
        ]),
      ),
    )
    expect(textsOf(fields, 'a')).toEqual(['y'])
    expect(filesOf(fields).map(({ name }) => name)).toEqual(['a', 'attachment-1'])
  })

  it.each([
    ['text/plain', 'x'],
    ['multipart/form-data', '--b--'],
    ['multipart/form-data; boundary=b', '--c--'],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\ncut off'],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Type: text/plain\r\n\r\nno name\r\n--b--'],
    ['multipart/form-data; boundary=b', `--b\r\nX: ${'x'.repeat(10_000)}\r\n\r\n\r\n--b--`],
    [
      'multipart/form-data; boundary=b',
      `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(2_001)}--b--`,
    ],
    ['application/x-www-form-urlencoded', 'a=&'.repeat(1_001)],
    ['multipart/form-data; boundary=b, text/plain', '--b--'],
    ['', ''],
  ])('can’t be read of %s', (type, body) => {
    const request = requestOf({ headers: { 'content-type': type }, body: Buffer.from(body) })
    expect(() => readFields(request)).toThrow(ServiceError)
  })
})
