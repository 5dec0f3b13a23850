import { ServiceError } from '@frontdesk/contracts'
import { standIn } from '@frontdesk/service/testing'
import { expect, it } from 'vitest'
import { useGateway } from '../../testing/use-gateway.ts'

let forgotten: { tenant: string; agentId: string }[]
let isAway: boolean
const gateway = useGateway(() => {
  forgotten = []
  isAway = false
  const agentForget = async ({ agentId }: { agentId: string }, { tenant }: { tenant: string }) => {
    if (isAway) throw new ServiceError('unavailable')
    forgotten.push({ tenant, agentId })
    return {}
  }
  return { services: [standIn({ name: 'chat', handlers: { chat: { agentForget } } })] }
})

it('what an agent has of their own in chat is removed with the agent, by a second request where chat was away', async () => {
  const add = async (name: string): Promise<string> =>
    (await gateway.ask({ method: 'POST', url: '/api/agents', body: { name, email: `${name}@example.com` } })).json().id
  const [agentId] = [await add('anna'), await add('bo')]
  const remove = async () => (await gateway.ask({ method: 'DELETE', url: `/api/agents/${agentId}` })).statusCode
  isAway = true
  expect(await remove()).toBe(503)
  expect(forgotten).toEqual([])
  isAway = false
  expect(await remove()).toBe(204)
  expect(forgotten).toEqual([{ tenant: 'default', agentId }])
  expect(await remove()).toBe(404)
})
