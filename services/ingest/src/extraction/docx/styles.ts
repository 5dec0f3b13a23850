import type { Archive } from './open-archive.ts'
import { readXml } from './read-xml.ts'

/** What a paragraph's style says of it: a heading's or list's depth counts from 0. */
export type Style = { isHeading: boolean; list?: { id: string; depth: number } }

type Found = { name: string; basedOn?: string; outline?: number; numId?: string; depth?: number }

/** Names of styles are English whatever the language of the program, their ids are not. */
const headingName = /^(?:heading [1-9]|title|subtitle)$/i
/** Of styles that are based on one another. */
const maxChainLength = 20

/** Reads `styles.xml`: what each paragraph style means, with what it takes from the styles it is based on. */
export async function readStyles(archive: Archive, entry: string): Promise<Map<string, Style>> {
  const found = new Map<string, Found>()
  let style: Found | undefined
  await readXml(archive, entry, {
    open(name, { styleId, type, val = '' }) {
      if (name === 'style' && type === 'paragraph' && styleId) found.set(styleId, (style = { name: '' }))
      else if (!style) return
      else if (name === 'name') style.name = val
      else if (name === 'basedOn') style.basedOn = val
      else if (name === 'outlineLvl') style.outline = Number(val)
      else if (name === 'numId') style.numId = val
      else if (name === 'ilvl') style.depth = Number(val)
    },
    close(name) {
      if (name === 'style') style = undefined
    },
  })
  return new Map([...found.keys()].map((id) => [id, meaningOf(id, found)]))
}

function meaningOf(id: string, found: Map<string, Found>): Style {
  const chain: Found[] = []
  for (let at: string | undefined = id; at !== undefined && chain.length < maxChainLength; ) {
    const style = found.get(at)
    if (!style) break
    chain.push(style)
    at = style.basedOn
  }
  const outline = chain.find((style) => style.outline !== undefined)?.outline
  const numId = chain.find((style) => style.numId !== undefined)?.numId
  const depth = chain.find((style) => style.depth !== undefined)?.depth ?? 0
  return {
    isHeading: outline !== undefined ? outline < 9 : chain.some(({ name }) => headingName.test(name)),
    ...(numId !== undefined && { list: { id: numId, depth } }),
  }
}
