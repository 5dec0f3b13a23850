import { type Field, writeFields } from './write-fields.ts'

const types = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7 } as const
type ElementType = keyof typeof types

/** An attribute of a node: a whole number, a float, or whole numbers. */
export type Attribute = number | { float: number } | number[]

/** A graph of ONNX that is being put together. Values are known by their names. */
export type Graph = {
  /** Adds a constant and answers its name. */
  constant(type: ElementType, dims: number[], bytes: Uint8Array): string
  /** Adds a node with one result and answers its name. An empty name among the inputs leaves one out. */
  node(operator: string, inputs: string[], attributes?: Record<string, Attribute>): string
  /** Declares a value that is given to each run. A dimension with a name may be of any size. */
  input(name: string, type: ElementType, dims: (number | string)[]): string
  /** Names a value as the result, and answers the model: one file, all weights within. */
  finish(output: string, name: string, dims: (number | string)[]): Buffer
}

/** What onnxruntime adds to the standard's operators. */
const contributed = new Set(['DynamicQuantizeMatMul', 'Gelu', 'MultiHeadAttention'])
const versions = { standard: 17, contributed: 1 }

/** Begins an empty graph. */
export function newGraph(): Graph {
  const nodes: Buffer[] = []
  const constants: Buffer[] = []
  const inputs: Buffer[] = []
  let count = 0
  const newName = () => `v${count++}`
  return {
    constant(type, dims, bytes) {
      const name = newName()
      constants.push(writeFields([...dims.map((dim): Field => [1, dim]), [2, types[type]], [8, name], [9, bytes]]))
      return name
    },
    node(operator, from, attributes = {}) {
      const name = newName()
      const own = Object.entries(attributes).map(([key, value]): Field => [5, attribute(key, value)])
      const fields: Field[] = [...from.map((input): Field => [1, input]), [2, name], [3, name], [4, operator], ...own]
      if (contributed.has(operator)) fields.push([7, 'com.microsoft'])
      nodes.push(writeFields(fields))
      return name
    },
    input(name, type, dims) {
      inputs.push(valueInfo(name, type, dims))
      return name
    },
    finish(output, name, dims) {
      nodes.push(
        writeFields([
          [1, output],
          [2, name],
          [3, name],
          [4, 'Identity'],
        ]),
      )
      const graph = writeFields([
        ...nodes.map((node): Field => [1, node]),
        [2, 'encoder'],
        ...constants.map((constant): Field => [5, constant]),
        ...inputs.map((input): Field => [11, input]),
        [12, valueInfo(name, 'float', dims)],
      ])
      return writeFields([
        [1, 8],
        [2, 'frontdesk'],
        [7, graph],
        [
          8,
          writeFields([
            [1, ''],
            [2, versions.standard],
          ]),
        ],
        [
          8,
          writeFields([
            [1, 'com.microsoft'],
            [2, versions.contributed],
          ]),
        ],
      ])
    },
  }
}

function attribute(name: string, value: Attribute): Buffer {
  if (typeof value === 'number')
    return writeFields([
      [1, name],
      [3, value],
      [20, 2],
    ])
  if (Array.isArray(value)) return writeFields([[1, name], ...value.map((item): Field => [8, item]), [20, 7]])
  return writeFields([
    [1, name],
    [2, value],
    [20, 1],
  ])
}

function valueInfo(name: string, type: ElementType, dims: (number | string)[]): Buffer {
  const shape = dims.map((dim): Field => [1, writeFields([typeof dim === 'string' ? [2, dim] : [1, dim]])])
  const tensor = writeFields([
    [1, types[type]],
    [2, writeFields(shape)],
  ])
  return writeFields([
    [1, name],
    [2, writeFields([[1, tensor]])],
  ])
}
