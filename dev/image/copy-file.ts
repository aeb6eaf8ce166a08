import { cpSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'

/** Creates the folders on the way. Of a link, such as a library's to its version, the file is copied. */
export function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(realpathSync(from), to)
}
