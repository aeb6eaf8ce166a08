import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Every test of the wrapper runs a PostgreSQL of its own: one file at a time is quickest on two cores. Modules are loaded
// once: the tests stub nothing that outlives their file.
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    include: ['{bench,dev}/**/*.test.ts'],
    fileParallelism: false,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
