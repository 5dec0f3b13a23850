import { XMLParser } from 'fast-xml-parser'

/** An element as the parser gives it: its name with its children, attributes beside it; text is `#text`. */
type Node = { ':@'?: Record<string, string>; '#text'?: string } & { [name: string]: unknown }

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
})
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim()

const leftOut = new Set('info links media figure comment desc cite include thumbs'.split(' '))
/** What is shown by GNOME Shell on a web page. */
const holds = (test: string): boolean =>
  test
    .split(/\s+/)
    .every((all) =>
      all
        .split(',')
        .some(
          (one) =>
            ['platform:gnome', 'platform:gnome-shell', 'target:html'].includes(one.replace(/^!/, '')) !==
            one.startsWith('!'),
        ),
    )

const nameOf = (node: Node): string =>
  Object.keys(node)
    .find((key) => key !== ':@')!
    .replace(/^.*:/, '')
const attributesOf = (node: Node) => node[':@'] ?? {}
const contentOf = (node: Node): Node[] => node[Object.keys(node).find((key) => key !== ':@')!] as Node[]

/** Children, conditions decided. */
function childrenOf(node: Node): Node[] {
  return contentOf(node).flatMap((child): Node[] => {
    if ('#text' in child) return [child]
    const name = nameOf(child)
    const test = attributesOf(child).test ?? attributesOf(child)['if:test']
    if (name === 'if') return holds(test ?? '') ? childrenOf(child) : []
    if (name === 'choose') {
      const chosen = contentOf(child)
        .filter((each) => !('#text' in each))
        .find((each) => nameOf(each) === 'else' || holds(attributesOf(each).test ?? ''))
      return chosen ? childrenOf(chosen) : []
    }
    return test !== undefined && !holds(test) ? [] : [child]
  })
}

type Titles = Map<string, string>

function inline(node: Node, titles: Titles): string {
  return childrenOf(node)
    .map((child): string => {
      if ('#text' in child) return escaped(String(child['#text']))
      const name = nameOf(child)
      if (leftOut.has(name)) return ''
      if (name === 'keyseq' || name === 'guiseq')
        return childrenOf(child)
          .map((part) => ('#text' in part ? '' : inline(part, titles).trim()))
          .filter(Boolean)
          .join(name === 'keyseq' ? ' + ' : ' > ')
      const text = inline(child, titles)
      if (name === 'link' && text.trim() === '') return titles.get(attributesOf(child).xref ?? '') ?? ''
      return /^(?:cmd|code|input|sys|file|tt|output)$/.test(name) && text.trim() ? `<code>${text.trim()}</code>` : text
    })
    .join('')
}

const textOf = (node: Node, titles: Titles): string =>
  collapse(inline(node, titles))
    .replace(/\(\s*\)/g, '')
    .replace(/(?<!\+)\s+([.,;:)])/g, '$1')

function block(node: Node, depth: number, titles: Titles): string {
  if ('#text' in node) return ''
  const name = nameOf(node)
  if (leftOut.has(name)) return ''
  const within = (of: Node, deeper = depth) =>
    childrenOf(of)
      .map((child) => block(child, deeper, titles))
      .join('')
  const wrapped = (tag: string, content: string) => (content.trim() === '' ? '' : `<${tag}>${content}</${tag}>\n`)
  switch (name) {
    case 'title':
    case 'subtitle':
      return wrapped('p', textOf(node, titles) && `<strong>${textOf(node, titles)}</strong>`)
    case 'p':
      return wrapped('p', textOf(node, titles))
    case 'section':
      return childrenOf(node)
        .map((child) =>
          !('#text' in child) && nameOf(child) === 'title'
            ? wrapped(`h${Math.min(depth, 6)}`, textOf(child, titles))
            : block(child, depth + 1, titles),
        )
        .join('')
    case 'steps':
      return wrapped('ol', within(node))
    case 'list':
    case 'tree':
      return wrapped('ul', within(node))
    case 'item':
      return wrapped('li', within(node) || textOf(node, titles))
    case 'terms':
      return childrenOf(node)
        .filter((child) => !('#text' in child) && nameOf(child) === 'item')
        .map((item) =>
          childrenOf(item)
            .map((child) =>
              !('#text' in child) && nameOf(child) === 'title'
                ? wrapped('dt', textOf(child, titles))
                : wrapped('dd', block(child, depth, titles)),
            )
            .join(''),
        )
        .join('')
    case 'table':
    case 'thead':
    case 'tbody':
    case 'tr':
      return wrapped(name, within(node))
    case 'td':
    case 'th':
      return `<td>${within(node).replace(/<\/?p>/g, '') || textOf(node, titles)}</td>`
    case 'screen':
    case 'code':
    case 'listing':
      return wrapped('pre', inline(node, titles))
    default:
      return within(node)
  }
}

const rootOf = (xml: string): Node => (parser.parse(xml) as Node[]).find((node) => nameOf(node) === 'page')!

/** What an empty link shows: the titles of pages and their sections, by their ids. */
export function titlesOf(pages: [id: string, xml: string][]): Titles {
  const titles: Titles = new Map()
  const collect = (node: Node, page: string, id: string) => {
    for (const child of contentOf(node)) {
      if ('#text' in child) continue
      if (nameOf(child) === 'title') titles.set(id, titles.get(id) ?? textOf(child, titles))
      const own = attributesOf(child).id
      if (nameOf(child) === 'section' && own) {
        collect(child, page, `${page}#${own}`)
        const title = titles.get(`${page}#${own}`)
        if (title) titles.set(`#${own}`, title)
      }
    }
  }
  for (const [id, xml] of pages) collect(rootOf(xml), id, id)
  return titles
}

/** A page of Mallard (http://projectmallard.org) as HTML, as GNOME Shell would show it, without its pictures. */
export function toHtml(xml: string, titles: Titles): string {
  const root = rootOf(xml)
  const children = childrenOf(root).filter((child) => !('#text' in child))
  const title = children.find((child) => nameOf(child) === 'title')
  const heading = title ? textOf(title, titles) : ''
  const body = children.filter((child) => child !== title).map((child) => block(child, 2, titles))
  return `<!doctype html><meta charset="utf-8"><title>${heading.replace(/<[^>]+>/g, '')}</title><body><h1>${heading}</h1>\n${body.join('')}</body>`
}
