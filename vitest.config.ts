import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

const seconds = 1_000

const journeys = {
  include: ['test/scenarios/**/*.test.ts'],
  testTimeout: 60 * seconds,
}

/** The same journeys on servers: every service as two processes, shared by all files. */
const onServers: TestProjectConfiguration = {
  extends: true,
  test: {
    ...journeys,
    name: 'scenarios-distributed',
    env: { SCENARIOS: 'distributed' },
    globalSetup: ['test/scenarios/start-shared-platform.ts'],
    hookTimeout: 180 * seconds,
    sequence: { groupOrder: 2 },
  },
}
const hasServers = ['NATS_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL'].every((name) => process.env[name])

/**
 * Groups, one after the other: what stands beside the code, the journeys against a running platform (embedded, then on
 * servers where the environment names them), and the faults, which kill processes and measure time and so run alone.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    // Two cores are the smallest machine that we test on; more workers than that only make timings worse there.
    maxWorkers: 2,
    passWithNoTests: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: ['packages/*/src/**/*.test.ts', 'services/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: 20 * seconds,
          hookTimeout: 30 * seconds,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          ...journeys,
          name: 'scenarios',
          hookTimeout: 60 * seconds,
          sequence: { groupOrder: 1 },
        },
      },
      ...(hasServers ? [onServers] : []),
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          testTimeout: 300 * seconds,
          hookTimeout: 60 * seconds,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
