import type { Schemas } from '@frontdesk/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { policiesQuery } from '../../app/policies.ts'
import { compareOrder, type Policy } from '../../app/policy-order.ts'
import { noteSignedOut, queryClient } from '../../app/query-client.ts'
import { prioritiesAfterMove } from './move-policy.ts'

export type PolicyInput = Schemas['PolicyInput']
type Patch = Schemas['PolicyPatch']
/** A change that was refused: why, and how to try it again. */
export type Refusal = { problem: unknown; retry: () => void }

const { queryKey } = policiesQuery
const setAll = (change: (all: Policy[]) => Policy[]) =>
  void queryClient.setQueryData<Policy[]>(queryKey, (all) => all && change(all).sort(compareOrder))
const put = (policy: Policy) => setAll((all) => [...all.filter(({ id }) => id !== policy.id), policy])

/** The tenant's policies in order of evaluation. Changes are shown at once; one that is refused comes back and says why. */
export function usePolicies() {
  const query = useQuery(policiesQuery)
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Refusal>>(new Map())
  const setRefusal = (id: string, refusal?: Refusal) =>
    setRefusals((before) => {
      const next = new Map(before)
      if (refusal) next.set(id, refusal)
      else next.delete(id)
      return next
    })

  const write = async (id: string, work: () => Promise<void>, undo: () => void, retry: () => void) => {
    setRefusal(id)
    await queryClient.cancelQueries({ queryKey })
    try {
      await work()
    } catch (problem) {
      noteSignedOut(problem)
      undo()
      setRefusal(id, { problem, retry })
    }
  }
  const change = async (policy: Policy, patch: Patch): Promise<void> => {
    put({ ...policy, ...patch } as Policy)
    await write(
      policy.id,
      async () => put(await client.patch('/api/policies/{policyId}', { path: { policyId: policy.id }, body: patch })),
      () => put(policy),
      () => void change(policy, patch),
    )
  }
  /** Moves a policy to another place among those of its mode. */
  const move = async (policy: Policy, to: number): Promise<void> => {
    const before = query.data ?? []
    const group = before.filter(({ mode }) => mode === policy.mode)
    const changes = prioritiesAfterMove(
      group,
      group.findIndex(({ id }) => id === policy.id),
      to,
    )
    if (changes.length === 0) return
    const priorities = new Map(changes.map(({ id, priority }) => [id, priority]))
    setAll((all) => all.map((each) => ({ ...each, priority: priorities.get(each.id) ?? each.priority })))
    await write(
      policy.id,
      async () => {
        for (const { id, priority } of changes)
          put(await client.patch('/api/policies/{policyId}', { path: { policyId: id }, body: { priority } }))
      },
      // Some may have been written: what the server has is shown.
      () => void queryClient.invalidateQueries({ queryKey }),
      () => void move(policy, to),
    )
  }
  const remove = async (policy: Policy): Promise<void> => {
    setAll((all) => all.filter(({ id }) => id !== policy.id))
    await write(
      policy.id,
      () => client.delete('/api/policies/{policyId}', { path: { policyId: policy.id } }),
      () => put(policy),
      () => void remove(policy),
    )
  }
  /** Throws what the form has to show. */
  const save = async (input: PolicyInput, existing?: Policy): Promise<void> => {
    if (existing) {
      const { type: _, ...body } = input
      put(await client.patch('/api/policies/{policyId}', { path: { policyId: existing.id }, body }))
    } else put(await client.post('/api/policies', { body: input }))
  }
  return { ...query, policies: query.data ?? [], refusals, change, move, remove, save }
}
