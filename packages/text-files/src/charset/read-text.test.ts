import { readFileSync } from 'node:fs'
import { slowdown } from '@frontdesk/language/testing'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { DamagedText } from '../damaged-text.ts'
import { readText, UnknownCharset } from './read-text.ts'

type Case = { charset: string; text: string; bytes: Uint8Array }

/** Texts of about so many bytes in each charset that their language is found in; one half was not looked at in fitting. */
function* casesOf(size: number, isHeldOut: boolean): Generator<Case> {
  const file = readFileSync(new URL('../../testing/legacy-texts.txt', import.meta.url), 'utf8')
  for (const block of file.split(/^# /m).slice(1)) {
    const [charsets, ...all] = block.trim().split('\n')
    const lines = all.filter((_, i) => (i % 2 === 1) === isHeldOut)
    for (const charset of charsets!.split(' ')) {
      for (let first = 0; first < lines.length; first++) {
        let text = lines[first]!
        for (let i = 1; i < lines.length && iconv.encode(text, charset).length < size; i++)
          text += `\n${lines[(first + i) % lines.length]}`
        const bytes = iconv.encode(text, charset)
        if (bytes.some((byte) => byte > 127)) yield { charset, text, bytes }
      }
    }
  }
}

function measure(size: number, isHeldOut: boolean) {
  const count = { all: 0, right: 0, asked: 0, wrong: [] as string[] }
  for (const { charset, text, bytes } of casesOf(size, isHeldOut)) {
    count.all++
    try {
      const read = readText(bytes)
      if (read.text === text) count.right++
      else count.wrong.push(`${charset} read as ${read.encoding}: ${read.text.slice(0, 60)}`)
    } catch (error) {
      if (!(error instanceof UnknownCharset)) throw error
      count.asked++
    }
  }
  return count
}

describe('texts without a label, in 24 languages and the charsets of each', () => {
  it.each([
    [20, 6],
    [80, 0],
    [160, 0],
  ])('of %i bytes or more are read right or asked about; at most %i wrongly', (size, maxWrong) => {
    const unseen = measure(size, true)
    expect(unseen.wrong.length, unseen.wrong.join('\n')).toBeLessThanOrEqual(maxWrong)
    expect(unseen.right / unseen.all).toBeGreaterThanOrEqual(0.93)
  })
})

const encoded = (text: string, charset: string) => new Uint8Array(iconv.encode(text, charset))

it.each([
  ['name,email\nИван,ivan@example.com\n', 'windows-1251'],
  ['name;email\nJürgen Müller;j@example.com\n', 'windows-1252'],
  ['name,email\nŞükrü Yılmaz,s@example.com\n', 'windows-1254'],
  ['name,email\nΓιώργος Παπαδόπουλος,g@example.com\n', 'windows-1253'],
  ['name,email\n王小明,w@example.com\n', 'gbk'],
  ['Item;Price\nTea;£5\nTemp;20 °C', 'windows-1252'],
  ['Product,Price\nKettle,5 €\nMug,3 €\n', 'windows-1252'],
  ['It’s “free” – really…', 'windows-1252'],
  ['<p>Příliš žluťoučký kůň úpěl ďábelské ódy</p>', 'windows-1250'],
])('%j in %s is read', (text, charset) => {
  expect(readText(encoded(text, charset)).text).toBe(text)
})

it('UTF-8 with a bad byte is still UTF-8', () => {
  const bytes = Buffer.from('Återbetalning sker på fem arbetsdagar. Hör av dig!')
  for (const at of [10, bytes.length - 1]) {
    const read = readText(Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at)]))
    expect(read.encoding).toBe('utf-8')
    expect(read.text.replace('\ufffd', '')).toBe('Återbetalning sker på fem arbetsdagar. Hör av dig!')
  }
})

it('says what Unicode it was', () => {
  expect(readText(Buffer.from('plain'))).toEqual({ text: 'plain', encoding: 'utf-8' })
  expect(readText(Buffer.from('Größe', 'utf16le')).encoding).toBe('utf-16le')
  expect(readText(Buffer.from('\u001b$BJVIJ$O\u001b(B', 'latin1'))).toEqual({ text: '返品は', encoding: 'iso-2022-jp' })
})

it('believes a label unless the text is clearly in another charset', () => {
  const czech = 'Peníze vracíme do pěti pracovních dnů, zboží můžete vyměnit'
  expect(readText(encoded(czech, 'windows-1250'), { declared: 'windows-1250' }).text).toBe(czech)
  expect(readText(encoded(czech, 'windows-1250'), { declared: 'windows-1251' }).text).toBe(czech)
  expect(readText(encoded(czech, 'windows-1250'), { declared: 'utf-8' }).text).toBe(czech)
  expect(readText(encoded(czech, 'windows-1250'), { declared: 'no-such-charset' }).text).toBe(czech)
})

it('asks with a sample of each candidate, and then believes who answers', () => {
  // The same bytes begin with a quotation mark in Western, and a name of four signs has few neighbours to judge by.
  const bytes = encoded('name,email\n田中太郎,w@example.com\n', 'shift_jis')
  const error = (() => {
    try {
      return readText(bytes)
    } catch (thrown) {
      return thrown
    }
  })()
  expect(error).toBeInstanceOf(UnknownCharset)
  const { candidates } = error as UnknownCharset
  expect(candidates).toContainEqual({ encoding: 'shift_jis', sample: '田中太郎,w@example.com' })
  expect(readText(bytes, { encoding: 'Shift_JIS' }).text).toContain('田中太郎')
  expect(readText(bytes, { encoding: 'CP850' }).encoding).toBe('cp850')
  expect(() => readText(bytes, { encoding: 'utf-8' })).toThrow(DamagedText)
  expect(() => readText(bytes, { encoding: 'nonsense' })).toThrow(DamagedText)
})

it('never takes noise for a text', () => {
  let seed = 7
  const noise = Uint8Array.from({ length: 400 }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return 128 + ((seed >> 16) % 128)
  })
  expect(() => readText(noise)).toThrow(UnknownCharset)
})

it('a large file takes time in proportion at most', async () => {
  const read = (text: string) => readText(encoded(text, 'windows-1250'))
  const unit = 'Příliš žluťoučký kůň úpěl ďábelské ódy; '
  expect(read(unit.repeat(5_000)).encoding).toBe('windows-1250')
  expect(await slowdown(unit, read, 400_000)).toBeLessThan(4)
})
