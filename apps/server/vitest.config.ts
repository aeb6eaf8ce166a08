import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['../../dev/postgres/test-cluster.ts'],
    // Two cores, one database server: more files at once only wait for each other.
    maxWorkers: 2,
    // Modules are loaded once per worker: the tests stub nothing that outlives their file.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A job may wait two seconds before it is fetched.
    expect: { poll: { timeout: 20_000 } },
  },
})
