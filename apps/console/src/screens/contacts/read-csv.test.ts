import { expect, it } from 'vitest'
import { decodeCsv, guessMapping, readCsv } from './read-csv.ts'

it('reads quoted cells with delimiters, line breaks and quotes in them', () => {
  const text = 'E-mail,Name\r\n"a@example.com","Berg, ""Anna"""\n\n"b@example.com","two\nlines"'
  expect(readCsv(text, 100)).toEqual([
    ['E-mail', 'Name'],
    ['a@example.com', 'Berg, "Anna"'],
    ['b@example.com', 'two\nlines'],
  ])
})

it('finds the delimiter in the first line', () => {
  expect(readCsv('name;email\nBerg, Anna;a@example.com', 100)).toEqual([
    ['name', 'email'],
    ['Berg, Anna', 'a@example.com'],
  ])
})

it('stops after as many records as it is asked for', () => {
  expect(readCsv('a\n1\n2\n3', 2)).toEqual([['a'], ['1']])
})

it('reads UTF-8 with and without its mark, and the Western code page', () => {
  expect(decodeCsv(new TextEncoder().encode('\uFEFFÅsa'))).toBe('Åsa')
  expect(decodeCsv(new Uint8Array([0xc5, 0x73, 0x61]))).toBe('Åsa')
})

it('suggests a field for columns with a known name, each field once', () => {
  expect(guessMapping(['E-post', 'Namn', 'Email', 'Plan'])).toEqual({ 'E-post': 'email', Namn: 'name' })
})
