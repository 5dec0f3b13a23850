import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type Distributed, serversOf, startDistributed } from '../processes/start-distributed.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a file of the distributed scenarios asks for the platform that all of them share: see `sharedPlatform`. */
    sharedAt: string
  }
}

/** The platform stays for so long after the last file left it: another one may come. */
const lingerMs = 15_000

async function start(): Promise<Distributed> {
  const started = performance.now()
  const platform = await startDistributed({ servers: serversOf()!, env: { RATE_LIMIT_PER_MINUTE: '1000000' } })
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  process.stdout.write(`scenarios-distributed: ${platform.members.length} processes ready after ${seconds} s\n`)
  return platform
}

/**
 * Offers every service as two processes on the servers of the environment: started when the first file asks, for setups
 * run before all tests of every project, and gone soon after the last file, so that they take nothing from other tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let platform: Promise<Distributed> | undefined
  let users = 0
  let lingering: NodeJS.Timeout | undefined

  async function stop() {
    clearTimeout(lingering)
    const stopping = platform
    platform = undefined
    await (await stopping)?.stop()
  }

  const desk = createServer(async (request, response) => {
    clearTimeout(lingering)
    if (request.url === '/leave') {
      users--
      if (users === 0) lingering = setTimeout(() => void stop(), lingerMs)
      return response.end()
    }
    users++
    try {
      const { gateways, adminToken } = await (platform ??= start())
      response.end(JSON.stringify({ gateways, adminToken }))
    } catch (error) {
      platform = undefined
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve))
  project.provide('sharedAt', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`)
  return async () => {
    desk.closeAllConnections()
    desk.close()
    await stop()
  }
}
