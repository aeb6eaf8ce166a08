import { defineConfig } from 'vitest/config'

// Modules are loaded once per worker: the tests stub nothing that outlives their file.
export default defineConfig({ test: { isolate: false } })
