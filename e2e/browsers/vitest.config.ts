import { defineConfig } from 'vitest/config'

// One browser at a time: side by side on two cores they take as long, and wait for each other.
export default defineConfig({
  test: { globalSetup: './global-setup.ts', fileParallelism: false },
})
