import type { Blobs } from '@frontdesk/blobs'
import type { Bus, DeadLetters } from '@frontdesk/bus'
import type { ChunkIndex } from '@frontdesk/chunk-index'
import type { StorageFault } from '@frontdesk/contracts'
import type { Documents } from '@frontdesk/documents'
import type { Models } from '@frontdesk/models'
import type { OutboundHttp } from '@frontdesk/outbound-http'
import type { Registry } from 'prom-client'

/** Whether a part can work now, and what to do when it can not. */
export type PartHealth = {
  part: string
  ok: boolean
  detail?: string
  /** Why its storage takes no writes, where that is known. */
  storage?: StorageFault
  /** What whoever runs the platform should know although the part can work. */
  note?: string
  durationMs: number
}

/** What the process knows about itself: for `/readyz` and `/metrics`. */
export type Health = {
  /**
   * Whether every part can work, seen within the last second by a write to each store; a part that says nothing for 2 s can't.
   * `ready` is false too while stopping.
   */
  check(): Promise<{ ready: boolean; parts: PartHealth[] }>
  /** Services of the installation that nobody runs at the moment, in any process; asked now, within 1 s. */
  unavailableServices(): Promise<string[]>
  /** Services that run in this process. */
  services(): string[]
  /** Everything that this process measures, in the form of Prometheus; a service may add its own. */
  readonly registry: Registry
  /** Adds a note to a part that can work, or takes it away. */
  tell?(part: string, note: string | undefined): void
  /** Frees the port of the gateway just before it listens: until then something else answers probes there. */
  releasePort?(): Promise<void>
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
