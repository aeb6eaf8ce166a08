import { defineConfig } from 'vitest/config'

// One browser at a time, because on two cores running them in parallel saves no time.
export default defineConfig({
  test: { globalSetup: './global-setup.ts', fileParallelism: false },
})
