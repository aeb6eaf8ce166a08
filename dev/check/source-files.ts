import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Paths of all files of a clone, including those not yet added to git. */
export function listedFiles(folder = root): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return listed.split('\n').filter((file) => file && existsSync(join(folder, file)))
}

/** Paths of the hand-written source files. */
export function sourceFiles(): string[] {
  return listedFiles().filter(
    (file) => /\.(ts|tsx|mjs|css|sql|html)$/.test(file) && !/\.(gen|generated)\./.test(file),
  )
}

const TEST = /\.(test|spec|drill)\.|(^|\/)testing\/|^e2e\/(tests|browsers)\//

/** Paths of the hand-written code of a clone without its tests and what only they use. */
export function codeFiles(folder = root): string[] {
  return listedFiles(folder).filter(
    (file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.(gen|generated)\./.test(file) && !TEST.test(file),
  )
}
