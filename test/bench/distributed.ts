import { startFrontdesk } from '@frontdesk/testing'
import { apart, noServers, serversOf, startDistributed } from '../processes/start-distributed.ts'
import { apiClient } from '../scenarios/api-client.ts'
import { report, sized } from './figures/report.ts'

const questions = sized(60, 8)
const warmUps = sized(15, 2)
const text = 'A parcel to Norway takes two to five working days and costs 99 kronor. Tracking comes by e-mail.'
const question = 'How long does a parcel to Norway take?'

/** How long questions take one after the other, in milliseconds, sorted. */
async function timeQuestions(baseUrl: string, apiKey: string): Promise<number[]> {
  const call = apiClient(baseUrl, apiKey)
  const { body } = await call.post('/api/knowledge/sources', { type: 'manual', title: 'Shipping', text })
  for (let status = ''; status !== 'Ready'; ) {
    status = (await call.get(`/api/knowledge/sources/${body.id}`)).body.status
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const times: number[] = []
  for (let i = 0; i < warmUps + questions; i++) {
    const started = performance.now()
    const reply = await call.post('/api/chat/message', { message: question })
    if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
    if (i >= warmUps) times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)
}

/**
 * What a process for each service on NATS, MongoDB and Elasticsearch adds to the time of one question, against all in
 * one process. Prints milliseconds and their ratio. Says so when there are no servers.
 */
export async function bench(): Promise<void> {
  if (noServers) return console.log(`distributed: ${noServers}`)
  const embedded = await startFrontdesk()
  const inOne = await timeQuestions(embedded.baseUrl, embedded.apiKey)
  await embedded.stop()
  const platform = await startDistributed({ servers: serversOf()!, processes: apart(1) })
  const inMany = await timeQuestions(platform.gateways[0]!, platform.apiKey)
  await platform.stop()
  const at = (times: number[], share: number) => times[Math.floor(times.length * share)]!
  report('one question distributed against embedded, p50', at(inMany, 0.5) / at(inOne, 0.5), '×', { most: 3 })
  console.table(
    [
      ['p50', 0.5],
      ['p95', 0.95],
    ].map(([name, share]) => {
      const [one, many] = [at(inOne, share as number), at(inMany, share as number)]
      return {
        'one question, ms': name,
        embedded: one.toFixed(1),
        distributed: many.toFixed(1),
        added: (many - one).toFixed(1),
        ratio: (many / one).toFixed(2),
      }
    }),
  )
}

if (import.meta.main) await bench()
