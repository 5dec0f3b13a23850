import { describeOpenList } from './open-lists.ts'
import type { Schema } from './schema-type.ts'

const pascal = (text: string): string =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z])/g, (_, letter: string) => letter.toUpperCase())

/** `X or null` of a plain type as one schema with two types: generators make nothing of a branch that is only null. */
function joinNull(schema: Schema): void {
  const [first, second, ...others] = schema.anyOf ?? []
  if (typeof first?.type !== 'string' || second?.type !== 'null' || others.length > 0) return
  delete schema.anyOf
  Object.assign(schema, { ...first, ...schema, type: [first.type, 'null'] })
  if (first.enum) schema.enum = [...first.enum, null]
}

/** What is as long everywhere: ids of ours, and cursors, which come back in requests. */
function limitKnown(name: string, schema: Schema): void {
  if (
    ![schema.type].flat().includes('string') ||
    schema.const ||
    schema.enum ||
    schema['x-extensible-enum'] ||
    schema.format ||
    schema.pattern
  )
    return
  if (name === 'nextCursor') schema.maxLength ??= 1_024
  if (name === 'id' || (name.endsWith('Id') && name !== 'remoteId')) schema.maxLength ??= 128
}

/** Takes out what says nothing, and says what generators would otherwise guess wrongly. */
function tidy(schema: Schema): void {
  // Names of properties are texts anyway, and a map has no properties of its own.
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames
  if (JSON.stringify(schema.properties) === '{}') delete schema.properties
  joinNull(schema)
  describeOpenList(schema)
  // null is what the absent one means, and some generators look for a model of it.
  if (schema.default === null) delete schema.default
  // The format says it, and generators make a time of it that has no text to match.
  if (schema.format === 'date-time' || schema.format === 'date') delete schema.pattern
  for (const [name, property] of Object.entries(schema.properties ?? {})) limitKnown(name, property)
  // Without a format, Go reads an integer as 32 bits and a number as single precision.
  const types = [schema.type].flat()
  if (types.includes('integer')) schema.format ??= 'int64'
  if (types.includes('number')) schema.format ??= 'double'
}

/** Tidies every schema of a document, wherever it stands. */
export function tidySchemas(node: unknown): void {
  if (Array.isArray(node)) for (const each of node) tidySchemas(each)
  else if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      if (
        key === 'example' ||
        key === 'examples' ||
        key === 'default' ||
        key === 'enum' ||
        key === 'x-extensible-enum' ||
        key === 'const'
      )
        continue
      tidySchemas(value)
    }
    // The component says it itself, and generators refuse it beside the reference.
    if ('$ref' in node && 'additionalProperties' in node) delete node.additionalProperties
    if ('anyOf' in node || ('type' in node && (typeof node.type === 'string' || Array.isArray(node.type))))
      tidy(node as Schema)
  }
}

type Parameter = { in: string; name: string }

/** Makes a component of each parameter that several operations have in the same form. */
export function shareParameters(
  document: { components?: any },
  operations: Iterable<{ parameters?: Parameter[] }>,
): void {
  const uses = new Map<string, { parameter: Parameter; holders: Parameter[][] }>()
  for (const { parameters } of operations) {
    for (const parameter of parameters ?? []) {
      const key = JSON.stringify(parameter)
      const use = uses.get(key) ?? { parameter, holders: [] }
      use.holders.push(parameters!)
      uses.set(key, use)
    }
  }
  const shared: Record<string, Parameter> = (document.components.parameters ??= {})
  const often = [...uses]
    .filter(([, { holders }]) => holders.length > 1)
    .sort(([, a], [, b]) => b.holders.length - a.holders.length)
  for (const [key, { parameter, holders }] of often) {
    const name = pascal(parameter.name)
    if (shared[name]) continue
    shared[name] = parameter
    for (const holder of holders) {
      const at = holder.findIndex((each) => JSON.stringify(each) === key)
      holder[at] = { $ref: `#/components/parameters/${name}` } as unknown as Parameter
    }
  }
}
