import { describe, expect, it } from 'vitest'
import { baseUrlsSetting } from './base-urls.ts'

describe('base URLs of the providers', () => {
  it('are the real ones unless the setting says otherwise, for each provider alone', () => {
    const real = baseUrlsSetting.parse(undefined)
    expect(real.mailgun).toBe('https://api.mailgun.net')
    expect(baseUrlsSetting.parse('')).toEqual(real)
    const changed = baseUrlsSetting.parse('{"mailgun":"http://127.0.0.1:9001/"}')
    expect(changed).toEqual({ ...real, mailgun: 'http://127.0.0.1:9001' })
  })

  it.each(['nonsense', '[]', '{"mailgum":"https://a.example"}', '{"mailgun":"ftp://a.example"}', '{"mailgun":7}'])(
    'the setting %s is an error',
    (text) => {
      expect(baseUrlsSetting.safeParse(text).success).toBe(false)
    },
  )
})
