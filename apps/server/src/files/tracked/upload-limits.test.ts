import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeFile } from '../../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { lockFile } from './file-writes.store.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

const NEW = {
  body: { file_name: 'cards.csv', content_type: 'text/csv', size: 10, category: 'SMAC_INQUIRY' },
} as const

async function openFiles(as: string): Promise<string[]> {
  const { rows } = await system.pool.query<{ source_filekey: string }>(
    `SELECT source_filekey FROM files JOIN users ON users.id = uploaded_by
     WHERE state = 'PENDING_UPLOAD' AND email = $1`,
    [`${as}@backoffice.test`],
  )
  return rows.map((row) => row.source_filekey)
}

test('concurrent uploads never exceed the limit, repeatedly', async () => {
  for (let round = 0; round < 20; round++) {
    const count = round % 2 === 0 ? 5 : 7
    const replies = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        system.send(api.files.presign, NEW, 'agent', { 'idempotency-key': `round ${round}, ${index}` }),
      ),
    )
    const statuses = replies.map((reply) => reply.status).sort()
    expect([round, ...statuses]).toEqual([round, ...[200, 200, 200, 200, 200, 429, 429].slice(0, count)])
    const open = await openFiles('agent')
    expect(open).toHaveLength(5)
    for (const source_filekey of open) await changeFile(system, 'cancel', source_filekey)
  }
  expect(system.failures).toEqual([])
})

test('two files with the same bytes can concurrently refer to each other as already uploaded', async () => {
  const first = await system.call(api.files.presign, NEW, 'agent')
  const second = await system.call(api.files.presign, NEW, 'agent')
  const keys = [first.source_filekey, second.source_filekey]
  const bothHeld = barrier(2)
  await Promise.all(
    keys.map((key, index) =>
      system.db.transaction().execute(async (tx) => {
        await lockFile(tx, key)
        await bothHeld()
        const already_uploaded = keys[1 - index] ?? null
        await tx.updateTable('files').set({ already_uploaded }).where('source_filekey', '=', key).execute()
      }),
    ),
  )
  const { rows } = await system.pool.query(
    'SELECT already_uploaded FROM files WHERE source_filekey IN ($1, $2) ORDER BY already_uploaded',
    keys,
  )
  expect(rows.map((row) => row.already_uploaded)).toEqual(keys.sort())
})

/** Resolves all callers after `count` calls. */
function barrier(count: number): () => Promise<void> {
  let left = count
  const { promise, resolve } = Promise.withResolvers<void>()
  return () => {
    if (--left === 0) resolve()
    return promise
  }
}
