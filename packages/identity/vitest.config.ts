import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // Starts a server for the run unless TEST_POSTGRES_URL names one.
    globalSetup: ['../../dev/postgres/test-cluster.ts'],
    maxWorkers: 2,
    // Modules are loaded once per worker, because the tests stub nothing that outlives their file.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
