import { event, query } from '@frontdesk/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type DeclaredService, faultsOfCatalogue } from './check-catalogue.ts'

const made = event('event.maker.thing.made.v1', z.object({}))
const find = query('query.maker.thing.find.v1', z.object({}), z.object({}))

const service = (name: string, parts: Partial<DeclaredService> = {}): DeclaredService => ({
  name,
  collections: {},
  handles: {},
  publishes: {},
  asks: {},
  ...parts,
})
const maker = service('maker', { handles: { find }, publishes: { made } })
const reader = service('reader', { handles: { made }, asks: { find } })

test('a catalogue that every service keeps to has no faults', () => {
  expect(faultsOfCatalogue([made, find], [maker, reader], {})).toEqual([])
})

test('an event without its publisher, or without a reader, is a fault', () => {
  expect(faultsOfCatalogue([made, find], [{ ...maker, publishes: {} }, reader], {})).toEqual([
    'maker owns event.maker.thing.made.v1 but never publishes it',
  ])
  const unread = [maker, { ...reader, handles: {} }]
  expect(faultsOfCatalogue([made, find], unread, {})).toEqual([
    'nobody handles event.maker.thing.made.v1; if that is meant, name its reader in externalOnly',
  ])
  expect(faultsOfCatalogue([made, find], unread, { [made.subject]: 'the audit log of the operator' })).toEqual([])
})

test('a query without its owner, with a second one, or that nobody asks, is a fault', () => {
  expect(faultsOfCatalogue([made, find], [{ ...maker, handles: {} }, reader], {})).toEqual([
    'maker owns query.maker.thing.find.v1 but never answers it',
  ])
  const usurper = service('usurper', { handles: { find } })
  expect(faultsOfCatalogue([made, find], [maker, reader, usurper], {})).toEqual([
    'usurper answers query.maker.thing.find.v1, which belongs to maker',
  ])
  expect(faultsOfCatalogue([made, find], [maker, { ...reader, asks: {} }], {})).toEqual([
    'nobody asks query.maker.thing.find.v1',
  ])
})

test('what a service uses must be in the catalogue', () => {
  expect(faultsOfCatalogue([made], [{ ...maker, handles: {} }, reader], {})).toEqual([
    'reader asks query.maker.thing.find.v1, which the catalogue lacks',
  ])
})

test.each([
  ['event.maker.thing.made', 'does not have the form'],
  ['event.maker.Thing.made.v1', 'does not have the form'],
  ['event.maker.big.thing.made.v1', 'does not have the form'],
  ['event.maker.thing.make.v1', 'past participle'],
  ['event.nobody.thing.made.v1', 'names an owner that is no service'],
] as const)('the subject %s is a fault: %s', (subject, fault) => {
  const odd = event(subject, z.object({}))
  const faults = faultsOfCatalogue([odd], [service('maker', { publishes: { odd }, handles: { odd } })], {})
  expect(faults.join('\n')).toContain(fault)
})

test('one subject declared twice, or one collection owned twice, is a fault', () => {
  const again = event(made.subject, z.object({}))
  expect(faultsOfCatalogue([made, again, find], [maker, reader], {})).toContain(
    `${made.subject} is declared more than once`,
  )
  const collections = { things: { name: 'maker-things' } }
  expect(
    faultsOfCatalogue(
      [made, find],
      [
        { ...maker, collections },
        { ...reader, collections },
      ],
      {},
    ),
  ).toEqual(['the collection maker-things is declared by two services, or twice by one'])
})
