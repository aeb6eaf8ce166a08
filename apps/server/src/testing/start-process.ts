import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { TEST_KEY } from './test-database.ts'

export type Entry = 'main' | 'worker'

/** An entry of the product as a process of its own. Throws with what it said when it ends before it is ready. */
export async function startProcess(entry: Entry, environment: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'backoffice-process-'))
  const key = TEST_KEY.toString('base64')
  await writeFile(join(dataDir, 'keys.json'), JSON.stringify({ storage: key, identity: key }))
  const child = spawn(process.execPath, [join(import.meta.dirname, `../${entry}.ts`)], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  child.stderr.on('data', (text) => output.push(String(text)))
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const stop = async () => {
    if (isAlive()) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  const ready = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      output.push(line)
      if (/listening at|worker ready/.test(line)) resolve(line)
    })
    child.once('close', () => reject(new Error(`${entry} ended: ${output.join('\n')}`)))
  }).catch(async (error) => {
    await stop()
    throw error
  })
  return { isAlive, output, address: /http:\/\/[\d.:]+/.exec(ready)?.[0] ?? '', stop }
}
