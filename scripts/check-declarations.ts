/**
 * The checks that are ours, in one process: three of them load every service. Each is a script that can be run alone. They are
 * imported one by one, so that what does not load fails by itself and the others are still heard.
 */
const checks: Record<string, () => Promise<{ findFaults: () => string[] | Promise<string[]> }>> = {
  'injected time': () => import('./check-clock.ts'),
  'state of services': () => import('./check-state.ts'),
  tidiness: () => import('./check-tidiness.ts'),
  image: () => import('./check-image.ts'),
  documentation: () => import('./check-docs.ts'),
  catalogue: () => import('./check-catalogue.ts'),
  'types of the client': () => import('./client-types.ts'),
}

let isClean = true
for (const [name, load] of Object.entries(checks)) {
  const faults = await load()
    .then(({ findFaults }) => findFaults())
    .catch((error: Error) => [error.stack ?? String(error)])
  for (const fault of faults) console.error(`${name}: ${fault}`)
  if (faults.length > 0) isClean = false
}
process.exit(isClean ? 0 : 1)
