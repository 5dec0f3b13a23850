import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { apart, type Distributed, serversOf, startDistributed, together } from '../processes/start-distributed.ts'
import { sharedEnv } from './shared-env.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a file of the distributed scenarios asks for the platform that it shares with others: see `sharedPlatform`. */
    sharedAt: string
  }
}

/** A platform stays for so long after the last file left it: another one may come. */
const lingerMs = 15_000
/**
 * So many files share a platform, then the next one begins on empty stores: the MongoDB-wire server of the tests reads whole
 * collections for most filters, so that each file would be slower than the one before.
 */
const maxFiles = 9

type Shared = { running: Promise<Distributed>; files: number; users: number; over: PromiseWithResolvers<void> }

/** Every service in two processes of its own where the environment says `PROCESSES=apart`, else all services in each of two. */
const processes = process.env.PROCESSES === 'apart' ? apart(2) : together(2)

async function start(): Promise<Distributed> {
  const started = performance.now()
  const platform = await startDistributed({ servers: serversOf()!, processes, env: sharedEnv })
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  process.stdout.write(`scenarios-distributed: ${platform.members.length} processes ready after ${seconds} s\n`)
  return platform
}

/**
 * Offers a platform on the servers of the environment: started when the first file asks, for setups run before all tests of
 * every project, and gone soon after the last file, so that it takes nothing from other tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let shared: Shared | undefined
  let lingering: NodeJS.Timeout | undefined
  const stops = new Set<Promise<void>>()

  /** Nobody uses it any more. */
  function stop() {
    clearTimeout(lingering)
    const stopped = shared
    shared = undefined
    if (!stopped) return
    stopped.over.resolve()
    const stop = stopped.running.then((platform) => platform.stop()).catch(() => {})
    stops.add(stop)
    void stop.then(() => stops.delete(stop))
  }

  async function enter(): Promise<Distributed> {
    while (shared && shared.files >= maxFiles) await shared.over.promise
    if (!shared) {
      shared = { running: start(), files: 0, users: 0, over: Promise.withResolvers() }
    }
    shared.files++
    shared.users++
    const entered = shared
    return entered.running.catch((error) => {
      if (shared === entered) stop()
      throw error
    })
  }

  function leave() {
    if (!shared) return
    shared.users--
    if (shared.users > 0) return
    if (shared.files >= maxFiles) stop()
    else lingering = setTimeout(stop, lingerMs)
  }

  const desk = createServer(async (request, response) => {
    clearTimeout(lingering)
    if (request.url === '/leave') {
      leave()
      return void response.end()
    }
    try {
      const { gateways, adminToken } = await enter()
      response.end(JSON.stringify({ gateways, adminToken }))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve))
  project.provide('sharedAt', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`)
  return async () => {
    desk.closeAllConnections()
    desk.close()
    stop()
    await Promise.all(stops)
  }
}
