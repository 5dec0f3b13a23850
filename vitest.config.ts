import { defineConfig } from 'vitest/config'

const seconds = 1_000

/**
 * Three groups, one after the other: what stands beside the code, the journeys against a running platform, and the
 * faults, which kill processes and measure time and so run alone.
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
          name: 'scenarios',
          include: ['test/scenarios/**/*.test.ts'],
          testTimeout: 60 * seconds,
          hookTimeout: 60 * seconds,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          testTimeout: 300 * seconds,
          hookTimeout: 60 * seconds,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
