import { defineConfig } from 'vitest/config'

// Modules are loaded once per worker: the tests stub nothing that outlives their file. A busy machine takes long over the
// properties.
export default defineConfig({ test: { isolate: false, testTimeout: 60_000 } })
