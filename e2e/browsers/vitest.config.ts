import { defineConfig } from 'vitest/config'

// One browser at a time: on two cores, running them in parallel saves no time.
export default defineConfig({
  test: { globalSetup: './global-setup.ts', fileParallelism: false },
})
