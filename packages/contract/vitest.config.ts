import { defineConfig } from 'vitest/config'

// Modules load once per worker, because no test stubs anything beyond its file. Properties are slow on a busy machine.
export default defineConfig({ test: { isolate: false, testTimeout: 60_000 } })
