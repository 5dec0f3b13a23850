import type { Policy } from '@frontdesk/contracts'
import { collection, type Stored } from '@frontdesk/documents'

/** A policy as it is stored; its id is the document's. */
export type PolicyDocument = Policy extends infer P ? (P extends Policy ? Omit<P, 'id'> : never) : never

/** The policies of each tenant. */
export const policies = collection<PolicyDocument>('policy-engine-policies', [
  { fields: ['createdAt'] },
  { fields: ['enabled'] },
])

/** A policy from its document. */
export const toPolicy = ({ id, body }: Pick<Stored<PolicyDocument>, 'id' | 'body'>): Policy =>
  ({ ...body, id }) as Policy
