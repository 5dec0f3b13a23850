import { expect, it } from 'vitest'
import { checkFiles, checkUrls } from './check-files.ts'

const megabytes = 1024 * 1024
const file = (name: string, size = 1) => ({ name, size })
const verdicts = (...given: Parameters<typeof checkFiles>) => checkFiles(...given).map(({ verdict }) => verdict)

it('judges files by size, type and name before they are sent', () => {
  const files = [
    file('exactly.PDF', 20 * megabytes),
    file('large.pdf', 20 * megabytes + 1),
    file('movie.mp4'),
    file('README'),
    file('known.md'),
  ]
  expect(verdicts(files, new Set(['known.md']))).toEqual(['ok', 'tooLarge', 'wrongType', 'wrongType', 'known'])
})

it('sends 50 files at most, not counting those that are refused anyway', () => {
  const files = [file('x.mp4'), ...Array.from({ length: 51 }, (_, i) => file(`${i}.txt`))]
  expect(verdicts(files).filter((verdict) => verdict === 'ok')).toHaveLength(50)
  expect(verdicts(files).at(-1)).toBe('tooMany')
})

it('reads one address a line, names lines that are none, and what is known already', () => {
  const text = ' https://a.example/x \n\nnot an address\nftp://a.example\nhttps://a.example/x\nhttp://b.example\n'
  expect(checkUrls(text, new Set(['http://b.example']))).toEqual({
    urls: ['https://a.example/x'],
    known: ['http://b.example'],
    wrong: ['not an address', 'ftp://a.example'],
  })
})
