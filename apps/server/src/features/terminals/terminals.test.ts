import { api } from '@backoffice/contract/api'
import type { TableRow } from '@backoffice/contract/table'
import type { terminals } from '@backoffice/contract/tables/terminals'
import type { Problem } from '@backoffice/contract/values.schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giveAccess } from '../../testing/access.ts'
import { startTerminalSystem, upsert } from '../../testing/terminals.ts'
import type { TestSystem } from '../../testing/test-system.ts'

type Terminal = TableRow<typeof terminals>
type UpsertReply = { resource: { result: string; row: Terminal } }

const HERE = { company_code: 'NLF', branch_code: '0417' }
const THERE = { company_code: 'NLF', branch_code: '0419' }

let system: TestSystem
let made = 0
let id = ''
beforeAll(async () => {
  system = await startTerminalSystem()
  // `glass` may create terminals but not move them; `viewer` may only view.
  await giveAccess(system, 'glass', ['Lookup'], ['terminal:view', 'terminal:upsert'])
  await giveAccess(system, 'viewer', ['Lookup'], ['terminal:view'])
})
beforeEach(() => {
  made += 1
  id = `T${String(made).padStart(7, '0')}`
})
afterAll(() => system.stop())

const rowOf = ({ body }: { body: unknown }) => (body as UpsertReply).resource.row
const movesOf = async (row: Terminal) =>
  (await system.call(api.terminals.moves, { params: { id: row.id } }, 'lookup')).items
const trailOf = async (row: Terminal) => {
  const { rows } = await system.pool.query<{ action: string }>(
    `SELECT action FROM audit_events WHERE resource_id = $1 AND outcome = 'done' ORDER BY id`,
    [row.id],
  )
  return rows.map(({ action }) => action)
}

type State = 'unknown' | 'here' | 'inactive' | 'ended' | 'deleted' | 'elsewhere' | 'deleted elsewhere'

async function arrange(state: State): Promise<Terminal | undefined> {
  if (state === 'unknown') return undefined
  const row = rowOf(
    await upsert(system, { terminal_id: id, ...(state.endsWith('elsewhere') ? THERE : HERE) }),
  )
  const seen = { id: row.id, version: row.version }
  if (state.startsWith('deleted'))
    await system.call(api.terminals.delete, { body: { items: [seen] } }, 'lookup')
  if (state === 'inactive' || state === 'ended') {
    const change = state === 'inactive' ? { status: 'INACTIVE' as const } : { effective_to: '2026-01-31' }
    await system.call(api.terminals.update, { body: { items: [{ ...seen, ...change }] } }, 'lookup')
  }
  return system.pool
    .query<Terminal>('SELECT * FROM terminals WHERE id = $1', [row.id])
    .then(({ rows }) => rows[0])
}

type Version = 'none' | 'current' | 'stale'
type Outcome = [status: number, what: string]

const CREATED: Outcome = [201, 'created']
const UNCHANGED: Outcome = [200, 'unchanged']
const MOVED: Outcome = [200, 'moved']
const WOULD_MOVE: Outcome = [409, 'terminal_would_move']
const DENIED: Outcome = [403, 'access_denied']

const always = (outcome: Outcome) => ({ none: outcome, current: outcome, stale: outcome })
const upserted = (outcome: Outcome) => ({
  lookup: always(outcome),
  glass: always(outcome),
  viewer: always(DENIED),
})

const movable = {
  lookup: { none: WOULD_MOVE, current: MOVED, stale: WOULD_MOVE },
  glass: always(DENIED),
  viewer: always(DENIED),
}

/** Outcome of an upsert into NLF 0417, by state, caller and sent version. */
const TABLE: Record<State, Record<'lookup' | 'glass' | 'viewer', Record<Version, Outcome>>> = {
  unknown: upserted(CREATED),
  here: upserted(UNCHANGED),
  inactive: upserted(UNCHANGED),
  ended: upserted(UNCHANGED),
  deleted: upserted(CREATED),
  elsewhere: movable,
  'deleted elsewhere': movable,
}

const CELLS = Object.entries(TABLE).flatMap(([state, callers]) =>
  Object.entries(callers).flatMap(([as, versions]) =>
    Object.entries(versions).map(([version, outcome]) => [state, as, version, ...outcome] as const),
  ),
)

describe('an upsert into a branch', () => {
  test.each(CELLS)('of a terminal that is %s, as %s, with version %s: %i %s', async (...cell) => {
    const [state, as, carried, status, what] = cell
    const before = await arrange(state as State)
    const version =
      carried === 'none'
        ? undefined
        : carried === 'current'
          ? (before?.version ?? 1)
          : (before?.version ?? 1) + 5
    const reply = await upsert(system, { terminal_id: id, ...HERE }, { as, ...(version && { version }) })
    const { resource, code } = reply.body as Partial<UpsertReply & Problem>
    expect([reply.status, resource?.result ?? code]).toEqual([status, what])

    const { rows } = await system.pool.query<Terminal>(
      'SELECT * FROM terminals WHERE terminal_id = $1 AND deleted_at IS NULL',
      [id],
    )
    if (what === 'created' || what === 'moved') {
      expect(rows).toEqual([expect.objectContaining({ ...HERE, status: 'ACTIVE' })])
      expect(resource?.row).toMatchObject({ terminal_id: id, ...HERE, version: rows[0]?.version })
      expect((await trailOf(rows[0] as Terminal)).at(-1)).toBe(
        what === 'moved' ? 'terminal.move' : state === 'deleted' ? 'terminal.restore' : 'terminal.create',
      )
    } else if (before && !state.startsWith('deleted')) {
      expect(rows).toEqual([before])
      if (what === 'terminal_would_move')
        expect((reply.body as Problem).current).toMatchObject({ ...THERE, version: before.version })
    } else expect(rows).toEqual([])
  })

  const WRONG: [string, Partial<Record<'terminal_id' | 'company_code' | 'branch_code', string>>, object][] = [
    [
      'nothing at all',
      {},
      { terminal_id: 'Enter Terminal ID', company_code: 'Select Company', branch_code: 'Select Branch' },
    ],
    ['an empty id', { terminal_id: ' ', ...HERE }, { terminal_id: 'Enter Terminal ID' }],
    ['an id that is short', { terminal_id: '1234', ...HERE }, { terminal_id: 'Terminal ID is invalid' }],
    ['an id with a dash', { terminal_id: '1234-678', ...HERE }, { terminal_id: expect.any(String) }],
    [
      'an id in another script',
      { terminal_id: '１２３４５６７８', ...HERE },
      { terminal_id: expect.any(String) },
    ],
    [
      'an unknown company',
      { ...HERE, company_code: 'ZZZ' },
      { company_code: 'ZZZ is unknown or inactive', branch_code: expect.any(String) },
    ],
    [
      'a retired company',
      { company_code: 'OLD', branch_code: '0001' },
      { company_code: 'OLD is unknown or inactive' },
    ],
    ['an unknown branch', { ...HERE, branch_code: '0000' }, { branch_code: '0000 is unknown or inactive' }],
    ['a retired branch', { ...HERE, branch_code: '0999' }, { branch_code: '0999 is unknown or inactive' }],
    [
      'another company’s branch',
      { ...HERE, branch_code: '0101' },
      { branch_code: '0101 is unknown or inactive' },
    ],
    [
      'a branch without its zeros',
      { ...HERE, branch_code: '417' },
      { branch_code: '417 is unknown or inactive' },
    ],
  ]

  test.each(WRONG)(
    'with %s is refused at the field, whether the terminal is there or not',
    async (_what, given, wanted) => {
      for (const state of ['unknown', 'here'] as const) {
        await arrange(state)
        const query = Object.keys(given).length > 0 ? { terminal_id: id, ...given } : {}
        const { status, body } = await upsert(system, query)
        const { errors = [] } = body as Problem
        expect(status).toBe(422)
        expect(Object.fromEntries(errors.map(({ field, message }) => [field, message]))).toEqual(wanted)
      }
      const { rows } = await system.pool.query('SELECT FROM terminals WHERE terminal_id = $1', [
        '１２３４５６７８',
      ])
      expect(rows).toEqual([])
    },
  )

  test('finds a terminal by its id in any case and with surrounding spaces', async () => {
    const created = rowOf(
      await upsert(system, {
        terminal_id: ` ${id.toLowerCase()} `,
        company_code: 'nlf',
        branch_code: ' 0417',
      }),
    )
    expect(created).toMatchObject({ terminal_id: id, ...HERE })
    expect((await upsert(system, { terminal_id: id, ...HERE })).status).toBe(200)
  })

  test('keeps leading zeros', async () => {
    const zeros = `0000${String(made).padStart(4, '0')}`
    expect(rowOf(await upsert(system, { terminal_id: zeros, ...HERE })).terminal_id).toBe(zeros)
  })
})

test('the history has every move with branches, time and user, and the row has the previous branch', async () => {
  const { version } = rowOf(await upsert(system, { terminal_id: id, ...HERE }))
  const second = rowOf(await upsert(system, { terminal_id: id, ...THERE }, { version }))
  const third = rowOf(
    await upsert(
      system,
      { terminal_id: id, company_code: 'MBR', branch_code: '0101' },
      { version: second.version },
    ),
  )
  expect(third.previous_branch_code).toBe('0419')
  expect(third.moved_at).toBe((await movesOf(third))[0]?.moved_at)
  const seen = { id: third.id, version: third.version, status: 'INACTIVE' as const }
  await system.call(api.terminals.update, { body: { items: [seen] } }, 'lookup')
  const moves = await movesOf(third)
  expect(moves.map((move) => [move.from_branch_code, move.to_company_code, move.to_branch_code])).toEqual([
    ['0419', 'MBR', '0101'],
    ['0417', 'NLF', '0419'],
  ])
  expect(moves[0]?.moved_by).toMatch(/\w+ \w+/)
  expect(Date.now() - Date.parse(moves[0]?.moved_at ?? '')).toBeLessThan(60_000)
})

test('an update of the branch requires terminal:move, an update of the status does not', async () => {
  const { id: row, version } = rowOf(await upsert(system, { terminal_id: id, ...HERE }))
  const items = [{ id: row, version, ...THERE }]
  const refused = await system.send(api.terminals.update, { body: { items } }, 'glass')
  expect(refused).toMatchObject({ status: 403, body: { code: 'access_denied', missing: ['terminal:move'] } })
  const changed = await system.call(
    api.terminals.update,
    { body: { items: [{ id: row, version, status: 'INACTIVE' as const }] } },
    'glass',
  )
  expect(changed.items).toMatchObject([{ outcome: 'done', row: { version: version + 1 } }])
  const moved = [{ id: row, version: version + 1, ...THERE }]
  expect((await system.send(api.terminals.update, { body: { items: moved } }, 'lookup')).status).toBe(200)
  expect(await system.call(api.terminals.moves, { params: { id: row } }, 'lookup')).toMatchObject({
    items: [{ from_branch_code: '0417', to_branch_code: '0419' }],
  })
})

test('one of many concurrent upserts wins per version, and the moves form one chain', async () => {
  const created = rowOf(await upsert(system, { terminal_id: id, ...HERE }))
  let current = created.version
  let won = 0
  // Sends the version it saw; a refusal returns the current row.
  const settle = async (place: typeof HERE, seen: number) => {
    const { status, body } = await upsert(system, { terminal_id: id, ...place }, { version: seen })
    if (status === 409) return (body as Problem).current as Terminal
    const { result, row } = (body as UpsertReply).resource
    if (result === 'moved') won += 1
    return row
  }
  for (let round = 0; round < 4; round++) {
    const seen = current
    const before = won
    const rows = await Promise.all(
      Array.from({ length: 25 }, (_, i) => settle(i % 2 === round % 2 ? THERE : HERE, seen)),
    )
    current = Math.max(...rows.map(({ version }) => version))
    // At most one upsert of a version moves it.
    expect(won - before).toBeLessThanOrEqual(1)
    expect(current - seen).toBe(won - before)
  }
  const history = (await movesOf(created)).reverse()
  expect(history).toHaveLength(won)
  expect(won).toBeGreaterThan(1)
  let at = HERE.branch_code
  for (const { from_branch_code, to_branch_code } of history) {
    expect(from_branch_code).toBe(at)
    at = to_branch_code
  }
  const now = await system.call(api.terminals.get, { params: { id: created.id } }, 'lookup')
  expect([now.branch_code, now.version]).toEqual([at, created.version + won])
  expect((await trailOf(created)).filter((action) => action === 'terminal.move')).toHaveLength(won)
})

test('100 concurrent upserts of an unknown terminal create one row', async () => {
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => upsert(system, { terminal_id: id, ...HERE })),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(99)
})
