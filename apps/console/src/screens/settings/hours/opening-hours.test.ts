import { expect, it } from 'vitest'
import { hoursOf, shownHours } from './opening-hours.ts'

it('reads opening hours as people write them', () => {
  expect(hoursOf('9-17')).toEqual({ from: '09:00', to: '17:00' })
  expect(hoursOf(' 8.30 – 12:00 ')).toEqual({ from: '08:30', to: '12:00' })
  expect(hoursOf('00:00-24:00')).toEqual({ from: '00:00', to: '24:00' })
})

it('leaves what is no time as it is, for the server to refuse', () => {
  expect(hoursOf('noon')).toEqual({ from: 'noon', to: '' })
})

it('shows hours in a form that it reads again', () => {
  const hours = { from: '09:00', to: '17:30' }
  expect(hoursOf(shownHours(hours))).toEqual(hours)
})
