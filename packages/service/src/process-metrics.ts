import { Counter, Gauge, Histogram } from 'prom-client'
import type { Health } from './ports.ts'

type Definition<L extends string> = { name: string; help: string; labelNames: readonly L[] }
type Measuring = Pick<Health, 'registry'>

/** The counter of this process with that name; it is made when it is first asked for. Services of one process share it. */
export function counterOf<L extends string>({ registry }: Measuring, definition: Definition<L>): Counter<L> {
  const known = registry.getSingleMetric(definition.name) as Counter<L> | undefined
  return known ?? new Counter({ ...definition, registers: [registry] })
}

/** The same for a gauge. */
export function gaugeOf<L extends string>({ registry }: Measuring, definition: Definition<L>): Gauge<L> {
  const known = registry.getSingleMetric(definition.name) as Gauge<L> | undefined
  return known ?? new Gauge({ ...definition, registers: [registry] })
}

/** The same for a histogram, with the upper bounds of its buckets. */
export function histogramOf<L extends string>(
  { registry }: Measuring,
  definition: Definition<L> & { buckets: number[] },
): Histogram<L> {
  const known = registry.getSingleMetric(definition.name) as Histogram<L> | undefined
  return known ?? new Histogram({ ...definition, registers: [registry] })
}
