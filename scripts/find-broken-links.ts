import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** A page without what is shown as code: a link in it is not one. Lines stay where they are. */
const withoutCode = (page: string): string =>
  page.replace(/^(```|~~~)[^\n]*\n.*?^\1[^\n]*$/gms, (block) => block.replace(/[^\n]/g, '')).replace(/`[^`\n]*`/g, '``')

/** A heading's text as it is shown: links by their text, no marks of emphasis or code. */
const shownText = (heading: string): string =>
  heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`([^`]*)`/g, '$1')
    .replace(/(\*\*|\*)(.+?)\1/g, '$2')

/**
 * The anchors of a page as GitHub makes them from its headings: lower case, without punctuation, hyphens for spaces, `-1` after
 * the second of the same name; and those that it has as HTML.
 */
export function anchorsOf(page: string): Set<string> {
  const withoutBlocks = page.replace(/^(```|~~~).*?^\1/gms, '')
  const anchors = new Set<string>()
  for (const [, heading] of withoutBlocks.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const slug = shownText(heading!)
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  for (const [, id] of withoutBlocks.matchAll(/<[a-z]+ [^>]*\b(?:id|name)="([^"]+)"/g)) anchors.add(id!)
  return anchors
}

/** Links of a page, inline or by reference, with the anchor; those to other sites are left out. */
function localLinksOf(page: string): string[] {
  const text = withoutCode(page)
  const inline = [...text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)]
  const references = [...text.matchAll(/^ {0,3}\[[^\]^]+\]:\s*<?([^\s>]+)>?/gm)]
  return [...inline, ...references]
    .map(([, link]) => link!)
    .filter((link) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(link))
}

/** Every link of these pages (paths below `root`) that leads to no file or folder, or to no heading: `page → link`. */
export function findBrokenLinks(root: string, pages: string[]): string[] {
  const anchors = new Map<string, Set<string>>()
  const anchorsIn = (path: string) => {
    const known = anchors.get(path) ?? anchorsOf(readFileSync(path, 'utf8'))
    anchors.set(path, known)
    return known
  }
  const leadsSomewhere = (page: string, link: string): boolean => {
    const [path, anchor] = link.split('#', 2).map(decodeURIComponent)
    const target = path ? normalize(join(root, dirname(page), path)) : join(root, page)
    if (!existsSync(target)) return false
    if (anchor === undefined || !target.endsWith('.md')) return true
    return statSync(target).isFile() && anchorsIn(target).has(anchor)
  }
  return pages.flatMap((page) =>
    localLinksOf(readFileSync(join(root, page), 'utf8'))
      .filter((link) => !leadsSomewhere(page, link))
      .map((link) => `${page} → ${link}`),
  )
}
