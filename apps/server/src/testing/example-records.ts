import { api } from '@backoffice/contract/api'
import type { TableDeclaration } from '@backoffice/contract/table'
import { TABLES } from '@backoffice/contract/tables/tables'
import { tenders } from '@backoffice/contract/tables/tenders'
import { terminals } from '@backoffice/contract/tables/terminals'
import { EXAMPLE_ID, EXAMPLE_TOKEN, OTHER_EXAMPLE_ID } from '../kernel/openapi/openapi-bodies.ts'
import { insertPolicy, insertRole, insertUser, userIdOf } from './access.ts'
import { aRequest, switchRule } from './approvals.ts'
import { dryRun, putUpload, runInquiry } from './file-actions.ts'
import { itemsOf, startReview } from './reviews.ts'
import { createRow, endpointsOf, fileOf, validRow } from './table-rows.ts'
import { signIn, type TestSystem } from './test-system.ts'

const CARD = '9990000000000011'
const CARDS = `card_number\n${CARD}\n`
const FIRST_ROW_WRONG = `card_number\nx\n${CARD}\n`

/** `idOf` gives the id of the record of another field of the call. */
type Factory = (system: TestSystem, idOf: (field: string) => Promise<string>) => Promise<string>

const none = async () => ''

const role: Factory = async (system) =>
  insertRole(system, ['Lookup'], [await insertPolicy(system, ['tender:view'])])
const policy: Factory = (system) => insertPolicy(system, ['tender:view'])
const user: Factory = async (system) => insertUser(system, await role(system, none))
const card: Factory = async ({ ledger }) => {
  const { rows } = await ledger.pool.query('SELECT card_id FROM cards WHERE card_number = $1', [CARD])
  return rows[0].card_id
}
const accountOf =
  (mailbox: string): Factory =>
  (system) =>
    userIdOf(system, mailbox)

const inquiry: Factory = async (system) => {
  const subject = { mode: 'CARD', card_number: CARD, purpose: 'OTHER', ticket_no: 'OPS-1' } as const
  const body = { ...subject, date_from: '2026-11-01', date_to: '2026-11-19' }
  const { id } = await system.call(api.inquiries.run, { body }, 'admin')
  return id
}
const caseId: Factory = async (system) => {
  const typed = [
    {
      business_date: '2026-11-18',
      branch_code: '0101',
      receipt_no: crypto.randomUUID().slice(0, 8),
      amount: 1,
    },
  ]
  const body = { kind: 'OTHER', card_id: await card(system, none), ticket_no: 'OPS-1', typed } as const
  return (await system.call(api.cases.create, { body }, 'agent')).id
}
const review: Factory = async (system) => {
  const reviewers = await Promise.all(['admin', 'access'].map((mailbox) => userIdOf(system, mailbox)))
  return (await startReview(system, reviewers, { due_on: '2026-12-18' })).id
}
const reviewItem: Factory = async (system, idOf) => {
  const items = await itemsOf(system, await idOf('id'), 'admin')
  return items.find(({ undecidable }) => undecidable === null)?.id ?? ''
}
const rejectedCase: Factory = async (system) => {
  const id = await caseId(system, none)
  const body = { items: [{ id, version: 1 }], reason: 'Example' }
  await system.call(api.cases.reject, { body }, 'admin')
  return id
}
const unmatched: Factory = async (system) =>
  (await dryRun(system, CARDS.replace('card_number', 'Number of card'), 'admin')).source_filekey
const view: Factory = async (system) => {
  const body = { list: 'files', name: crypto.randomUUID(), audience: 'MINE', content: {} } as const
  return (await system.call(api.views.create, { body }, 'admin')).id
}
/** Another session of the user than the current one. */
const sessionOf =
  (mailbox: string): Factory =>
  async (system) => {
    await system.tokenOf(mailbox)
    await signIn(system.identity, `${mailbox}@backoffice.test`)
    const { items } = await system.call(api.account.listSessions, {}, mailbox)
    return items.find(({ is_current }) => !is_current)?.id ?? ''
  }
const request =
  (as: string): Factory =>
  async (system) => {
    await switchRule(system, 'HIGH_RISK_GRANT', true)
    const { id } = await aRequest(system, { as }).finally(() => switchRule(system, 'HIGH_RISK_GRANT', false))
    return id
  }

function tableCalled(name: string): TableDeclaration {
  const table = TABLES.find((each) => each.name === name)
  if (!table) throw new Error(`There is no table ${name}`)
  return table
}

/** A new row that refers to demo data. */
const demoRow = (table: TableDeclaration) => ({
  ...validRow(table),
  ...(table.name === 'terminals' && { company_code: 'NLF', branch_code: '0101' }),
})

const rowOf =
  (table: TableDeclaration): Factory =>
  async (system) => {
    const values = demoRow(table)
    const { status, body } = await createRow(system, table, values)
    const { resource } = body as { resource: { id?: string; row?: { id: string } } }
    if (status >= 300) throw new Error(`${table.name}: ${JSON.stringify(body)}`)
    return resource.id ?? resource.row?.id ?? ''
  }
const deletedRowOf =
  (table: TableDeclaration): Factory =>
  async (system) => {
    const id = await rowOf(table)(system, none)
    // The input follows the declaration, but the general type does not.
    await system.call(endpointsOf(table).delete, { body: { items: [{ id, version: 1 }] } } as never, 'admin')
    return id
  }

const upload: Factory = async (system) => (await putUpload(system, FIRST_ROW_WRONG, 'admin')).source_filekey
const checked: Factory = async (system) => (await dryRun(system, FIRST_ROW_WRONG, 'admin')).source_filekey
const finished: Factory = async (system) => {
  const { source_filekey } = await dryRun(system, CARDS, 'admin')
  await runInquiry(system, source_filekey, 'admin', {
    date_from: '2026-11-01',
    date_to: '2026-11-19',
    duplicate_reason: 'Example',
  })
  return source_filekey
}
const importOf =
  (table: TableDeclaration): Factory =>
  async (system) =>
    (await dryRun(system, fileOf(table, [demoRow(table)]), 'admin', { category: table.category }))
      .source_filekey

/** Records of fields, whatever the call. */
const BY_FIELD: Readonly<Record<string, Factory>> = {
  role_id: role,
  policy_ids: policy,
  extra_policies: policy,
  card_id: card,
  card_ids: card,
  reviewers: accountOf('access'),
  assignee_id: accountOf('agent'),
  from: user,
  to: accountOf('agent'),
  token: ({ identity }) => signIn(identity, 'admin@backoffice.test'),
  item: reviewItem,
  session_id: sessionOf('viewer'),
  access_id: user,
}

/** Uploads of calls, by group. */
const BY_FILES: Readonly<Record<string, Factory>> = {
  columns: unmatched,
  ...Object.fromEntries(['files', 'fixes', 'cases', 'inquiries'].map((group) => [group, checked])),
}

/** Records of calls, by operation or its group. */
const BY_CALL: Readonly<Record<string, Factory>> = {
  users: user,
  roles: role,
  policies: policy,
  history: user,
  'account.endSession': sessionOf('admin'),
  'users.endSession': accountOf('viewer'),
  approvals: request('access'),
  'approvals.withdraw': request('admin'),
  reviews: review,
  'reviews.decide items': reviewItem,
  cases: caseId,
  'cases.reopen': rejectedCase,
  views: view,
  inquiries: inquiry,
  'explain.impact': role,
  'files.register': upload,
  'files.result': finished,
  'files.runAgain': finished,
  'files.preview': importOf(tenders),
  'mapping.undo': rowOf(terminals),
  ...Object.fromEntries(
    TABLES.flatMap((table) => [
      [table.name, rowOf(table)],
      [`${table.name}.restore`, deletedRowOf(table)],
      [`${table.name}.import`, importOf(table)],
    ]),
  ),
}

/** Replaces the ids of an example by those of new records that the call can be made for. */
export async function withRecords(
  system: TestSystem,
  operationId: string,
  example: unknown,
): Promise<unknown> {
  const [group = ''] = operationId.split('.')
  const made = new Map<string, Promise<string>>()
  const idOf = (field: string): Promise<string> => {
    const own = BY_CALL[`${operationId} ${field}`] ?? BY_CALL[operationId]
    const factory =
      field === 'source_filekey' ? (own ?? BY_FILES[group]) : (BY_FIELD[field] ?? own ?? BY_CALL[group])
    if (!factory) throw new Error(`${operationId}: no record for ${field}`)
    const id = made.get(field) ?? factory(system, idOf)
    made.set(field, id)
    return id
  }
  const replace = async (value: unknown, field: string): Promise<unknown> => {
    if (value === OTHER_EXAMPLE_ID && field === 'reviewers') return userIdOf(system, 'admin')
    if (PLACEHOLDERS.has(value)) return idOf(field)
    if (Array.isArray(value)) return Promise.all(value.map((each) => replace(each, field)))
    if (typeof value !== 'object' || value === null) return value
    const entries = []
    for (const [name, each] of Object.entries(value))
      entries.push([name, await replace(each, name === 'id' && field === 'items' ? field : name)])
    const replaced = Object.fromEntries(entries)
    if ('selection' in replaced) return { ...replaced, count: await totalOf(system, group) }
    const id = replaced.id ?? replaced.source_filekey
    return id !== undefined && 'version' in replaced
      ? { ...replaced, version: await versionOf(system, id) }
      : replaced
  }
  return replace(example, '')
}

async function totalOf(system: TestSystem, group: string): Promise<number> {
  const { list } = endpointsOf(tableCalled(group))
  const input = list.method === 'GET' ? {} : { body: {} }
  return (await system.call(list, input as never, 'admin')).total
}

const PLACEHOLDERS: ReadonlySet<unknown> = new Set([EXAMPLE_ID, OTHER_EXAMPLE_ID, EXAMPLE_TOKEN])

const VERSIONED = [
  'review_items',
  'users',
  'roles',
  'policies',
  'views',
  'cases',
  'reviews',
  ...TABLES.map(({ name }) => name),
]

export async function versionOf({ pool }: TestSystem, id: string): Promise<number> {
  const tables = VERSIONED.map((name) => `SELECT version FROM ${name} WHERE id = $1`)
  const all = [...tables, 'SELECT version FROM files WHERE source_filekey = $1']
  const { rows } = await pool.query(all.join(' UNION ALL '), [id])
  return rows[0]?.version ?? 1
}
