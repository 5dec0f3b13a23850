import type { Blobs } from '@frontdesk/blobs'
import type { Bus, DeadLetters } from '@frontdesk/bus'
import type { ChunkIndex } from '@frontdesk/chunk-index'
import type { Documents } from '@frontdesk/documents'
import type { Models } from '@frontdesk/models'
import type { OutboundHttp } from '@frontdesk/outbound-http'
import type { Registry } from 'prom-client'

/** Whether a part can work now, and what to do when it can not. */
export type PartHealth = { part: string; ok: boolean; detail?: string; durationMs: number }

/** What the process knows about itself: for `/readyz` and `/metrics`. */
export type Health = {
  /** Checks every part, each within 1 s. `ready` is false too while stopping. */
  check(): Promise<{ ready: boolean; parts: PartHealth[] }>
  /** Services that run in this process. */
  services(): string[]
  /** Everything that this process measures, in the form of Prometheus; a service may add its own. */
  readonly registry: Registry
}

/** What a service may name in `uses`. One interface a port, one adapter a backend. */
export type Ports = {
  blobs: Blobs
  chunkIndex: ChunkIndex
  models: Models
  outboundHttp: OutboundHttp
  deadLetters: DeadLetters
  health: Health
}

/** Everything a process needs to run services, opened. */
export type OpenPorts = Omit<Ports, 'deadLetters' | 'health'> & { bus: Bus; documents: Documents }
