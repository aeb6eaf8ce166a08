import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './source-files.ts'

/** Runs one of the installed tools; its words are the problems unless it ends well. */
export function tool(name: string, ...args: string[]): Promise<string[]> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', name), args, { cwd: root })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    child.once('error', (error) => resolve([error.message]))
    child.once('close', (code) =>
      resolve(code === 0 ? [] : [said.trim() || `${name} ended with code ${code}`]),
    )
  })
}
