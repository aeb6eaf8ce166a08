import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Many files start their own PostgreSQL, so one file at a time is fastest on two cores. Modules are loaded once,
// because no stub outlives its file.
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
