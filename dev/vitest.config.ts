import { defineConfig } from 'vitest/config'

// Every test of the wrapper runs a PostgreSQL of its own: one file at a time is quickest on two cores. Modules are loaded
// once: the tests stub nothing that outlives their file.
export default defineConfig({
  test: { fileParallelism: false, isolate: false, testTimeout: 60_000, hookTimeout: 60_000 },
})
