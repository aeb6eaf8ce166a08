import { api } from '@backoffice/contract/api'
import { isFinalState } from '@backoffice/contract/file-states'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { giveAccess } from '../../testing/access.ts'
import { downloadText, dryRun, waitFor } from '../../testing/file-actions.ts'
import { startTerminalSystem, upsert } from '../../testing/terminals.ts'
import type { TestSystem } from '../../testing/test-system.ts'

const FILES = ['file:upload', 'file:view', 'file:download']

let system: TestSystem
beforeAll(async () => {
  system = await startTerminalSystem({ workers: true })
  // May import terminals, but not move them.
  await giveAccess(
    system,
    'glass',
    ['Lookup', 'Files'],
    ['terminal:view', 'terminal:upsert', 'terminal:import', ...FILES],
  )
})
afterAll(() => system.stop())

beforeEach(async () => {
  await system.pool.query('DELETE FROM terminals')
  for (const terminal_id of ['00000001', '00000002'])
    await upsert(system, { terminal_id, company_code: 'NLF', branch_code: '0417' })
})

const FILE = `terminal_id,company_code,branch_code
00000001,NLF,0417
00000002,NLF,0419
00000003,NLF,0417
4,NLF,0417
00000005,NLF,0101
`

const check = (as: string) => dryRun(system, FILE, as, { category: 'TERMINALS' })
const errorsOf = (filekey: string, as: string) => downloadText(system, filekey, 'errors', as)

async function places() {
  const { rows } = await system.pool.query<{ place: string }>(
    `SELECT concat_ws(' ', terminal_id, branch_code, previous_branch_code) AS place FROM terminals ORDER BY terminal_id`,
  )
  return rows.map(({ place }) => place)
}

test('a file creates, keeps, moves and rejects rows, and records its moves', async () => {
  const { source_filekey, preview } = await check('lookup')
  expect(preview).toMatchObject({ new: 1, unchanged: 1, changed: 1, moved: 1, rejected: 2 })
  const errors = await errorsOf(source_filekey, 'lookup')
  // Short ids are not padded.
  expect(errors).toMatch(/terminal_id.*Terminal ID is invalid/)
  expect(errors).toMatch(/branch_code.*0101 is unknown or inactive/)
  await system.call(api.terminals.import, { body: { source_filekey, partial: true } }, 'lookup')
  await waitFor(system, source_filekey, 'lookup', ({ state }) => isFinalState(state))
  expect(await places()).toEqual(['00000001 0417', '00000002 0419 0417', '00000003 0417'])
  const { rows } = await system.pool.query(
    'SELECT from_branch_code, to_branch_code, moved_by_name FROM terminal_moves JOIN terminals t ON t.id = terminal',
  )
  expect(rows).toEqual([
    { from_branch_code: '0417', to_branch_code: '0419', moved_by_name: expect.stringMatching(/\w+ \w+/) },
  ])
})

test('the trail has one event of an import, and on demand those of its records, among them a move', async () => {
  const { source_filekey } = await check('lookup')
  await system.call(api.terminals.import, { body: { source_filekey, partial: true } }, 'lookup')
  await waitFor(system, source_filekey, 'lookup', ({ state }) => isFinalState(state))
  const actionsWith = async (file: { empty: true } | { in: string[] }) => {
    const filters = { file, action: { in: ['create', 'update', 'move', 'import'] } }
    const { items } = await system.call(
      api.audit.list,
      { body: { filters, page: 1, page_size: 10 } },
      'auditor',
    )
    return items.map(({ action, actor }) => `${actor.name} ${action}`)
  }
  const [first] = await actionsWith({ empty: true })
  expect(first).toBe('Carla Lim file.import')
  const records = await actionsWith({ in: [source_filekey] })
  expect(records.toSorted()).toEqual(['Carla Lim terminal.create', 'Carla Lim terminal.move'])
})

test('without terminal:move, rows that would move are rejected and the others written', async () => {
  const { source_filekey, preview } = await check('glass')
  expect(preview).toMatchObject({ new: 1, unchanged: 1, changed: 0, moved: 0, rejected: 3 })
  const errors = await errorsOf(source_filekey, 'glass')
  expect(errors).toMatch(/branch_code.*E009.*from NLF 0417 to NLF 0419/)
  await system.call(api.terminals.import, { body: { source_filekey, partial: true } }, 'glass')
  await waitFor(system, source_filekey, 'glass', ({ state }) => isFinalState(state))
  expect(await places()).toEqual(['00000001 0417', '00000002 0417', '00000003 0417'])
})

test('the confirmation checks the permission to move again', async () => {
  const { source_filekey } = await check('lookup')
  await giveAccess(
    system,
    'lookup',
    ['Lookup', 'Files'],
    ['terminal:view', 'terminal:upsert', 'terminal:import', ...FILES],
  )
  const confirm = { body: { source_filekey, partial: true } }
  expect(await system.send(api.terminals.import, confirm, 'lookup')).toMatchObject({
    status: 403,
    body: { code: 'access_denied', missing: ['terminal:move'] },
  })
  expect(await places()).toEqual(['00000001 0417', '00000002 0417'])
})
