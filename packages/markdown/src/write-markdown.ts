import type { List, Nodes, Parent } from 'mdast'
import { hiddenTarget, linkWords } from './link-target.ts'
import { hideMasks, showMasks } from './masks.ts'
import { mayLink, parseMarkdown } from './parse-markdown.ts'

/** How one form of text writes what Markdown marks. Texts that a function gets are written in that form already. */
type Form = {
  text(words: string): string
  lineBreak: string
  strong(content: string): string
  emphasis(content: string): string
  code(words: string): string
  /** `target` is where it leads, if its words name another place. */
  link(content: string, url: string, target: string | undefined): string
  paragraph(content: string): string
  codeBlock(words: string): string
  item(content: string, sign: string): string
  list(items: string[], list: List): string
  blocks(blocks: string[]): string
}

const childrenOf = (node: Nodes): Nodes[] => ('children' in node ? (node as Parent).children : [])

function inline(nodes: Nodes[], form: Form): string {
  return nodes
    .map((node): string => {
      switch (node.type) {
        case 'text':
          return node.value.split('\n').map(form.text).join(form.lineBreak)
        case 'break':
          return form.lineBreak
        case 'strong':
          return form.strong(inline(node.children, form))
        case 'emphasis':
          return form.emphasis(inline(node.children, form))
        case 'inlineCode':
          return form.code(node.value)
        case 'link': {
          const content = linkWords(inline(node.children, form))
          return mayLink(node.url)
            ? form.link(content, node.url, hiddenTarget(inline(node.children, plain), node.url))
            : content
        }
        case 'image':
        case 'imageReference':
          return form.text(node.alt ?? '')
        case 'html':
          return form.text(node.value)
        default:
          return inline(childrenOf(node), form)
      }
    })
    .join('')
}

function block(node: Nodes, form: Form): string {
  switch (node.type) {
    case 'paragraph':
      return form.paragraph(inline(node.children, form))
    case 'heading':
      return form.paragraph(form.strong(inline(node.children, form)))
    case 'code':
      return form.codeBlock(node.value)
    case 'list': {
      const items = node.children.map((item, i) => {
        const sign = node.ordered ? `${(node.start ?? 1) + i}.` : '-'
        // An item of one paragraph is a line, not a paragraph of its own.
        const content = item.children.map((child) =>
          child.type === 'paragraph' ? inline(child.children, form) : block(child, form),
        )
        return form.item(content.join(form.lineBreak), sign)
      })
      return form.list(items, node)
    }
    case 'definition':
    case 'thematicBreak':
      return ''
    default:
      return form.blocks(childrenOf(node).map((child) => block(child, form)))
  }
}

const write = (markdown: string, form: Form): string =>
  showMasks(block(parseMarkdown(hideMasks(markdown), { hasHtmlBlocks: false }), form))

const indented = (content: string, by: string): string => content.replaceAll('\n', `\n${by}`)
const apart = (blocks: string[]): string => blocks.filter((each) => each !== '').join('\n\n')
const isSame = (content: string, url: string): boolean =>
  [url, url.replace(/^(?:mailto:|https?:\/\/)/i, '')].includes(content)

/** As mail without HTML and SMS have it. */
const plain: Form = {
  text: (words) => words,
  lineBreak: '\n',
  strong: (content) => content,
  emphasis: (content) => content,
  code: (words) => words,
  link: (content, url) => (isSame(content, url) ? content : `${content} (${url.replace(/^mailto:/i, '')})`),
  paragraph: (content) => content,
  codeBlock: (words) => words,
  item: (content, sign) => `${sign} ${indented(content, ' '.repeat(sign.length + 1))}`,
  list: (items) => items.join('\n'),
  blocks: apart,
}

/** Signs of WhatsApp (https://faq.whatsapp.com/539178204879377): they must touch the words that they enclose. */
const marked = (sign: string, content: string): string =>
  content.replace(/^(\s*)([\s\S]*?)(\s*)$/, (_, before, words, after) =>
    words === '' ? content : `${before}${sign}${words}${sign}${after}`,
  )
const whatsApp: Form = {
  ...plain,
  strong: (content) => marked('*', content),
  emphasis: (content) => marked('_', content),
  code: (words) => `\`${words}\``,
  codeBlock: (words) => `\`\`\`${words}\`\`\``,
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)

const html: Form = {
  text: escaped,
  lineBreak: '<br>\n',
  strong: (content) => `<strong>${content}</strong>`,
  emphasis: (content) => `<em>${content}</em>`,
  code: (words) => `<code>${escaped(words)}</code>`,
  link: (content, url, target) =>
    `<a href="${escaped(url)}" rel="noopener noreferrer">${content}${target ? escaped(` (${target})`) : ''}</a>`,
  paragraph: (content) => `<p>${content}</p>`,
  codeBlock: (words) => `<pre><code>${escaped(words)}</code></pre>`,
  item: (content) => `<li>${content}</li>`,
  list(items, { ordered, start }) {
    if (!ordered) return `<ul>\n${items.join('\n')}\n</ul>`
    return `<ol${start && start !== 1 ? ` start="${start}"` : ''}>\n${items.join('\n')}\n</ol>`
  },
  blocks: (blocks) => blocks.filter((each) => each !== '').join('\n'),
}

/** The words of Markdown without its signs; addresses of links follow their words in brackets. */
export const markdownToText = (markdown: string): string => write(markdown, plain).trim()

/** Markdown in the signs of WhatsApp. */
export const markdownToWhatsApp = (markdown: string): string => write(markdown, whatsApp).trim()

/**
 * HTML of the subset alone: `p`, `ul`, `ol`, `li`, `strong`, `em`, `code`, `pre`, `br`, and `a` to the web or to e-mail
 * addresses. Whatever else a text holds, tags included, is text in it.
 */
export const markdownToHtml = (markdown: string): string => write(markdown, html)
