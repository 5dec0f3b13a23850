import type { Route } from '../routes/route.ts'

/** Answers which methods the routes take at a path: for telling 405 from 404. */
export function makeFindMethods(routes: Pick<Route, 'method' | 'url'>[]): (path: string) => string[] {
  const methods = new Map<string, Set<string>>()
  for (const { method, url } of routes) methods.set(url, (methods.get(url) ?? new Set()).add(method))
  const patterns = [...methods].map(([url, taken]) => ({ segments: url.split('/'), taken }))

  return (path) => {
    const given = path.split('/')
    const fits = ({ segments }: { segments: string[] }) =>
      segments.length === given.length &&
      segments.every((segment, index) => (segment.startsWith(':') ? given[index] !== '' : segment === given[index]))
    // A path that stands in the table itself is that route's, though it would fit a parameter of another.
    return [...(methods.get(path) ?? new Set(patterns.filter(fits).flatMap(({ taken }) => [...taken])))]
  }
}
