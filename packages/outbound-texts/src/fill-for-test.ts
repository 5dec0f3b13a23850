import type { z } from 'zod'

type Def = z.core.$ZodTypes['_zod']['def']

/** Values of a schema that together have every option of every union in it, each filled. */
export function fillings(schema: z.core.$ZodType, text: string): unknown[] {
  let most = 1
  const fillings: unknown[] = []
  for (let nth = 0; nth < most; nth++) {
    const choose = (options: number): number => {
      most = Math.max(most, options)
      return nth % options
    }
    fillings.push(fill(schema, text, choose))
  }
  return fillings
}

/**
 * A value of a schema with every property that there may be, and `text` for each string, whatever it is. `choose` tells which
 * of so many options of a union it has.
 */
function fill(schema: z.core.$ZodType, text: string, choose: (options: number) => number): unknown {
  const def = schema._zod.def as Def
  switch (def.type) {
    case 'string':
      return text
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, each]) => [name, fill(each, text, choose)]))
    case 'record':
      return { [text]: fill(def.valueType, text, choose) }
    case 'array':
      return [fill(def.element, text, choose)]
    case 'union':
      return fill(def.options[choose(def.options.length)]!, text, choose)
    case 'number':
      return 1
    case 'boolean':
      return false
    case 'pipe':
      return fill(def.out, text, choose)
    case 'optional':
    case 'nullable':
    case 'default':
      return fill(def.innerType, text, choose)
    default:
      throw new Error(`nothing fills a ${def.type} yet`)
  }
}
