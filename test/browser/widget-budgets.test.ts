import { expect, test } from 'vitest'
import { gzippedBytes, loaderSource, noWidget } from './widget-files.ts'

/** Gzipped bytes. */
const limits = { loader: 3_000, panel: 20_000, extras: 6_000, proactive: 2_500, texts: 2_000, untilFirstAnswer: 25_000 }

test('the loader, the panel, the extras and what loads before the first answer stay within their budgets', (context) => {
  if (noWidget) context.skip(noWidget)
  const sizes = {
    loader: gzippedBytes(/^widget\.js$/),
    panel: gzippedBytes(/panel-/),
    extras: gzippedBytes(/extras-/),
    proactive: gzippedBytes(/proactive-/),
    texts: Math.max(...['en', 'sv', 'de', 'ar'].map((language) => gzippedBytes(new RegExp(`/${language}-`)))),
    untilFirstAnswer: [/^widget\.js$/, /panel-/, /styles-/, /\/en-/].reduce((sum, name) => sum + gzippedBytes(name), 0),
  }
  console.log(`widget, gzipped bytes: ${JSON.stringify(sizes)}`)
  for (const [name, limit] of Object.entries(limits)) {
    expect(sizes[name as keyof typeof sizes], name).toBeGreaterThan(500)
    expect(sizes[name as keyof typeof sizes], name).toBeLessThanOrEqual(limit)
  }
})

test('the loader is one classic script, and none of its names becomes a global of the site', (context) => {
  if (noWidget) context.skip(noWidget)
  const source = loaderSource()
  expect(source).not.toMatch(/^\s*(?:import|export)\b|\beval\(|innerHTML|document\.write/m)
  expect(source).toMatch(/^\s*\(\s*function\s*\(\)\s*\{|^\(\(\)=>\{/)
})
