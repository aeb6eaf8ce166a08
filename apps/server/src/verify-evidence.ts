import { runVerifyCommand } from './ops/operator/verify-evidence-command.ts'

const { code, output } = await runVerifyCommand(process.argv.slice(2), process.env)
console.log(output)
process.exitCode = code
