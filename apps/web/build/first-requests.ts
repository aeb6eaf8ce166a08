import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import type { ScreenName } from '@backoffice/contract/screens'
import type { FirstRequest } from '../src/net/first-requests.ts'

export type FirstRequests = Partial<Record<ScreenName, readonly FirstRequest[]>>

/** The first requests of every `first-requests.ts` of a feature, by the name of the screen. */
export async function readFirstRequests(): Promise<FirstRequests> {
  const all: FirstRequests = {}
  const folder = join(import.meta.dirname, '../src/features')
  for await (const file of glob('**/first-requests.ts', { cwd: folder })) {
    // A test checks the names.
    const { firstRequests } = (await import(join(folder, file))) as { firstRequests: FirstRequests }
    Object.assign(all, firstRequests)
  }
  return all
}
