import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../mutex.ts'
import { root } from './options.ts'

export const webDist = join(root, 'apps/web/dist')

const sources = ['apps/web', 'packages/contract', 'package-lock.json', 'tsconfig.base.json']
const stampFile = join(webDist, '.built-from')

/** Builds the web application if its sources changed since the last build. */
export async function buildWeb(signal: AbortSignal): Promise<void> {
  await withLock(join(root, '.data/web-build.lock'), 300_000, async () => {
    const stamp = hashOf(sources)
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
    console.log('Building the web application …')
    await run(signal)
    writeFileSync(stampFile, stamp)
  })
}

function hashOf(paths: string[]): string {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesOf(path)).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

function filesOf(path: string): string[] {
  if (!path.includes('/')) return [path]
  // The build itself writes *.gen.ts.
  const entries = readdirSync(join(root, path), { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.(gen|test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !/\/(dist|node_modules|\.tanstack)\//.test(file))
}

function run(signal: AbortSignal): Promise<void> {
  const npm = process.env.npm_execpath
  const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, 'run', 'build', '-w', '@backoffice/web'], {
      cwd: root,
      // The NODE_ENV of a test runner would build React's development version.
      env: { ...process.env, NODE_ENV: 'production' },
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`The web application does not build:\n${output.trim()}`)),
    )
  })
}
