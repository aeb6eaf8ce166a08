import { runApprovalsCommand } from './ops/operator/approvals-command.ts'

const { code, output, error } = await runApprovalsCommand(process.argv.slice(2), process.env)
if (output) console.log(output)
if (error) console.error(error)
process.exitCode = code
