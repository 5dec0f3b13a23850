import { globSync, readdirSync, readFileSync } from 'node:fs'
import { type Contract, contractsOf, type Owner, ownerOf, owners } from '@frontdesk/contracts'
import type { Service } from '@frontdesk/service'
import { exitWith } from './exit-with.ts'

/** What the check reads of a service. */
export type DeclaredService = Pick<Service, 'name'> & {
  collections: Record<string, { name: string }>
  subscriptions?: Record<string, Record<string, unknown>>
}

/** Events that no service handles, on purpose: each with the reader outside of the platform that it is for. */
export const externalOnly: Record<string, string> = {}

const token = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*'
const subjectForm = new RegExp(`^(?:event|query|stream)\\.${token}\\.${token}\\.${token}\\.v[1-9][0-9]*$`)
/** Past participles that do not end in `ed`; one more is added with the first event that needs it. */
const irregularParticiples = ['sent', 'unread']
const folderOf = { query: 'queries', stream: 'streams', event: 'events' } as const

const duplicatesOf = (values: string[]) => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
]

/** Faults of a subject by itself: its form, its owner. */
function faultsOfSubject({ subject, kind }: Contract, { name }: Owner): string[] {
  const faults: string[] = []
  if (!subjectForm.test(subject)) faults.push(`${subject} does not have the form ${kind}.<owner>.<noun>.<verb>.v<n>`)
  if (!subject.startsWith(`${kind}.`)) faults.push(`${subject} is a ${kind} but its subject says otherwise`)
  if (ownerOf(subject) !== name) faults.push(`${subject} is declared by ${name}, whose it is not`)
  const verb = subject.split('.')[3] ?? ''
  if (kind === 'event' && !verb.endsWith('ed') && !irregularParticiples.includes(verb)) {
    faults.push(`${subject} is a fact, so its last word is a past participle (ends in ed, or see irregularParticiples)`)
  }
  return faults
}

/** How product code writes a contract that it asks or publishes: `chat.queries.conversationRead`. */
const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/**
 * Holds the contracts against the services; one sentence a fault, none when all is well. The compiler sees to it that a
 * service answers what it owns, and asks and publishes what it may; this check, that somebody does. `uses` are the contracts
 * that product code mentions, by the service or package that does.
 */
export function faultsOfCatalogue(
  all: Owner[],
  services: DeclaredService[],
  uses: Map<string, Set<string>>,
  external: Record<string, string> = externalOnly,
): string[] {
  const names = services.map(({ name }) => name)
  const faults = all.flatMap((owner) => contractsOf(owner).flatMap((contract) => faultsOfSubject(contract, owner)))
  for (const name of duplicatesOf(names)) faults.push(`two services are named ${name}`)
  for (const { name } of all) if (!names.includes(name)) faults.push(`${name} has contracts and is no service`)
  for (const subject of duplicatesOf(all.flatMap(contractsOf).map((contract) => contract.subject))) {
    faults.push(`${subject} is declared more than once`)
  }
  const collections = services.flatMap((service) => Object.values(service.collections).map(({ name }) => name))
  for (const name of duplicatesOf(collections)) {
    faults.push(`the collection ${name} is declared by two services, or twice by one`)
  }

  for (const { name, queries, streams, events } of all) {
    for (const [key, { kind, subject }] of Object.entries<Contract>({ ...queries, ...streams, ...events })) {
      const users = uses.get(`${camelCase(name)}.${folderOf[kind]}.${key}`) ?? new Set()
      if (kind !== 'event') {
        if (users.size === 0) faults.push(`nobody asks ${subject}`)
        continue
      }
      if (!users.has(name)) faults.push(`${name} owns ${subject} but never publishes it`)
      const readers = services.filter(({ subscriptions }) => subscriptions?.[name]?.[key]).map((each) => each.name)
      if (readers.length === 0 && !(subject in external)) {
        faults.push(`nobody handles ${subject}; if that is meant, name its reader in externalOnly`)
      }
      if (readers.length > 0 && subject in external) {
        faults.push(`${subject} is listed in externalOnly but ${readers.join(', ')} handles it`)
      }
    }
  }
  return faults
}

const isService = (value: unknown): value is DeclaredService =>
  typeof value === 'object' && value !== null && 'handlers' in value && 'contracts' in value

const root = new URL('../', import.meta.url).pathname

/** The service that each folder of services/ declares in its service.ts. */
export async function declaredServices(): Promise<DeclaredService[]> {
  const services: DeclaredService[] = []
  for (const name of readdirSync(`${root}services`)) {
    const declared = Object.values(await import(`${root}services/${name}/src/service.ts`)).filter(isService)
    if (declared.length !== 1 || declared[0]!.name !== name) {
      throw new Error(`services/${name}/src/service.ts should export one service, named ${name}`)
    }
    services.push(declared[0]!)
  }
  return services
}

/** The contracts that a text asks or publishes; not those of which it takes the form alone (`.body`, `typeof`). */
export const usesIn = (text: string): string[] =>
  [...text.matchAll(/(?<!typeof )\b(\w+?)(?:Contracts)?\.((?:queries|streams|events)\.\w+)\b(?!\.)/g)].map(
    ([, owner, contract]) => `${owner}.${contract}`,
  )

/** The contracts that product code mentions, by the services and packages that do. */
export function usesOfProduct(): Map<string, Set<string>> {
  const uses = new Map<string, Set<string>>()
  for (const path of globSync('{apps,packages,services}/*/src/**/*.ts', { cwd: root })) {
    if (/test/.test(path)) continue
    const [, who = ''] = path.split('/')
    for (const use of usesIn(readFileSync(root + path, 'utf8'))) uses.set(use, (uses.get(use) ?? new Set()).add(who))
  }
  return uses
}

/** What is wrong in this repository. */
export const findFaults = async () =>
  faultsOfCatalogue(Object.values(owners), await declaredServices(), usesOfProduct())

if (import.meta.main) exitWith(await findFaults())
