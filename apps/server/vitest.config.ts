import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['../../dev/postgres/test-cluster.ts'],
    // More workers would only wait for each other on two cores and one database server.
    maxWorkers: 2,
    // Modules load once per worker, because no test stubs anything beyond its file.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A job may wait two seconds before it is fetched.
    expect: { poll: { timeout: 20_000 } },
  },
})
