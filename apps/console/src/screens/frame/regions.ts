/** Moves the focus to the next or the previous part of the page: navigation, list, conversation, details. */
export function moveToRegion(by: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('nav, main > section, main > aside')].filter(
    (region) => region.offsetParent !== null || getComputedStyle(region).position === 'fixed',
  )
  const all = regions.length > 0 ? regions : [...document.querySelectorAll<HTMLElement>('main')]
  const at = all.findIndex((region) => region.contains(document.activeElement))
  const next = all[(at + by + all.length) % all.length] ?? all[0]
  const found = (selector: string) =>
    [...(next?.querySelectorAll<HTMLElement>(selector) ?? [])].find((each) => each.offsetParent !== null)
  const target =
    found('[role=listbox], textarea, [aria-current=page]') ?? found('a[href], button:not(:disabled), input')
  target?.focus()
}
