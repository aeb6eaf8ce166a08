import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../check/source-files.ts'
import { buildWeb, webDist } from '../start/web-build.ts'
import { copyFile, installPackages } from './packages.ts'
import { packedFiles } from './packed-files.ts'

export const contextFolder = join(root, '.data/image')

/** Prepares the files that the Containerfile copies. `hasBase`: the base image has the libraries. */
export async function prepareContext({ hasBase }: { hasBase: boolean }): Promise<void> {
  await buildWeb()
  rmSync(contextFolder, { recursive: true, force: true })
  const app = join(contextFolder, 'root/app')
  for (const file of packedFiles().files) copyFile(join(root, file), join(app, file))
  cpSync(webDist, join(app, 'apps/web/dist'), {
    recursive: true,
    filter: (file) => !file.endsWith('.built-from'),
  })
  installPackages(app)
  const scratch = join(contextFolder, 'root/scratch')
  mkdirSync(scratch)
  // A mode of mkdir is limited by the umask.
  chmodSync(scratch, 0o1777)
  const node = realpathSync(process.execPath)
  copyFile(node, join(app, 'node'))
  if (!hasBase)
    for (const library of librariesOf(node)) copyFile(library, join(contextFolder, 'root', library))
}

/** Parses lines of ldd: `libm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x…)`, or the loader without an arrow. */
function librariesOf(program: string): string[] {
  const output = execFileSync('ldd', [program], { encoding: 'utf8' })
  if (output.includes('not found')) throw new Error(`A library of ${program} is missing:\n${output}`)
  return output.split('\n').flatMap((line) => /(?:^|=>)\s*(\/\S+)/.exec(line)?.[1] ?? [])
}
