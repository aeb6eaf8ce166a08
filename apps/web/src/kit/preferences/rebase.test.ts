import type { Preferences } from '@backoffice/contract/endpoints/preferences'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from './choices.ts'
import { type Remote, rebase } from './rebase.ts'
import type { Patch } from './saving-change.ts'

class Stale extends Error {}

const FIRST: Preferences = { version: 0, theme: 'system', page_size: 25, columns: {} }

/** Keeps one row as the server does; every call takes as long as the scheduler likes, there and back. */
function aServer(takeTurn: <T>(result: Promise<T>) => Promise<T>) {
  let row = FIRST
  const reached = <T>(what: () => T) =>
    takeTurn(Promise.resolve())
      .then(what)
      .then((answer) => takeTurn(Promise.resolve(answer)))
  const remote: Remote = {
    read: () => reached(() => row),
    write: (patch: Patch) =>
      reached(() => {
        if (patch.version !== row.version) return new Stale()
        row = { ...row, ...patch, version: row.version + 1 }
        return row
      }).then((answer) => (answer instanceof Stale ? Promise.reject(answer) : answer)),
    isStale: (error) => error instanceof Stale,
  }
  return { remote, row: () => row }
}

/** One tab: its choices one after the other, each on what the one before had left. */
async function tab(remote: Remote, changes: readonly Change[]): Promise<void> {
  let seen = FIRST
  for (const change of changes) seen = await rebase(seen, change, remote)
}

test('of two tabs that choose different things each keeps its own, however their calls cross', async () => {
  const themes = fc.array(fc.constantFrom('light', 'dark'), { minLength: 1, maxLength: 1 })
  const shown: fc.Arbitrary<string[]> = fc.constantFrom(['name'], ['name', 'state'])
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), themes, shown, shown, async (scheduler, chosen, files, inquiries) => {
      const server = aServer((turn) => scheduler.schedule(turn))
      const one: Change[] = [...chosen.map((theme) => ({ theme })), { columns: { files } }]
      const other: Change[] = [{ page_size: 100 }, { columns: { inquiries } }]
      await scheduler.waitFor(Promise.all([tab(server.remote, one), tab(server.remote, other)]))
      expect(server.row()).toEqual({
        version: one.length + other.length,
        theme: chosen.at(-1),
        page_size: 100,
        columns: { files, inquiries },
      })
    }),
  )
})

test('of two tabs that choose the same thing the one that is heard last keeps it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const server = aServer((turn) => scheduler.schedule(turn))
      const kept: string[] = []
      const choose = async (theme: 'light' | 'dark') => {
        await rebase(
          FIRST,
          { theme },
          {
            ...server.remote,
            write: async (patch) => {
              const now = await server.remote.write(patch)
              kept[now.version] = theme
              return now
            },
          },
        )
      }
      await scheduler.waitFor(Promise.all([choose('light'), choose('dark')]))
      expect(server.row().theme).toBe(kept.at(-1))
      expect(server.row().version).toBe(2)
    }),
  )
})

test('a refusal for another reason is not tried again, and neither is one without end', async () => {
  const refused = new Error('Not today')
  let writes = 0
  const remote = {
    read: async () => FIRST,
    write: async () => {
      writes += 1
      throw refused
    },
  }
  await expect(rebase(FIRST, { theme: 'dark' }, { ...remote, isStale: () => false })).rejects.toBe(refused)
  expect(writes).toBe(1)
  await expect(rebase(FIRST, { theme: 'dark' }, { ...remote, isStale: () => true })).rejects.toBe(refused)
  expect(writes).toBe(4)
})
