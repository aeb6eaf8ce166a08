import type { Preferences, ShownColumn } from '@backoffice/contract/preferences'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from './preferences.ts'
import { type Remote, rebase } from './save-preferences.ts'

class StaleError extends Error {}

const FIRST: Preferences = {
  ...{ version: 0, theme: 'system', page_size: 25, columns: {} },
  ...{ closed_groups: [], reply_language: 'en', download_format: 'csv' },
}

/** Stores one row like the server; the scheduler delays every request and reply. */
function aServer(takeTurn: <T>(result: Promise<T>) => Promise<T>) {
  let row = FIRST
  const reached = <T>(what: () => T) =>
    takeTurn(Promise.resolve())
      .then(what)
      .then((reply) => takeTurn(Promise.resolve(reply)))
  const remote: Remote = {
    read: () => reached(() => row),
    write: (patch) =>
      reached(() => {
        if (patch.version !== row.version) return new StaleError()
        row = { ...row, ...patch, version: row.version + 1 }
        return row
      }).then((reply) => (reply instanceof StaleError ? Promise.reject(reply) : reply)),
    isStale: (error) => error instanceof StaleError,
  }
  return { remote, row: () => row }
}

/** One tab: its changes in sequence, each based on the previous result. */
async function tab(remote: Remote, changes: readonly Change[]): Promise<void> {
  let seen = FIRST
  for (const change of changes) seen = await rebase(seen, change, remote)
}

test('keeps different changes of two tabs for any order of their calls', async () => {
  const themes = fc.array(fc.constantFrom('light', 'dark'), { minLength: 1, maxLength: 1 })
  const shown: fc.Arbitrary<ShownColumn[]> = fc.constantFrom<ShownColumn[][]>(
    [{ id: 'name' }],
    [{ id: 'name', width: 90 }, { id: 'state' }],
  )
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), themes, shown, shown, async (scheduler, chosen, files, inquiries) => {
      const server = aServer((turn) => scheduler.schedule(turn))
      const one: Change[] = [...chosen.map((theme) => ({ theme })), { columns: { files } }]
      const other: Change[] = [{ page_size: 100 }, { columns: { inquiries } }]
      await scheduler.waitFor(Promise.all([tab(server.remote, one), tab(server.remote, other)]))
      expect(server.row()).toEqual({
        ...FIRST,
        version: one.length + other.length,
        theme: chosen.at(-1),
        page_size: 100,
        columns: { files, inquiries },
        closed_groups: [],
      })
    }),
  )
})

test('the last write wins if two tabs change the same field', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const server = aServer((turn) => scheduler.schedule(turn))
      const written: string[] = []
      const choose = async (theme: 'light' | 'dark') => {
        await rebase(
          FIRST,
          { theme },
          {
            ...server.remote,
            write: async (patch) => {
              const now = await server.remote.write(patch)
              written[now.version] = theme
              return now
            },
          },
        )
      }
      await scheduler.waitFor(Promise.all([choose('light'), choose('dark')]))
      expect(server.row().theme).toBe(written.at(-1))
      expect(server.row().version).toBe(2)
    }),
  )
})

test('retries only a version conflict, and only three times', async () => {
  const rejection = new Error('Not today')
  let writes = 0
  const remote = {
    read: async () => FIRST,
    write: async () => {
      writes += 1
      throw rejection
    },
  }
  await expect(rebase(FIRST, { theme: 'dark' }, { ...remote, isStale: () => false })).rejects.toBe(rejection)
  expect(writes).toBe(1)
  await expect(rebase(FIRST, { theme: 'dark' }, { ...remote, isStale: () => true })).rejects.toBe(rejection)
  expect(writes).toBe(4)
})
