import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient } from '../db/client.ts'
import { loadDemoCards } from '../ops/demo/load-demo-cards.ts'
import { seedLookupTables } from '../ops/demo/seed-lookup-tables.ts'
import { versionOf, withRecords } from '../testing/example-records.ts'
import { refreshSums } from '../testing/refresh-sums.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'

const AS_OF = '2026-11-20'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true, limits: { uploadsAtOnce: 1_000 } })
  system.clock.offsetMs = Date.parse(`${AS_OF}T04:00:00Z`) - Date.now()
  const client = await connectClient(system.ledgerUrl)
  await loadDemoCards({ client, cards: 300, asOf: AS_OF }).finally(() => client.end())
  await refreshSums(system)
  await seedLookupTables(system.db, AS_OF)
  // A second administrator, whose requests the first one decides.
  await system.pool.query(`UPDATE users SET role_id = other.role_id FROM users AS other
    WHERE users.email = 'access@backoffice.test' AND other.email = 'admin@backoffice.test'`)
  await system.call(api.preferences.update, { body: { version: 0, theme: 'dark' } }, 'admin')
})
afterAll(() => system.stop())

type Example = { example?: unknown }
type Operation = {
  operationId: string
  parameters: (Example & { $ref?: string; in?: string; name?: string; required?: boolean })[]
  requestBody?: { content: Record<string, Example> }
}
type Document = { paths: Record<string, Record<string, Operation>> }

/** Sends the examples of an operation. Ids, versions and counts are those of the test's records. */
async function send(path: string, method: string, { operationId, parameters, requestBody }: Operation) {
  const given = parameters.filter(({ $ref, example }) => !$ref && example !== undefined)
  const body = Object.values(requestBody?.content ?? {})[0]?.example
  const values = Object.fromEntries(given.map(({ name, example }) => [name, example]))
  const example = (await withRecords(system, operationId, { ...values, body })) as Record<string, unknown>
  const payload = example.body as Record<string, unknown> | undefined
  const { id } = example
  if (payload && typeof id === 'string' && 'version' in payload) payload.version = await versionOf(system, id)
  const isQuery = new Set(given.flatMap((each) => (each.in === 'query' ? [each.name] : [])))
  const url = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(example[name]))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(example)) if (isQuery.has(name)) query.set(name, String(value))
  const needsVersion = parameters.some(({ $ref }) => $ref?.endsWith('/IfMatch'))
  const authorization = `Bearer ${await system.tokenOf('admin')}`
  return system.app.inject({
    method: method.toUpperCase() as 'GET',
    url: `${url}?${query}`,
    headers: {
      authorization,
      'approval-reason': 'Example',
      ...(needsVersion && { 'if-match': `"${await versionOf(system, String(id))}"` }),
    },
    ...(payload && { payload }),
  })
}

/** Codes of calls that need a state which a new record does not have. */
const REFUSED: Readonly<Record<string, string>> = {
  'accessRequests.breakGlass': 'access_denied', // a role that allows it in an emergency
  'approvals.approve': 'approval_not_opened', // the hash of the opened request
  'approvals.dismiss': 'approval_current', // a request that can't be applied any more
  'approvals.rows': 'not_found', // a request about rows
  'cases.import': 'file_state_conflict', // a file of the posting team
  'files.release': 'own_result', // a held result of a colleague
  'files.retry': 'file_state_conflict', // a failed file
  'reviews.evidence': 'review_open', // a finished review
  'reviews.finish': 'review_undecided', // decided items
  'reviews.keepUsed': 'selection_changed', // the hash of the items
  'users.endAccess': 'not_found', // temporary access
  'users.updateRole': 'impact_changed', // the hash of the impact
}

test('the product accepts every example of the document', { timeout: 300_000 }, async () => {
  const { paths } = (await system.app.inject('/api/docs/json')).json<Document>()
  const refused: Record<string, string> = {}
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      // The stream has no input and no end.
      if (operation.operationId === 'files.events') continue
      const { statusCode, body } = await send(path, method, operation)
      const { code, detail } = JSON.parse(body)
      const expected = REFUSED[operation.operationId]
      if (statusCode >= 400) refused[operation.operationId] = code === expected ? code : `${code}: ${detail}`
      // Some calls end the sessions of their caller.
      await system.pool.query('DELETE FROM ended_sessions')
      await system.pool.query('UPDATE users SET signed_in_after = NULL WHERE signed_in_after IS NOT NULL')
    }
  expect(refused).toEqual(REFUSED)
})
