import type { TestProject } from 'vitest/node'
import { serversOf, startDistributed } from '../processes/start-distributed.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The platform that all files of the distributed scenarios share, each with tenants of its own. */
    shared: { gateways: string[]; adminToken: string }
  }
}

/** Before the first file: every service as two processes on the servers of the environment. After the last: none. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = performance.now()
  const { gateways, adminToken, members, stop } = await startDistributed({
    servers: serversOf()!,
    env: { RATE_LIMIT_PER_MINUTE: '1000000' },
  })
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  process.stdout.write(`scenarios-distributed: ${members.length} processes ready after ${seconds} s\n`)
  project.provide('shared', { gateways, adminToken })
  return stop
}
