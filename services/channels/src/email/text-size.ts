const sizes = /(?:^|;)font-size:([^;!]*)/g
const zero = /^\+?(?:0+(?:\.0*)?|\.0+)(?:%|[a-z]{1,4})?$/
/** Of nothing, a part is nothing. */
const relative = /^inherit$|[\d.]em$|%$|^smaller$|^larger$/

/**
 * Whether text has no size, as newsletters and shops hide it. `style`: a style attribute in lower case without spaces; `isTiny`:
 * of the element around it.
 */
export function isWithoutSize(style: string, isTiny: boolean): boolean {
  const size = [...style.matchAll(sizes)].at(-1)?.[1]
  if (size === undefined) return isTiny
  return zero.test(size) || (isTiny && relative.test(size))
}
