import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary folder that the account of the database may enter. */
export function createTempFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'backoffice-dev-'))
  chmodSync(folder, 0o755)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
