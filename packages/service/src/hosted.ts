import type { ContextParts } from './context.ts'
import type { Service } from './define.ts'
import type { Relay } from './relay.ts'

/** A service with what it runs on, in this process. `shutdown` aborts when work in hand should come to an end. */
export type Hosted = { service: Service; parts: ContextParts; relay: Relay; shutdown: AbortSignal }
