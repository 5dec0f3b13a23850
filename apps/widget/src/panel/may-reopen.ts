/**
 * Whether the panel that was open on the page before opens on this one. On a narrow screen it covers the page, so only after
 * a reload or a step from a page of the same site: whoever types an address, or comes from elsewhere, wants the page.
 */
export function mayReopen(isNarrow: boolean): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return !isNarrow || navigation?.type !== 'navigate' || document.referrer.startsWith(`${location.origin}/`)
}
