import type { Weights } from '../weights/read-weights.ts'
import { newGraph } from './graph.ts'
import { quantizedLayer } from './quantized-layer.ts'

/**
 * The model behind the embeddings of pieces, as ONNX. Its input `embeddings` is one text (1 × pieces × hidden: word, position
 * and kind added up), its output `vectors` (1 × hidden) their mean, of length 1. Texts are not put together: on one core
 * a batch was no quicker, and a question would wait for it.
 */
export function buildEncoder(weights: Weights): Buffer {
  const { hidden, layers, heads, inner, epsilon } = weights.header
  const graph = newGraph()
  const vector = (name: string) => {
    const { bytes, count } = weights.floats(name)
    return graph.constant('float', [count], bytes)
  }
  const layer = (x: string, name: string, inputs: number, outputs: number) =>
    quantizedLayer(graph, x, {
      weights: weights.blocks(`${name}.w`),
      bias: weights.floats(`${name}.b`),
      inputs,
      outputs,
    })
  // Apart from the sum: the runtime's operator that does both at once takes three times as long.
  const normalize = (x: string, name: string) =>
    graph.node('LayerNormalization', [x, vector(`${name}.w`), vector(`${name}.b`)], { epsilon: { float: epsilon } })
  const add = (x: string, y: string) => graph.node('Add', [x, y])

  let x = normalize(graph.input('embeddings', 'float', [1, 'pieces', hidden]), 'emb.ln')
  for (let i = 0; i < layers; i++) {
    const [query, key, value] = ['q', 'k', 'v'].map((name) => layer(x, `l${i}.${name}`, hidden, hidden))
    const seen = graph.node('MultiHeadAttention', [query!, key!, value!], { num_heads: heads })
    x = normalize(add(x, layer(seen, `l${i}.ao`, hidden, hidden)), `l${i}.aln`)
    const wide = graph.node('Gelu', [layer(x, `l${i}.fi`, hidden, inner)])
    x = normalize(add(x, layer(wide, `l${i}.fo`, inner, hidden)), `l${i}.oln`)
  }
  const mean = graph.node('ReduceMean', [x], { axes: [1], keepdims: 0 })
  return graph.finish(graph.node('LpNormalization', [mean], { axis: 1, p: 2 }), 'vectors', [1, hidden])
}
