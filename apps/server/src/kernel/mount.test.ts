import type { AuditDeclaration } from '@backoffice/contract/audit'
import { addresses, endpoints, type Schemas } from '@backoffice/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { mountGroup } from '../testing/mount-group.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import type { Handlers } from './mount.ts'

const schemas = {
  show: {
    summary: 'One thing',
    params: z.object({ id: z.string() }),
    reply: z.object({ id: z.string(), name: z.string() }),
  },
  rename: {
    summary: 'Rename a thing',
    audit: { resource: 'tender', action: 'update' },
    body: z.strictObject({ name: z.string() }),
    reply: z.object({ name: z.string() }),
  },
} satisfies Record<string, Schemas>
const things = addresses<typeof schemas>('user')({
  show: { method: 'GET', path: '/things/:id', access: 'signed-in', effect: 'read' },
  rename: {
    method: 'POST',
    path: '/things',
    access: 'signed-in',
    effect: 'write',
    rules: { name: { label: 'Name', rules: 'required|max:20' } },
  },
})
const group = endpoints(things, schemas)

let attempts = 0
const handlers: Handlers<typeof group> = {
  show: async ({ params }) => ({ id: params.id, name: 'a thing', password_hash: 'hidden' }),
  rename:
    async ({ body }) =>
    async (tx) => {
      await tx.insertInto('policies').values({ name: body.name, statements: [] }).execute()
      if (body.name === 'fails after writing') throw new Error('boom')
      const givesWay = body.name === 'gives way twice' ? 2 : body.name === 'gives way once' ? 1 : 0
      if (attempts++ < givesWay) await sql`DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$`.execute(tx)
      return { resource: { name: body.name }, audit: [{}] }
    },
}

/** Declarations that must not compile: `npm run check` reports an unused directive if one does. */
const refusedByTheCompiler = () => {
  // @ts-expect-error a handler is missing
  const missing: Handlers<typeof group> = { show: handlers.show }
  // @ts-expect-error the reply lacks a name
  const wrongReply: Handlers<typeof group>['show'] = async () => ({ id: '1' })
  // @ts-expect-error a write names its audit event or says that nothing changed
  const unrecorded: Handlers<typeof group>['rename'] = async () => async () => ({ resource: { name: 'x' } })
  const silent: Pick<typeof schemas, 'show'> = schemas
  const renames: Pick<typeof schemas, 'rename'> = schemas
  const write = { method: 'POST', path: '/things', effect: 'write' } as const
  const oneGuarded = { anyOf: ['file:cancel', 'user:export'] } as const
  const explained = { rename: { ...schemas.rename, recentSignIn: { never: 'changes only a name' } } } as const
  const bare = { method: 'GET', path: '/x', effect: 'read' } as const
  const open = { ...bare, access: 'signed-in' } as const
  return [
    missing,
    wrongReply,
    unrecorded,
    // @ts-expect-error the schemas of an address are in its type only
    things.show.reply,
    // @ts-expect-error access is missing
    addresses<typeof silent>('user')({ show: bare }),
    // @ts-expect-error the permission does not exist
    addresses<typeof silent>('user')({ show: { ...bare, access: 'file:frobnicate' } }),
    // @ts-expect-error its schemas declare no audit
    addresses<typeof silent>('user')({ show: { ...bare, access: 'file:view' } }),
    // @ts-expect-error its schemas declare no audit
    addresses<typeof silent>('user')({ show: { ...open, effect: 'write' } }),
    // @ts-expect-error its schemas do not declare when it needs a recent sign-in
    addresses<typeof renames>('user')({ rename: { ...write, access: 'user:delete' } }),
    // @ts-expect-error the same, for one of several permissions
    addresses<typeof renames>('user')({ rename: { ...write, access: oneGuarded } }),
    addresses<typeof renames>('user')({ rename: { ...write, access: 'tender:delete' } }),
    addresses<typeof explained>('user')({ rename: { ...write, access: 'user:delete' } }),
    // @ts-expect-error an address is missing
    addresses<typeof schemas>('user')({ show: open }),
    // @ts-expect-error its schemas are missing
    addresses<typeof silent>('user')({ show: open, rename: open }),
    addresses<typeof schemas>('user')({
      show: open,
      // @ts-expect-error the body has no such field
      rename: { ...open, effect: 'write', rules: { nmae: { label: 'Name', rules: 'required' } } },
    }),
    // @ts-expect-error schemas are missing
    endpoints(things, silent),
    // @ts-expect-error the schemas of another call
    endpoints(things, { ...schemas, show: schemas.rename }),
    // @ts-expect-error the action does not exist
    { resource: 'file', action: 'frobnicate' } satisfies AuditDeclaration,
    // @ts-expect-error the body has no version
    { ...schemas.rename, versioned: 'body' } satisfies Schemas,
    // @ts-expect-error the reply is missing
    { summary: '' } satisfies Schemas,
  ]
}
// For the compiler only; never run.
void refusedByTheCompiler

let system: TestSystem
let app: ReturnType<typeof mountGroup>['app']
beforeAll(async () => {
  system = await startTestSystem()
  app = mountGroup(system.db, group, handlers).app
})
afterAll(async () => {
  await app.close()
  await system.stop()
})

describe('a mounted endpoint', () => {
  test('sends declared columns only', async () => {
    const reply = await app.inject('/u/things/7')
    expect(reply.json()).toEqual({ resource: { id: '7', name: 'a thing' } })
  })

  test('names invalid fields and rejects unknown ones', async () => {
    const post = (payload: object) => app.inject({ method: 'POST', url: '/u/things', payload })
    const wrong = await post({ name: 1 })
    expect([wrong.statusCode, wrong.json().errors[0].field]).toEqual([422, 'name'])
    expect((await post({ name: 'x', isAdmin: true })).statusCode).toBe(422)
  })

  test('rejects a violated rule before the handler runs, with the form’s message', async () => {
    const name = 'a name that is too long'
    const refused = await app.inject({ method: 'POST', url: '/u/things', payload: { name } })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'invalid'])
    expect(refused.json().errors).toEqual([
      { field: 'name', code: 'max', message: 'Name must only contain 20 characters' },
    ])
    const written = await system.pool.query('SELECT name FROM policies WHERE name = $1', [name])
    expect(written.rows).toEqual([])
  })

  test('a write is atomic, including its audit events', async () => {
    const post = (name: string) => app.inject({ method: 'POST', url: '/u/things', payload: { name } })
    expect((await post('kept')).statusCode).toBe(200)
    const failed = await post('fails after writing')
    expect([failed.statusCode, failed.json().code, failed.body.includes('boom')]).toEqual([
      500,
      'internal',
      false,
    ])
    const names = await system.pool.query(
      `SELECT name FROM policies WHERE name IN ('kept', 'fails after writing')`,
    )
    expect(names.rows).toEqual([{ name: 'kept' }])
    const trail = await system.pool.query(
      `SELECT actor_name FROM audit_events WHERE action = 'tender.update'`,
    )
    expect(trail.rows).toEqual([{ actor_name: 'A Caller' }])
  })
  test('retries a write after a deadlock once, then replies 503', async () => {
    const post = (name: string) => app.inject({ method: 'POST', url: '/u/things', payload: { name } })
    attempts = 0
    expect((await post('gives way once')).statusCode).toBe(200)
    attempts = 0
    const refused = await post('gives way twice')
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable'])
    expect(refused.headers['retry-after']).toBe('1')
    const { rows } = await system.pool.query(`SELECT name FROM policies WHERE name LIKE 'gives way %'`)
    expect(rows).toEqual([{ name: 'gives way once' }])
  })
})
