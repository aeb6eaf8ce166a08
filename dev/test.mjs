import { runOnNode24 } from './bootstrap.mjs'

runOnNode24('dev/run-tests.ts', process.argv.slice(2))
