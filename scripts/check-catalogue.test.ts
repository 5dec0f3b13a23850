import { event, type Owner, owner, query } from '@frontdesk/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type DeclaredService, faultsOfCatalogue, usesIn } from './check-catalogue.ts'

const thingMade = event('event.maker.thing.created.v1', z.object({}))
const thingFind = query('query.maker.thing.find.v1', z.object({}), z.object({}))
const maker = owner('maker', { queries: { thingFind }, events: { thingMade } })

const service = (name: string, parts: Partial<DeclaredService> = {}): DeclaredService => ({
  name,
  collections: {},
  ...parts,
})
const making = service('maker')
const reading = service('reader', { subscriptions: { maker: { thingMade: async () => {} } } })
const asked = ['maker.queries.thingFind', new Set(['reader'])] as const
const published = ['maker.events.thingMade', new Set(['maker'])] as const
const all = new Map<string, Set<string>>([asked, published])

test('contracts that are answered, asked, published and handled have no faults', () => {
  expect(faultsOfCatalogue([maker], [making, reading], all, {})).toEqual([])
})

test('an event that its owner does not publish, or that nobody handles, is a fault', () => {
  const byAnother = new Map<string, Set<string>>([asked, [published[0], new Set(['reader'])]])
  expect(faultsOfCatalogue([maker], [making, reading], byAnother, {})).toEqual([
    'maker owns event.maker.thing.created.v1 but never publishes it',
  ])
  expect(faultsOfCatalogue([maker], [making], all, {})).toEqual([
    'nobody handles event.maker.thing.created.v1; if that is meant, name its reader in externalOnly',
  ])
  const external = { [thingMade.subject]: 'the audit log of the operator' }
  expect(faultsOfCatalogue([maker], [making], all, external)).toEqual([])
  expect(faultsOfCatalogue([maker], [making, reading], all, external)).toEqual([
    'event.maker.thing.created.v1 is listed in externalOnly but reader handles it',
  ])
})

test('a query that nobody asks is a fault', () => {
  expect(faultsOfCatalogue([maker], [making, reading], new Map([published]), {})).toEqual([
    'nobody asks query.maker.thing.find.v1',
  ])
})

test.each([
  ['event.maker.thing.made', 'does not have the form'],
  ['event.maker.Thing.made.v1', 'does not have the form'],
  ['event.maker.big.thing.created.v1', 'does not have the form'],
  ['event.maker.thing.make.v1', 'past participle'],
  ['event.nobody.thing.created.v1', 'is declared by maker, whose it is not'],
] as const)('the subject %s is a fault: %s', (subject, fault) => {
  const odd: Owner = owner('maker', { events: { odd: event(subject, z.object({})) } })
  expect(faultsOfCatalogue([odd], [making], all, {}).join('\n')).toContain(fault)
})

test('contracts of no service, one subject declared twice, and one collection owned twice are faults', () => {
  expect(faultsOfCatalogue([maker], [reading], all, {})).toContain('maker has contracts and is no service')
  const twice: Owner = owner('maker', { events: { thingMade, again: thingMade } })
  expect(faultsOfCatalogue([twice], [making, reading], all, {})).toContain(
    `${thingMade.subject} is declared more than once`,
  )
  const collections = { things: { name: 'maker-things' } }
  const services = [
    { ...making, collections },
    { ...reading, collections },
  ]
  expect(faultsOfCatalogue([maker], services, all, {})).toEqual([
    'the collection maker-things is declared by two services, or twice by one',
  ])
})

test('to take the form of a contract is not to ask it', () => {
  expect(usesIn('context.ask(chat.queries.usageRead, {})')).toEqual(['chat.queries.usageRead'])
  expect(usesIn('ask(\n  chatContracts.queries.usageRead,\n)')).toEqual(['chat.queries.usageRead'])
  expect(usesIn('reply: chat.queries.usageRead.reply')).toEqual([])
  expect(usesIn('ReplyOf<typeof chat.queries.usageRead>')).toEqual([])
})
