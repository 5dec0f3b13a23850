import { expect, test } from 'vitest'
import { compareTitles } from './compare-titles.ts'

test.each([
  ['Stockholm store', 'Malmö store', 'en'],
  ['Returns in Sweden', 'Returns in Germany', 'en'],
  ['Guest plan', 'Team plan', 'en'],
  ['Amcor annual report 2023', 'Adobe annual report 2023', 'en'],
  ['Breva 300', 'Breva 500', 'en'],
  ['Returns', 'Returns in Germany', 'en'],
  ['Returns', 'Returns (Germany)', 'en'],
  ['Delivery', 'Express delivery', 'en'],
  ['Opening hours – Uppsala', 'Opening hours – Lund', 'en'],
  ['Student discount', 'Senior discount', 'en'],
  ['Butiken i Lund', 'Butiken i Kalmar', 'sv'],
  ['Retur för företag', 'Retur för privatpersoner', 'sv'],
  ['Tarif Basis', 'Tarif Plus', 'de'],
  ['Garantie Waschmaschine', 'Garantie Trockner', 'de'],
  ['Plan 1', 'Plan 2', 'en'],
])('are of different things: %s | %s', (a, b, language) => {
  expect(compareTitles(a, b, language).areOfDifferentThings).toBe(true)
  expect(compareTitles(b, a, language).areOfDifferentThings).toBe(true)
})

test.each([
  ['Returns', 'Return policy', 'en'],
  ['Return policy 2023', 'Return policy 2024', 'en'],
  ['Handbook', 'Handbook (new)', 'en'],
  ['Handbook v1', 'Handbook v2.1', 'en'],
  ['Price list old', 'Price list', 'en'],
  ['Opening hours summer 2024', 'Opening hours', 'en'],
  ['Boats', 'Boat hire', 'en'],
  ['Delivery', 'Delivery and returns', 'en'],
  ['Kettle', 'Guide to the kettle', 'en'],
  ['Price list', 'Leaflet', 'en'],
  ['Terms and conditions 2025-01-01', 'Terms and conditions, valid from 1 March', 'en'],
  ['Öppettider', 'Nya öppettider', 'sv'],
  ['AGB alt', 'AGB neu', 'de'],
  ['Returns | Acme', 'Delivery | Acme', 'en'],
  ['handbook.pdf', 'handbook (1).pdf', 'en'],
])('may be of the same: %s | %s', (a, b, language) => {
  expect(compareTitles(a, b, language).areOfDifferentThings).toBe(false)
  expect(compareTitles(b, a, language).areOfDifferentThings).toBe(false)
})

test('says which words are of one title alone', () => {
  const { shared, onlyFirst, onlySecond } = compareTitles('Guest plan', 'The new Team plan 2024', 'en')
  expect([[...shared], [...onlyFirst], [...onlySecond]]).toEqual([['plan'], ['guest'], ['team']])
})
