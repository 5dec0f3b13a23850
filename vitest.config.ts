import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { limitMs } from './packages/properties/src/runs.ts'

const seconds = 1_000

/** Half of their time these tests wait for something: three take three quarters of the time that two do, on two cores. */
const workersThatWait = 3

const journeys = {
  include: ['test/scenarios/**/*.test.ts'],
  testTimeout: 60 * seconds,
}

/** Frontdesk as a stranger picks it up, tried with tools that others wrote; each says what it lacks where it can't run. */
const outside: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'outside',
    include: ['test/outside/**/*.test.ts'],
    testTimeout: 600 * seconds,
    hookTimeout: 600 * seconds,
    sequence: { groupOrder: 1 },
  },
}

/** The same journeys on servers: two processes of every service, shared by some files each (start-shared-platform.ts). */
const onServers: TestProjectConfiguration = {
  extends: true,
  test: {
    ...journeys,
    name: 'scenarios-distributed',
    env: { SCENARIOS: 'distributed' },
    isolate: false,
    globalSetup: ['test/scenarios/start-shared-platform.ts'],
    // Up to 22 processes and three servers share the cores of the machine.
    testTimeout: 180 * seconds,
    // A file may have to wait until another one is through with the platform before.
    hookTimeout: 300 * seconds,
    sequence: { groupOrder: 2 },
  },
}

/** The console in the machine's Chromium; without one its tests are left out. */
const inBrowser: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'browser',
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 120 * seconds,
    hookTimeout: 120 * seconds,
    // A browser has several processes: two at once take as long as one after the other.
    maxWorkers: 1,
    sequence: { groupOrder: 3 },
  },
}
const hasServers = ['NATS_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL'].every((name) => process.env[name])

/** What stands beside the code and takes long, `*.long.test.ts`: run by campaigns (test/campaigns). */
const long: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'long',
    include: ['{apps,packages,services}/*/src/**/*.long.test.ts', 'scripts/**/*.long.test.ts'],
    testTimeout: 120 * seconds,
    hookTimeout: 60 * seconds,
    sequence: { groupOrder: 5 },
  },
}

/** What kills processes and weighs time and memory: one file at a time. Two at a time took nine tenths as long together. */
const faults: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'faults',
    include: ['test/faults/**/*.test.ts'],
    testTimeout: 300 * seconds,
    hookTimeout: 120 * seconds,
    maxWorkers: 1,
    sequence: { groupOrder: 4 },
  },
}

/**
 * Every kind of test is a project: what stands beside the code, the journeys against a running platform (embedded, and on
 * servers where the environment names them), the pages in a browser, the faults, and the checks from outside. Which files of
 * them run when is said in scripts/gate/gate-groups.ts and test/campaigns.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    // Two cores are the smallest machine that we test on.
    maxWorkers: 2,
    passWithNoTests: false,
    // The built-in model is tried where a test says so: not on the machines that happen to have its weights.
    env: { EMBEDDING_MODEL: 'off' },
    setupFiles: ['test/set-wait-limits.ts', 'packages/properties/src/fix-seed.ts'],
    expect: { poll: { timeout: 30 * seconds, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: [
            'apps/*/src/**/*.test.{ts,tsx}',
            'packages/*/src/**/*.test.ts',
            'services/*/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/*.long.test.ts'],
          // The campaign `properties` tries each property more often.
          testTimeout: limitMs(60 * seconds),
          hookTimeout: 60 * seconds,
          maxWorkers: workersThatWait,
          // The files of a worker share its modules: loading them anew for each file took as long as the tests. Services
          // hold no state in modules (scripts/check-state.ts), and a test leaves nothing behind in its process.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          ...journeys,
          name: 'scenarios',
          hookTimeout: 60 * seconds,
          maxWorkers: workersThatWait,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      outside,
      ...(hasServers ? [onServers] : []),
      inBrowser,
      faults,
      long,
    ],
  },
})
