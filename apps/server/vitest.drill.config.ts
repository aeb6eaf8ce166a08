import { defineConfig } from 'vitest/config'

/** Against servers that a drill started, outside `npm test`. */
export default defineConfig({ test: { include: ['src/**/*.drill.ts'], testTimeout: 60_000 } })
