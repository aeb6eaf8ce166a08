import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

const read = (as: string) => system.call(api.preferences.get, {}, as)
const write = (body: Parameters<typeof system.call<typeof api.preferences.update>>[1]['body'], as: string) =>
  system.send(api.preferences.update, { body }, as)

async function trailOf(mailbox: string) {
  const { rows } = await system.pool.query(
    `SELECT actor_name, resource_id = u.id::text AS own, changes, outcome FROM audit_events
     JOIN users u ON u.email = $1 WHERE action = 'preferences.update' AND actor_id = u.id ORDER BY audit_events.id`,
    [`${mailbox}@backoffice.test`],
  )
  return rows
}

test('a user without preferences gets the defaults', async () => {
  expect(await read('agent')).toEqual({
    version: 0,
    theme: 'system',
    page_size: 25,
    columns: {},
    closed_groups: [],
    reply_language: 'en',
    download_format: 'csv',
  })
})

test('changes only the sent fields and audits them', async () => {
  expect(
    (
      await write(
        { version: 0, theme: 'dark', columns: { files: [{ id: 'state', width: 90 }, { id: 'name' }] } },
        'lookup',
      )
    ).status,
  ).toBe(200)
  expect(
    await system.call(api.preferences.update, { body: { version: 1, page_size: 100 } }, 'lookup'),
  ).toEqual({
    version: 2,
    theme: 'dark',
    page_size: 100,
    columns: { files: [{ id: 'state', width: 90 }, { id: 'name' }] },
    closed_groups: [],
    reply_language: 'en',
    download_format: 'csv',
  })
  expect(await read('lookup')).toMatchObject({ version: 2, theme: 'dark', page_size: 100 })
  expect(await trailOf('lookup')).toEqual([
    {
      actor_name: 'Carla Lim',
      own: true,
      outcome: 'done',
      changes: { theme: ['system', 'dark'], columns: [null, ['files']] },
    },
    { actor_name: 'Carla Lim', own: true, outcome: 'done', changes: { page_size: [25, 100] } },
  ])
})

test('keeps the collapsed groups of the sidebar', async () => {
  await write({ version: 0, closed_groups: ['Glass', 'Access'] }, 'viewer')
  expect(await read('viewer')).toMatchObject({ version: 1, closed_groups: ['Glass', 'Access'] })
  expect(await trailOf('viewer')).toMatchObject([{ changes: { closed_groups: [[], ['Glass', 'Access']] } }])
  const { status } = await write({ version: 1, closed_groups: ['Elsewhere' as never] }, 'viewer')
  expect(status).toBe(422)
})

test('audits the tables whose columns were set, changed or reset', async () => {
  const columns = { cards: [{ id: 'number' }], files: [{ id: 'name' }], people: [{ id: 'name' }] }
  await write({ version: 0, columns }, 'access')
  await write(
    { version: 1, columns: { files: [{ id: 'name', width: 200 }], people: [{ id: 'name' }] } },
    'access',
  )
  expect((await trailOf('access')).map(({ changes }) => changes)).toEqual([
    { columns: [null, ['cards', 'files', 'people']] },
    { columns: [null, ['cards', 'files']] },
  ])
})

test('each user has separate preferences', async () => {
  await write({ version: 0, theme: 'light' }, 'glass')
  expect((await read('glass')).theme).toBe('light')
  expect((await read('viewer')).theme).toBe('system')
})

test('the second of two updates of the same version gets the current preferences', async () => {
  const both = await Promise.all([
    write({ version: 0, theme: 'light' }, 'auditor'),
    write({ version: 0, theme: 'dark' }, 'auditor'),
  ])
  expect(both.map((reply) => reply.status).sort()).toEqual([200, 409])
  const current = await read('auditor')
  expect(both.find((reply) => reply.status === 409)?.body).toMatchObject({
    code: 'version_conflict',
    current,
  })
})

test('an update without changes is not audited', async () => {
  const { status, body } = await write({ version: 0, theme: 'system', columns: {} }, 'supervisor')
  expect([status, body]).toEqual([
    200,
    {
      resource: {
        ...{ version: 0, theme: 'system', page_size: 25, columns: {} },
        ...{ closed_groups: [], reply_language: 'en', download_format: 'csv' },
      },
    },
  ])
  expect(await trailOf('supervisor')).toEqual([])
})

test.each([
  ['an unknown theme', { theme: 'pink' }],
  ['an unsupported page size', { page_size: 20 }],
  ['an invalid name', { columns: { __proto__x: [] } }],
  ['a long name', { columns: { files: [{ id: 'a'.repeat(41) }] } }],
  ['a width beyond the screen', { columns: { files: [{ id: 'name', width: 801 }] } }],
  ['a fractional width', { columns: { files: [{ id: 'name', width: 90.5 }] } }],
  ['a column twice', { columns: { files: [{ id: 'name' }, { id: 'name', width: 90 }] } }],
  [
    'too many columns',
    { columns: { files: Array.from({ length: 31 }, (_, index) => ({ id: `c${index}` })) } },
  ],
  [
    'too many lists',
    { columns: Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`t${index}`, []])) },
  ],
  ['an unknown field', { user_id: 'x' }],
])('%s is refused', async (_what, more) => {
  // Cast: the compiler rejects this too.
  const { status, body } = await write({ version: 0, ...more } as { version: number }, 'access')
  expect([status, body]).toEqual([422, expect.objectContaining({ code: 'invalid' })])
})

test('a change without a version is refused', async () => {
  // Cast: the compiler rejects this too.
  const { status, body } = await write({ theme: 'dark' } as unknown as { version: number }, 'access')
  expect([status, body]).toEqual([
    428,
    expect.objectContaining({
      code: 'version_required',
      title: 'Precondition Required',
      detail: 'Send the version of the row as `version` in the body.',
    }),
  ])
})
