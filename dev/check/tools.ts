import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './source-files.ts'

/** Runs an installed tool; returns its output if it fails. */
export function tool(name: string, ...args: string[]): Promise<string[]> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', name), args, { cwd: root })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    child.once('error', (error) => resolve([error.message]))
    child.once('close', (code) =>
      resolve(code === 0 ? [] : [output.trim() || `${name} ended with code ${code}`]),
    )
  })
}
