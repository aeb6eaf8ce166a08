import { runVerifyCommand } from './operator/verify-evidence-command.ts'

const { code, output } = await runVerifyCommand(process.argv.slice(2), process.env)
console.log(output)
process.exitCode = code
