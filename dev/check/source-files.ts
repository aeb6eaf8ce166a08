import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Paths of the hand-written source files, those not yet added to git included. */
export function sourceFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs|css|sql|html)$/.test(file) && !/\.(gen|generated)\./.test(file))
    .filter((file) => existsSync(join(root, file)))
}
