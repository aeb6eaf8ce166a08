import { addresses, endpoints, type Schemas } from '@backoffice/contract/endpoint'
import { uuid } from '@backoffice/contract/values.schemas'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createDatabase, createPool } from '../db/client.ts'
import { mountGroup } from '../testing/mount-group.ts'
import { requireVersion } from './version.ts'

const schemas = {
  show: {
    summary: 'Show a view',
    audit: { resource: 'view', action: 'view', id: 'params.id' },
    versioned: 'if-match',
    params: z.object({ id: uuid }),
    reply: z.object({ seen: z.number() }),
  },
} satisfies Record<string, Schemas>
const group = endpoints(
  addresses<typeof schemas>('user')({
    show: { method: 'GET', path: '/views/:id', access: 'signed-in', effect: 'read' },
  }),
  schemas,
)
// Never used, because no call here writes.
const db = createDatabase(createPool('postgres://unused@127.0.0.1:1/nothing'))
const { app, refused } = mountGroup(db, group, {
  show: async ({ version }) => {
    requireVersion(7, version, { id: 'current' })
    return { seen: version }
  },
})
afterAll(async () => {
  await app.close()
  await db.destroy()
})

const id = crypto.randomUUID()
const get = (headers = {}) => app.inject({ url: `/u/views/${id}`, headers })

test('the version of If-Match is required', async () => {
  const reply = await get()
  expect([reply.statusCode, reply.json()]).toEqual([
    428,
    expect.objectContaining({
      code: 'version_required',
      detail: 'Send the version of the row in the header If-Match, in double quotes, for example "7".',
    }),
  ])
})

test('passes the version to the handler as a number', async () => {
  expect((await get({ 'if-match': '"7"' })).json()).toEqual({ resource: { seen: 7 } })
})

test('rejects a stale version with the current row', async () => {
  const reply = await get({ 'if-match': '"6"' })
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'version_conflict', current: { id: 'current' } }),
  ])
})

test.each(['7', '*', 'W/"7"', '"seven"', '"7", "8"', '""', '"12345678901"'])(
  'rejects If-Match %s',
  async (tag) => {
    const reply = await get({ 'if-match': tag })
    expect([reply.statusCode, reply.json().errors]).toEqual([
      422,
      [
        {
          field: 'If-Match',
          code: 'invalid',
          message: 'If-Match is the version in double quotes, for example "7".',
        },
      ],
    ])
  },
)

test('does not audit a stale read', () => {
  expect(refused).toEqual([])
})
