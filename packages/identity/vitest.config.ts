import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // Only where no server was given: starts one for the run.
    globalSetup: process.env.TEST_POSTGRES_URL ? [] : ['../../dev/postgres/test-cluster.ts'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
