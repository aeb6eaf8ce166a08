import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * A folder of ours outside the checkout, the same one every time for the same path. /var/tmp outlives a
 * reboot, but anybody may write there: a folder that somebody else put in our place is refused.
 */
export function ownFolderOutside(path: string): string {
  const digest = createHash('sha256').update(path).digest('hex').slice(0, 12)
  const folder = join('/var/tmp', `backoffice-${basename(path)}-${digest}`)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new Error(`${folder} belongs to another account. Remove it and start again.`)
  chmodSync(folder, 0o755)
  return folder
}
