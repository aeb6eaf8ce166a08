import { defineConfig } from 'vitest/config'

/** Tests against servers that a drill starts, outside `npm test`. */
export default defineConfig({ test: { include: ['src/**/*.drill.ts'], testTimeout: 60_000 } })
