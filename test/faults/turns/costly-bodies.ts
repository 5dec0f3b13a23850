import { bodySchemaOf, type Route } from '@frontdesk/gateway'
import { z } from 'zod'
import { type Ids, withIds } from '../../scenarios/example-bodies.ts'
import type { Driven } from './requests.ts'

const times = (count: number, written: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => written(i)).join()
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** JSON that costs as much as its limits allow (docs/limits.md), with room for the field in which it stands. */
const costly = (bytes: number): Record<string, string> => ({
  fields: `{${times(Math.min(3_990, bytes / 10), (i) => `"k${i}":1`)}}`,
  objects: `[${times(Math.min(24_900, bytes / 3), () => '{}')}]`,
  strings: `[${times(Math.min(49_900, bytes / 3), () => '""')}]`,
  levels: `[${times(Math.min(400, bytes / 130), () => nested(60))}]`,
  text: `"${'x'.repeat(bytes)}"`,
  escapes: `"${'\\u0041'.repeat(bytes / 6)}"`,
})

type Schema = { properties?: Record<string, unknown>; anyOf?: Schema[]; oneOf?: Schema[]; allOf?: Schema[] }
const namesIn = ({ properties = {}, anyOf = [], oneOf = [], allOf = [] }: Schema): string[] => [
  ...Object.keys(properties),
  ...[...anyOf, ...oneOf, ...allOf].flatMap(namesIn),
]

/** Bodies of a provider: nobody has verified it yet, so they may hold anything. */
const unverified = (bytes: number): Record<string, [type: string, body: string]> => ({
  brackets: ['application/json', '['.repeat(bytes)],
  objects: ['application/json', `[${times(bytes / 4, () => '{}')}]`],
  pairs: ['application/x-www-form-urlencoded', 'a=b&'.repeat(bytes / 4)],
  escapes: ['application/x-www-form-urlencoded', `a=${'%F0'.repeat(bytes / 4)}`],
  parts: ['multipart/form-data; boundary=b', '--b\r\n\r\n\r\n'.repeat(bytes / 9)],
})

/** Requests of a route whose bodies are as large and as complex as may be: as the whole, and in each field that it has. */
export function costlyRequestsOf(route: Route, ids: Ids): Driven[] {
  const { method, url, access } = route
  const common = { method, isStream: false, opensWith: access, path: withIds(url, ids) }
  if (route.kind === 'provider')
    return Object.entries(unverified(1_000_000)).map(([what, [contentType, body]]) => {
      return { ...common, name: `${method} ${url} ${what}`, body, contentType }
    })
  const schema = bodySchemaOf(route)
  if (!schema) return []
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema
  const bodies = costly(['public', 'visitor', 'widget'].includes(access) ? 60_000 : 1_000_000)
  return Object.entries(bodies).flatMap(([what, value]) => [
    { ...common, name: `${method} ${url} ${what}`, body: value },
    ...[...new Set(namesIn(described))].map((field) => {
      return { ...common, name: `${method} ${url} ${field} ${what}`, body: `{"${field}":${value}}` }
    }),
  ])
}
