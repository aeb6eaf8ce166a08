import { runOnNode24 } from './bootstrap.mjs'

const script = process.argv.includes('--reset-demo') ? 'dev/reset-demo.ts' : 'dev/supervise.ts'
runOnNode24(script, process.argv.slice(2))
