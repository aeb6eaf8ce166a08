import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * A folder outside the checkout, determined by the path: in /var/lib for root, else in /var/tmp. That one survives a
 * reboot, but others can write there, so the owner is checked.
 */
export function externalFolder(path: string): string {
  const digest = createHash('sha256').update(path).digest('hex').slice(0, 12)
  const folder = join(
    process.getuid?.() === 0 ? '/var/lib' : '/var/tmp',
    `backoffice-${basename(path).replace('.', '')}-${digest}`,
  )
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new Error(`${folder} belongs to another account. Remove it and start again.`)
  chmodSync(folder, 0o755)
  return folder
}
