/** Longer addresses are made by machines for machines. */
const maxCharacters = 2_048
const maxSegments = 16
const maxParameters = 6
/** Links between the start page and another. */
export const maxLinkDepth = 20
/** Addresses of one path that differ in one parameter; in one that names the thing shown, as many as a crawl fetches. */
const maxValues = 25
const maxThings = 100
/** The same of several parameters: filters and orders multiply. */
const maxCombinations = 10
/** Months, weeks and days of one calendar. */
const maxDates = 12
/** Parameters that show the same things in another way. */
const view =
  /^(?:sort(?:_?by)?|order(?:_?by)?|dir(?:ection)?|view|layout|display|filter\w*|facet\w*|print|format|share|replytocom|per_?page|limit|offset|theme|q|s|query|search|keywords?)$/i
const maxViews = 3
const thing = /^(?:\w*id|p|page_id|article|doc(?:ument)?|topic|slug|name|title|t|post|faq|question|product|item|key)$/i
const date = '(?:19|20|21)\\d\\d[/_-](?:0?[1-9]|1[0-2])(?:[/_-](?:0?[1-9]|[12]\\d|3[01]))?'
/** A path that ends in a date shows a part of a calendar; one that goes on shows something of that day. */
const datedPath = new RegExp(`[/_-]${date}/?$`)
const datedQuery = new RegExp(`=${date}(?:&|$)`)
const dateNames = /^(?:year|month|week|day|date|yr|mon|ym|cal(?:endar)?)$/i

/** What of an address has been seen so far, to tell when there is no end to it. Not durable: made anew from the frontier. */
export type TrapWatch = {
  /**
   * Why an address is not worth a visit, or undefined; then it counts. `depth` is the number of links that lead there.
   */
  reasonAgainst(address: string, depth: number): string | undefined
}

/** `a/b/a/b` or a segment three times: links that are relative to where they stand, and stand everywhere. */
function repeats(segments: string[]): boolean {
  const seen = new Map<string, number>()
  for (const segment of segments) {
    const times = (seen.get(segment) ?? 0) + 1
    if (times > 2) return true
    seen.set(segment, times)
  }
  return segments.some(
    (segment, i) =>
      i >= 3 && segment === segments[i - 2] && segments[i - 1] === segments[i - 3] && segment !== segments[i - 1],
  )
}

function shapeOf(url: URL): { group: string; most: number; why: string } | undefined {
  const names = [...url.searchParams.keys()]
  const place = `${url.host}${url.pathname}`
  const isDated = datedPath.test(url.pathname) || datedQuery.test(url.search)
  if (isDated || names.some((name) => dateNames.test(name))) {
    return { group: `date ${place.replace(/\d+/g, '#')}`, most: maxDates, why: 'an endless calendar' }
  }
  if (names.length === 0) return undefined
  if (names.some((name) => view.test(name))) return { group: `view ${place}`, most: maxViews, why: 'views of one page' }
  if (names.length > 1) return { group: `many ${place}`, most: maxCombinations, why: 'combinations of parameters' }
  const most = thing.test(names[0]!) ? maxThings : maxValues
  return { group: `one ${place} ${names[0]}`, most, why: 'values of one parameter' }
}

/** Watches the addresses of one crawl for spaces without end. */
export function watchForTraps(): TrapWatch {
  const counts = new Map<string, number>()
  return {
    reasonAgainst(address, depth) {
      if (address.length > maxCharacters) return `The address is longer than ${maxCharacters} characters.`
      if (depth > maxLinkDepth) return `It is more than ${maxLinkDepth} links away from the start.`
      const url = new URL(address)
      const segments = url.pathname.split('/').filter(Boolean)
      if (segments.length > maxSegments) return `The address has more than ${maxSegments} levels.`
      if (repeats(segments)) return 'The address repeats itself.'
      if (url.searchParams.size > maxParameters) return `The address has more than ${maxParameters} parameters.`
      const shape = shapeOf(url)
      if (!shape) return undefined
      const count = (counts.get(shape.group) ?? 0) + 1
      counts.set(shape.group, count)
      return count > shape.most ? `After ${shape.most} of its kind: ${shape.why}.` : undefined
    },
  }
}
