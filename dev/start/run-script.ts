import { spawn } from 'node:child_process'
import { root } from './options.ts'

type Options = { demoArgs?: readonly string[] | undefined; signal?: AbortSignal | undefined }

/** Migrates the database and, with `demoArgs`, loads the demo data, which a filled database already has. */
export async function prepareDatabase(
  env: NodeJS.ProcessEnv,
  { demoArgs, signal }: Options = {},
): Promise<void> {
  await runScript('Migrating the database', ['apps/server/src/migrate.ts'], env, signal)
  if (demoArgs)
    await runScript('Loading the demo data', ['apps/server/src/demo.ts', ...demoArgs], env, signal)
}

function runScript(
  what: string,
  script: string[],
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'inherit', 'inherit'] as const
    const options = { cwd: root, env, stdio: [...stdio], ...(signal && { signal }) }
    const child = spawn(process.execPath, script, options)
    child.once('error', reject)
    child.once('exit', (code, by) => {
      if (code === 0) resolve()
      else reject(new Error(`${what} failed (${by ?? `code ${code}`}); see the message above.`))
    })
  })
}
