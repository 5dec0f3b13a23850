import { limitBodies } from '../inbound/limit-bodies.ts'

/**
 * Messages with files that one process sends at once, of all tenants. What is made of 25 MB of files takes about 100 MB while
 * its provider takes it.
 */
const maxSends = { large: 3, others: 12 }

/**
 * Whoever sends messages with files, which are held whole until their provider has taken them: of each tenant one that is large
 * at a time and four others, so that a tenant whose provider is slow holds up itself alone.
 */
export function limitSends(): <Result>(tenant: string, bytes: number, work: () => Promise<Result>) => Promise<Result> {
  const ofTenants = new Map<string, { limit: ReturnType<typeof limitBodies>; sends: number }>()
  const ofAll = limitBodies(maxSends)
  return async (tenant, bytes, work) => {
    const own = ofTenants.get(tenant) ?? { limit: limitBodies(), sends: 0 }
    ofTenants.set(tenant, own)
    own.sends++
    try {
      return await own.limit(bytes, () => ofAll(bytes, work))
    } finally {
      own.sends--
      if (own.sends === 0) ofTenants.delete(tenant)
    }
  }
}
