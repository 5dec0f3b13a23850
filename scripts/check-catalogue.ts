import { readdirSync } from 'node:fs'
import { type Contract, catalogue, erasureOf, ownerOf } from '@frontdesk/contracts'
import type { Service } from '@frontdesk/service'

/** What the check reads of a service. */
export type DeclaredService = Pick<Service, 'name'> & {
  collections: Record<string, { name: string }>
  handles: Record<string, Contract>
  publishes: Record<string, Contract>
  asks: Record<string, Contract>
}

/** Events that no service handles, on purpose: each with the reader outside of the platform that it is for. */
export const externalOnly: Record<string, string> = {}

const token = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*'
const subjectForm = new RegExp(`^(?:event|query|stream)\\.${token}\\.${token}\\.${token}\\.v[1-9][0-9]*$`)
const pastParticiple = /(?:ed|en|ent|ade|old|ound|eft|ead|ost|ut|aid)$/

const duplicatesOf = (values: string[]) => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
]

/** Faults of the subjects by themselves: their form, their uniqueness, their owner. */
function faultsOfSubjects(contracts: Contract[], names: Set<string>): string[] {
  const faults = duplicatesOf(contracts.map(({ subject }) => subject)).map(
    (subject) => `${subject} is declared more than once`,
  )
  for (const contract of contracts) {
    const { subject, kind } = contract
    if (!subjectForm.test(subject)) faults.push(`${subject} does not have the form ${kind}.<owner>.<noun>.<verb>.v<n>`)
    if (!subject.startsWith(`${kind}.`)) faults.push(`${subject} is a ${kind} but its subject says otherwise`)
    if (!names.has(ownerOf(contract))) faults.push(`${subject} names an owner that is no service`)
    if (kind === 'event' && !pastParticiple.test(subject.split('.')[3] ?? '')) {
      faults.push(`${subject} is a fact, so its last word is a past participle`)
    }
  }
  return faults
}

/** `packages/service` answers for every service that a tenant is to be erased. */
const isAnsweredForIt = (part: string, contract: Contract, { name }: DeclaredService): boolean =>
  part === 'handles' && contract === erasureOf(name)

/**
 * Holds the contracts against what the services declare; one sentence a fault, none when all is well. Every event has
 * one publisher (its owner) and someone who handles it, every query and stream one service that answers it (its owner),
 * and nothing is handled, published or asked that is not in the catalogue.
 */
export function faultsOfCatalogue(
  contracts: Contract[],
  services: DeclaredService[],
  external: Record<string, string> = externalOnly,
): string[] {
  const faults = faultsOfSubjects(contracts, new Set(services.map(({ name }) => name)))
  for (const name of duplicatesOf(services.map((service) => service.name)))
    faults.push(`two services are named ${name}`)
  for (const name of duplicatesOf(
    services.flatMap(({ collections }) => Object.values(collections).map((c) => c.name)),
  )) {
    faults.push(`the collection ${name} is declared by two services, or twice by one`)
  }

  const known = new Set(contracts)
  const whoever = (part: 'handles' | 'publishes' | 'asks', contract: Contract) =>
    services
      .filter((service) => Object.values(service[part]).includes(contract) || isAnsweredForIt(part, contract, service))
      .map(({ name }) => name)

  for (const service of services) {
    for (const part of ['handles', 'publishes', 'asks'] as const) {
      for (const contract of Object.values(service[part])) {
        if (!known.has(contract)) faults.push(`${service.name} ${part} ${contract.subject}, which the catalogue lacks`)
        if (part === 'publishes' && contract.kind !== 'event') faults.push(`${contract.subject} can't be published`)
        if (part === 'asks' && contract.kind === 'event') faults.push(`${contract.subject} can't be asked`)
      }
    }
  }
  for (const contract of contracts) {
    const { subject, kind } = contract
    const owner = ownerOf(contract)
    const makers = kind === 'event' ? whoever('publishes', contract) : whoever('handles', contract)
    const verb = kind === 'event' ? 'publishes' : 'answers'
    if (!makers.includes(owner)) faults.push(`${owner} owns ${subject} but never ${verb} it`)
    for (const other of makers.filter((name) => name !== owner)) {
      faults.push(`${other} ${verb} ${subject}, which belongs to ${owner}`)
    }
    const readers = kind === 'event' ? whoever('handles', contract) : whoever('asks', contract)
    if (kind === 'event' && readers.length === 0 && !(subject in external)) {
      faults.push(`nobody handles ${subject}; if that is meant, name its reader in externalOnly`)
    }
    if (kind === 'event' && readers.length > 0 && subject in external) {
      faults.push(`${subject} is listed in externalOnly but ${readers.join(', ')} handles it`)
    }
    if (kind !== 'event' && readers.length === 0) faults.push(`nobody asks ${subject}`)
  }
  return faults
}

const isService = (value: unknown): value is DeclaredService =>
  typeof value === 'object' && value !== null && 'handlers' in value && 'handles' in value

/** The service that each folder of services/ declares in its service.ts. */
export async function declaredServices(): Promise<DeclaredService[]> {
  const folder = new URL('../services/', import.meta.url)
  const services: DeclaredService[] = []
  for (const name of readdirSync(folder)) {
    const declared = Object.values(await import(new URL(`${name}/src/service.ts`, folder).href)).filter(isService)
    if (declared.length !== 1 || declared[0]!.name !== name) {
      throw new Error(`services/${name}/src/service.ts should export one service, named ${name}`)
    }
    services.push(declared[0]!)
  }
  return services
}

if (import.meta.main) {
  const faults = faultsOfCatalogue(catalogue, await declaredServices())
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
