import { runOnNode24 } from './bootstrap.mjs'

runOnNode24('dev/run-checks.ts', process.argv.slice(2))
