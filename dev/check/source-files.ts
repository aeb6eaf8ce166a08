import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Paths of all files, including those not yet added to git. */
export function listedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\n').filter((file) => file && existsSync(join(root, file)))
}

/** Paths of the hand-written source files. */
export function sourceFiles(): string[] {
  return listedFiles().filter(
    (file) => /\.(ts|tsx|mjs|css|sql|html)$/.test(file) && !/\.(gen|generated)\./.test(file),
  )
}
