import { expect, test } from 'vitest'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { migrate } from './migrate.ts'

const database = useTestDatabase()

type Row = {
  action: string
  resource: string
  id?: string | null
  outcome?: 'done' | 'refused'
  reason?: string | null
  changes?: object
}

const [actor, record] = [crypto.randomUUID(), crypto.randomUUID()]

/** The same event before and after the migration. */
const EVENTS: [before: Row, after: Row][] = [
  [refused('files.cancel', record), { action: 'file.cancel', resource: 'file', id: record }],
  [refused('files.get', record), { action: 'file.view', resource: 'file', id: record }],
  [refused('files.list'), { action: 'file.list', resource: 'file' }],
  [refused('files.errors', record), { action: 'file.view-errors', resource: 'file', id: record }],
  [refused('files.events'), { action: 'file.watch', resource: 'file' }],
  [refused('files.presign', record), { action: 'file.sign', resource: 'file', id: record }],
  [
    { ...refused('files.presign', record), reason: 'artifact_not_found' },
    { action: 'file.download', resource: 'file', id: record, reason: 'artifact_not_found' },
  ],
  [
    refused('inquiries.run', record),
    { action: 'inquiry.run', resource: 'inquiry', changes: { source_filekey: [null, record] } },
  ],
  [refused('inquiries.run'), { action: 'inquiry.run', resource: 'inquiry' }],
  [refused('inquiries.list'), { action: 'inquiry.list', resource: 'inquiry' }],
  [refused('dashboard.files'), { action: 'dashboard.view', resource: 'dashboard' }],
  [refused('account.endSession'), { action: 'session.end', resource: 'session' }],
  [refused('account.endAllSessions'), { action: 'session.end-all', resource: 'session', id: actor }],
  [refused('preferences.update'), { action: 'preferences.update', resource: 'preferences', id: actor }],
  [
    { action: 'session.end-all', resource: 'user', id: actor, outcome: 'done' },
    { action: 'session.end-all', resource: 'session', id: actor, outcome: 'done' },
  ],
  ...(['file.cancel', 'user.create', 'inquiry.run'] as const).map((action): [Row, Row] => {
    const event: Row = { action, resource: action.slice(0, action.indexOf('.')), id: record, outcome: 'done' }
    return [event, event]
  }),
]

function refused(action: string, id: string | null = null): Row {
  return { action, resource: action.slice(0, action.indexOf('.')), id, outcome: 'refused', reason: 'x' }
}

test('the migration renames events of earlier releases and keeps their record', async () => {
  const { client } = database
  for (const [{ action, resource, id = null, outcome, reason = null }] of EVENTS) {
    await client.query(
      `INSERT INTO audit_events (actor_id, actor_name, action, resource, resource_id, outcome, reason)
       VALUES ($1, 'Earlier release', $2, $3, $4, $5, $6)`,
      [actor, action, resource, id, outcome, reason],
    )
  }
  await client.query(`DELETE FROM migrations WHERE name = '008-audit-vocabulary.sql'`)
  expect(await migrate(client)).toEqual(['008-audit-vocabulary.sql'])
  const { rows } = await client.query(
    `SELECT action, resource, resource_id AS id, outcome, reason, changes FROM audit_events
     WHERE actor_name = 'Earlier release' ORDER BY audit_events.id`,
  )
  expect(rows).toEqual(
    EVENTS.map(([before, after]) => ({
      id: null,
      outcome: before.outcome,
      reason: before.reason ?? null,
      changes: {},
      ...after,
    })),
  )
})
