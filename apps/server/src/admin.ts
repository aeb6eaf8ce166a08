import { runAdminCommand } from './ops/admin/admin-command.ts'

const { code, output, error } = await runAdminCommand(process.argv.slice(2), process.env)
if (output) console.log(output)
if (error) console.error(error)
process.exitCode = code
