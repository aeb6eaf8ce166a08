import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import type { ScreenName } from '@backoffice/contract/screens'
import type { Preload } from '../src/net/preload.ts'

type Module = { screen: ScreenName; preloads: readonly Preload[] }

export type Preloads = Partial<Record<ScreenName, readonly Preload[]>>

/**
 * The `preload.ts` of every screen that has one, by the name of the screen. Imported by Node, because a bundle leaves
 * out the `access` of endpoints, see `strip-schemas-plugin.ts`.
 */
export async function readPreloads(): Promise<Preloads> {
  const preloads: Preloads = {}
  const folder = join(import.meta.dirname, '../src/screens')
  for await (const file of glob('*/preload.ts', { cwd: folder })) {
    // Its names are checked by the test.
    const { screen, preloads: own } = (await import(join(folder, file))) as Module
    preloads[screen] = own
  }
  return preloads
}
