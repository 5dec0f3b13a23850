import { openApiDocument, type Route, routes } from '@frontdesk/gateway'
import { expect, test } from 'vitest'
import { requestsOf } from '../test/faults/turns/requests.ts'

const all = routes as Route[]
/** An id for whatever a path names; of what stands in a query alone, somebody has to say a value. */
const ids = Object.fromEntries(all.flatMap(({ url }) => [...url.matchAll(/:(\w+)/g)].map(([, name]) => [name!, 'x'])))

// The campaign `faults` drives these requests, and would say only then that one can't be made.
test('every filter of every list has a value that it is tried with', () => {
  // As in a process that has made the document, which takes schemas that routes share aside.
  openApiDocument()
  const lacking = all
    .filter(({ method, status }) => method === 'GET' && status !== 302)
    .flatMap((route) => {
      try {
        return requestsOf(route, ids).length > 0 ? [] : [route.url]
      } catch (error) {
        return [(error as Error).message]
      }
    })
  expect(lacking).toEqual([])
})
