import { spawn } from 'node:child_process'
import { root } from './options.ts'

/** Runs one script to its end, its words on the terminal. */
export function step(
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
      else reject(new Error(`${what} failed (${by ?? `code ${code}`}); its message is above.`))
    })
  })
}
