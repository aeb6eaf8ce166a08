import { spawn } from 'node:child_process'
import { root } from './options.ts'

export function runScript(
  what: string,
  script: string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'inherit', 'inherit'] as const
    const child = spawn(process.execPath, script, { cwd: root, env, signal, stdio: [...stdio] })
    child.once('error', reject)
    child.once('exit', (code, by) => {
      if (code === 0) resolve()
      else reject(new Error(`${what} failed (${by ?? `code ${code}`}); see the message above.`))
    })
  })
}
