import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import type { ScreenName } from '@backoffice/contract/screens'
import type { Preload } from '../src/net/first-requests.ts'

export type Preloads = Partial<Record<ScreenName, readonly Preload[]>>

/** The preloads of every `preload.ts` of a feature, by the name of the screen. */
export async function readPreloads(): Promise<Preloads> {
  const all: Preloads = {}
  const folder = join(import.meta.dirname, '../src/features')
  for await (const file of glob('**/preload.ts', { cwd: folder })) {
    // A test checks the names.
    const { preloads } = (await import(join(folder, file))) as { preloads: Preloads }
    Object.assign(all, preloads)
  }
  return all
}
