import type { z } from 'zod'

type Def = z.core.$ZodTypes['_zod']['def']

/** A value of a schema with every property that there may be, and `text` for each string, whatever it is. */
export function fill(schema: z.core.$ZodType, text: string): unknown {
  const def = schema._zod.def as Def
  switch (def.type) {
    case 'string':
      return text
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, each]) => [name, fill(each, text)]))
    case 'record':
      return { [text]: fill(def.valueType, text) }
    case 'array':
      return [fill(def.element, text)]
    case 'union':
      return fill(def.options.at(-1)!, text)
    case 'number':
      return 1
    case 'boolean':
      return false
    case 'pipe':
      return fill(def.out, text)
    case 'optional':
    case 'nullable':
    case 'default':
      return fill(def.innerType, text)
    default:
      throw new Error(`nothing fills a ${def.type} yet`)
  }
}
