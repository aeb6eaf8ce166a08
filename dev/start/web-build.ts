import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../mutex.ts'
import { runProgram } from '../processes.ts'
import { root } from './options.ts'

export const webDist = join(root, 'apps/web/dist')

const sources = ['apps/web', 'packages/contract', 'package-lock.json', 'tsconfig.base.json']
const stampFile = join(webDist, '.built-from')

/** Builds the web application if its sources changed since the last build. */
export async function buildWeb(signal?: AbortSignal): Promise<void> {
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

async function run(signal?: AbortSignal): Promise<void> {
  const npm = process.env.npm_execpath
  const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  // The NODE_ENV of a test runner would build React's development version.
  const options = { cwd: root, env: { ...process.env, NODE_ENV: 'production' }, ...(signal && { signal }) }
  const args = [...first, 'run', 'build', '-w', '@backoffice/web']
  const { error, output } = await runProgram(program, args, options)
  if (error) throw new Error(`The web application does not build:\n${output}`)
}
