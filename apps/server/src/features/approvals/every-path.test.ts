// over 300 lines: one table of every path of every kind

import { api } from '@backoffice/contract/api'
import { type ApprovalKind, type FieldApproval, RULE_KINDS } from '@backoffice/contract/approvals'
import type { Address, CallInput, Endpoint } from '@backoffice/contract/endpoint'
import { isFinalState } from '@backoffice/contract/file-states'
import { GAP_KINDS, GAP_TABLES, type GapKind } from '@backoffice/contract/mapping'
import { keyFields, type ReferencedTable, type TableDeclaration } from '@backoffice/contract/table'
import { anyKey, fieldsOfKind, isMasterTable } from '@backoffice/contract/table-approvals'
import { TABLES, tableOfCategory } from '@backoffice/contract/tables/tables'
import { tenders } from '@backoffice/contract/tables/tenders'
import { terminals } from '@backoffice/contract/tables/terminals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { impactVersionOf, insertPolicy, insertRole, insertUser } from '../../testing/access.ts'
import { openedItems } from '../../testing/approvals.ts'
import { dryRun, waitFor } from '../../testing/file-actions.ts'
import {
  addMasters,
  createRow,
  endpointsOf,
  fileOf,
  type Texts,
  validRow,
  wireRow,
} from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  await addMasters(system.pool)
  await system.pool.query(`INSERT INTO payment_methods
      (payment_method_code, name, type, earns_points, requires_reference, settlement_days, sort_order)
    VALUES ('PTS', 'Points', 'POINTS', false, false, 0, 2)`)
  await system.pool.query(`INSERT INTO establishments (establishment_code, establishment_name, category, mcc,
      earn_allowed, redeem_allowed, earn_rate_pesos_per_point) VALUES ('CHEAP', 'Cheap', 'FUEL', '5541', true, true, 1)`)
  await system.pool.query(`INSERT INTO transaction_codes (tran_code, description, class, points_sign, reverses,
      processing_code, posts_to_ledger, requires_reason) VALUES ('2000', 'Redeem', 'REDEEM', '-1', NULL, '000000', true, false)`)
})
afterAll(() => system.stop())

/** The requester of every path; `leonora.santiago` decides. */
const REQUESTER = 'admin'
const DECIDER = 'leonora.santiago'

type SentReply = { status: number; body: unknown }
type Path = {
  name: string
  endpoint: string
  kind: ApprovalKind
  /** `REQUESTER` by default. */
  requester?: string
  /** Prepares the records, and returns the call. */
  prepare: () => Promise<() => Promise<SentReply>>
  /** Everything that the call may change. */
  state: () => Promise<unknown>
}

const send = <E extends Address>(endpoint: E, input: CallInput<E>) => system.send(endpoint, input, REQUESTER)

const rowsOf = (table: string) => async () =>
  (await system.pool.query(`SELECT jsonb_agg(to_jsonb(t) ORDER BY id) AS rows FROM ${table} t`)).rows

type Row = { id: string; version: number }

/** A stored row of the table. */
async function aRow(table: TableDeclaration, changes: Texts = {}): Promise<Row & { values: Texts }> {
  const values = { ...validRow(table), ...changes }
  const { status, body } = await createRow(system, table, values)
  if (status >= 300) throw new Error(JSON.stringify(body))
  const { resource } = body as { resource: Row & { row?: Row } }
  const { id, version } = resource.row ?? resource
  return { id, version, values }
}

async function aDeletedRow(table: TableDeclaration, changes: Texts = {}): Promise<Row> {
  const { id, version } = await aRow(table, changes)
  const { items } = await system.call(
    endpointsOf(table).delete,
    { body: { items: [{ id, version }] } },
    REQUESTER,
  )
  return { id, version: items[0]?.row?.version ?? 0 }
}

type TablePath = Omit<Path, 'endpoint' | 'state' | 'name'> & { name?: string; action: string }

function tablePaths(table: TableDeclaration, paths: readonly TablePath[]): Path[] {
  const name = table.name
  return paths.map(({ action, ...path }) => ({
    endpoint: `${name}.${action}`,
    state: rowsOf(name),
    ...path,
    name: `${name}.${action} ${path.name ?? ''}`.trim(),
  }))
}

const update =
  async (table: TableDeclaration, { id, version }: Row, changes: object) =>
  () =>
    send(endpointsOf(table).update, { body: { items: [{ id, version, ...changes }] } })

const remove =
  async (table: TableDeclaration, { id, version }: Row) =>
  () =>
    send(endpointsOf(table).delete, { body: { items: [{ id, version }] } })

const restore =
  async (table: TableDeclaration, { id, version }: Row) =>
  () =>
    send(endpointsOf(table).restore, { body: { items: [{ id, version }] } })

async function onAll(table: TableDeclaration, action: 'activate' | 'deactivate' | 'delete', values: Texts) {
  const filters = Object.fromEntries(keyFields(table).map((name) => [name, { in: [values[name] ?? ''] }]))
  const body = { action, count: 1, selection: { filters } }
  return () => send(endpointsOf(table).all, { body })
}

async function importOf(table: TableDeclaration, rows: readonly Texts[]) {
  const { source_filekey, state } = await dryRun(system, fileOf(table, rows), REQUESTER, {
    category: table.category,
    file_name: 'rows.csv',
  })
  expect(state).toBe('AWAITING_CONFIRMATION')
  return () => send(endpointsOf(table).import, { body: { source_filekey } })
}

/** Changes of every field that declares the kind. */
function changesOfKind(table: TableDeclaration, kind: FieldApproval): Texts {
  const other = (name: string): string => {
    const { options, reference } = table.fields[name] ?? {}
    if (options) return Object.keys(options).at(-1) ?? ''
    if (reference) return OTHER_CODES[reference.table] ?? ''
    return '99'
  }
  return Object.fromEntries(fieldsOfKind(table, kind).map((name) => [name, other(name)]))
}

/** Codes other than those of `validRow`, which `beforeAll` adds. */
const OTHER_CODES: Partial<Record<ReferencedTable, string>> = {
  'glass/payment_method': 'PTS',
  'glass/establishment': 'CHEAP',
  'glass/transaction_code': '2000',
}

async function creation(table: TableDeclaration, changes: Texts = {}) {
  const row = { ...validRow(table), ...changes }
  return () => createRow(system, table, row)
}

/** Rows that were changed count as a mass change. */
function massChanges(table: TableDeclaration): Path[] {
  const kind = 'MASS_CHANGE'
  const isTerminals = table.name === terminals.name
  const renamed = (values: Texts) => ({ ...values, ...changedText(table) })
  return tablePaths(table, [
    isTerminals
      ? { action: 'upsert', kind, prepare: () => creation(table) }
      : { action: 'create', kind, prepare: () => creation(table) },
    { action: 'update', kind, prepare: async () => update(table, await aRow(table), { status: 'INACTIVE' }) },
    { action: 'delete', kind, prepare: async () => remove(table, await aRow(table)) },
    { action: 'restore', kind, prepare: async () => restore(table, await aDeletedRow(table)) },
    {
      action: 'all',
      name: 'deactivate',
      kind,
      prepare: async () => onAll(table, 'deactivate', (await aRow(table)).values),
    },
    {
      action: 'all',
      name: 'delete',
      kind,
      prepare: async () => onAll(table, 'delete', (await aRow(table)).values),
    },
    { action: 'import', name: 'of a new row', kind, prepare: async () => importOf(table, [validRow(table)]) },
    {
      action: 'import',
      name: 'of a changed row',
      kind,
      prepare: async () => importOf(table, [renamed((await aRow(table)).values)]),
    },
  ])
}

/** A change of the field that names the row, or of the status. */
function changedText({ fields, naming }: TableDeclaration): Texts {
  return fields[naming]?.type === 'text' ? { [naming]: 'Another name' } : { status: 'INACTIVE' }
}

function ends(table: TableDeclaration): Path[] {
  const kind = 'MASTER_DELETE'
  const past = { effective_from: '2026-01-01', effective_to: '2026-01-31' }
  return tablePaths(table, [
    {
      action: 'update',
      name: 'to inactive',
      kind,
      prepare: async () => update(table, await aRow(table), { status: 'INACTIVE' }),
    },
    {
      action: 'update',
      name: 'to an end',
      kind,
      prepare: async () => update(table, await aRow(table), past),
    },
    { action: 'delete', kind, prepare: async () => remove(table, await aRow(table)) },
    {
      action: 'all',
      name: 'deactivate',
      kind,
      prepare: async () => onAll(table, 'deactivate', (await aRow(table)).values),
    },
    {
      action: 'all',
      name: 'delete',
      kind,
      prepare: async () => onAll(table, 'delete', (await aRow(table)).values),
    },
    {
      action: 'import',
      kind,
      prepare: async () => importOf(table, [{ ...(await aRow(table)).values, ...past }]),
    },
  ])
}

let ranges = 900_000
function aRange(): Texts {
  ranges += 1
  return { bin_from: String(ranges), bin_to: String(ranges) }
}

function rangePaths(): Path[] {
  const kind = 'BIN_RANGE'
  return tablePaths(tenders, [
    {
      action: 'create',
      kind,
      prepare: () => creation(tenders, aRange()),
    },
    { action: 'update', kind, prepare: async () => update(tenders, await aRow(tenders), aRange()) },
    {
      action: 'update',
      name: 'to inactive',
      kind,
      prepare: async () => update(tenders, await aRow(tenders, aRange()), { status: 'INACTIVE' }),
    },
    { action: 'delete', kind, prepare: async () => remove(tenders, await aRow(tenders, aRange())) },
    { action: 'restore', kind, prepare: async () => restore(tenders, await aDeletedRow(tenders, aRange())) },
    {
      action: 'all',
      kind,
      prepare: async () => onAll(tenders, 'deactivate', (await aRow(tenders, aRange())).values),
    },
    {
      action: 'import',
      name: 'of a new row',
      kind,
      prepare: async () => importOf(tenders, [{ ...validRow(tenders), ...aRange() }]),
    },
    {
      action: 'import',
      name: 'of a changed row',
      kind,
      prepare: async () => importOf(tenders, [{ ...(await aRow(tenders)).values, ...aRange() }]),
    },
  ])
}

type RemovalReply = { resource: { items: { row: Row }[] } }

const ELSEWHERE = { company_code: 'NLF', branch_code: '0419' }

function moves(): Path[] {
  const kind = 'TERMINAL_MOVE'
  return tablePaths(terminals, [
    {
      action: 'upsert',
      name: 'of a deleted key',
      kind,
      prepare: async () => {
        const { id, version, values } = await aRow(terminals)
        const { items } = await (await remove(terminals, { id, version }))().then(
          ({ body }) => (body as RemovalReply).resource,
        )
        const query = { terminal_id: values.terminal_id ?? '', ...ELSEWHERE }
        return () => send(api.terminals.upsert, { query, version: items[0]?.row.version ?? 0 })
      },
    },
    {
      action: 'import',
      name: 'of a deleted key',
      kind,
      prepare: async () => {
        const { id, version, values } = await aRow(terminals)
        await (await remove(terminals, { id, version }))()
        return importOf(terminals, [{ ...values, ...ELSEWHERE }])
      },
    },
    {
      action: 'upsert',
      kind,
      prepare: async () => {
        const { version, values } = await aRow(terminals)
        const query = { terminal_id: values.terminal_id ?? '', ...ELSEWHERE }
        return () => send(api.terminals.upsert, { query, version })
      },
    },
    { action: 'update', kind, prepare: async () => update(terminals, await aRow(terminals), ELSEWHERE) },
    {
      action: 'update',
      name: 'to another id',
      kind,
      prepare: async () => {
        const { terminal_id } = validRow(terminals)
        return update(terminals, await aRow(terminals), { terminal_id })
      },
    },
    {
      action: 'import',
      kind,
      prepare: async () => importOf(terminals, [{ ...(await aRow(terminals)).values, ...ELSEWHERE }]),
    },
  ])
}

const isMoneyTable = (table: TableDeclaration) => fieldsOfKind(table, 'MONEY').length > 0

/** A field that decides about money changes, also by a deletion and a new row. */
function moneyPaths(table: TableDeclaration): Path[] {
  const kind = 'MONEY'
  const changes = changesOfKind(table, kind)
  const { settlement_account_ref: _, ...inFile } = changes
  const paths: TablePath[] = [
    {
      action: 'update',
      kind,
      prepare: async () => update(table, await aRow(table), wireRow(table, changes)),
    },
    {
      action: 'create',
      name: 'of a deleted key',
      kind,
      prepare: async () => {
        const row = await aRow(table)
        await system.call(
          endpointsOf(table).delete,
          { body: { items: [{ id: row.id, version: row.version }] } },
          REQUESTER,
        )
        return () => createRow(system, table, { ...row.values, ...changes })
      },
    },
  ]
  if (Object.keys(inFile).length > 0)
    paths.push({
      action: 'import',
      kind,
      prepare: async () => importOf(table, [{ ...(await aRow(table)).values, ...inFile }]),
    })
  return tablePaths(table, paths)
}

const isReplacing = (table: TableDeclaration) => anyKey(table) !== undefined

/** A row of one company, which maps its code to something else than the row for all companies. */
async function anException(table: TableDeclaration, changes: Texts = {}): Promise<Texts> {
  const { values } = await aRow(table, { company_code: '*' })
  return { ...values, company_code: 'NLF', ...changesOfKind(table, 'MONEY'), ...changes }
}

/** The row of one company starts or ceases to replace the one for all. */
function replacingPaths(table: TableDeclaration): Path[] {
  const kind = 'MONEY'
  const stored = async (changes: Texts = {}) => aRow(table, await anException(table, changes))
  return tablePaths(table, [
    {
      action: 'create',
      name: 'for one company',
      kind,
      prepare: async () => creation(table, await anException(table)),
    },
    {
      action: 'create',
      name: 'for all, after the one of a company ended',
      kind,
      prepare: async () => {
        const { values } = await aRow(table, { company_code: 'NLF', status: 'INACTIVE' })
        return creation(table, {
          ...values,
          ...changesOfKind(table, kind),
          company_code: '*',
          status: 'ACTIVE',
        })
      },
    },
    {
      action: 'update',
      name: 'to inactive',
      kind,
      prepare: async () => update(table, await stored(), { status: 'INACTIVE' }),
    },
    {
      action: 'update',
      name: 'to an end',
      kind,
      prepare: async () => update(table, await stored(), { effective_to: '2030-12-31' }),
    },
    { action: 'delete', kind, prepare: async () => remove(table, await stored()) },
    {
      action: 'restore',
      kind,
      prepare: async () => restore(table, await aDeletedRow(table, await anException(table))),
    },
    ...(['deactivate', 'delete'] as const).map((action) => ({
      action: 'all',
      name: action,
      kind: 'MONEY' as const,
      prepare: async () => onAll(table, action, (await stored()).values),
    })),
    {
      action: 'all',
      name: 'activate',
      kind,
      prepare: async () => onAll(table, 'activate', (await stored({ status: 'INACTIVE' })).values),
    },
    {
      action: 'import',
      name: 'of a new row for one company',
      kind,
      prepare: async () => importOf(table, [await anException(table)]),
    },
    {
      action: 'import',
      name: 'of an end and the row for all',
      kind,
      prepare: async () => {
        const { values } = await aRow(table, { company_code: 'NLF' })
        return importOf(table, [
          { ...values, status: 'INACTIVE' },
          { ...values, ...changesOfKind(table, kind), company_code: '*' },
        ])
      },
    },
  ])
}

function mappingPaths(): Path[] {
  const ofKind = (gap: GapKind, kind: ApprovalKind, changes: () => Texts = () => ({})): Path[] => {
    const table = tableOfCategory(GAP_TABLES[gap].table.category)
    const path = (action: 'create' | 'undo', prepare: Path['prepare']) => ({
      name: `mapping.${action} of ${table.name}`,
      endpoint: `mapping.${action}`,
      kind,
      prepare,
      state: rowsOf(table.name),
    })
    return [
      path('create', async () => {
        const { status: _status, ...values } = { ...validRow(table), ...changes() }
        return () => send(api.mapping.create, { body: { kind: gap, items: [values] } })
      }),
      path('undo', async () => {
        const { id, version } = await aRow(table, changes())
        return () => send(api.mapping.undo, { body: { kind: gap, items: [{ id, version }] } })
      }),
    ]
  }
  /** The code was mapped before, to something else. */
  const again = (gap: GapKind, kind: ApprovalKind, changes: Texts): Path => {
    const table = tableOfCategory(GAP_TABLES[gap].table.category)
    return {
      name: `mapping.create of a deleted key of ${table.name}`,
      endpoint: 'mapping.create',
      kind,
      prepare: async () => {
        const { id, version, values } = await aRow(table)
        await (await remove(table, { id, version }))()
        const { status: _status, ...rest } = { ...values, ...changes }
        return () => send(api.mapping.create, { body: { kind: gap, items: [rest] } })
      },
      state: rowsOf(table.name),
    }
  }
  const ofCompany = (gap: GapKind): Path[] => {
    const table = tableOfCategory(GAP_TABLES[gap].table.category)
    const path = (action: 'create' | 'undo', prepare: Path['prepare']) => ({
      name: `mapping.${action} of ${table.name} for one company`,
      endpoint: `mapping.${action}`,
      kind: 'MONEY' as const,
      prepare,
      state: rowsOf(table.name),
    })
    return [
      path('create', async () => {
        const { status: _status, ...values } = await anException(table)
        return () => send(api.mapping.create, { body: { kind: gap, items: [values] } })
      }),
      path('undo', async () => {
        const { id, version } = await aRow(table, await anException(table))
        return () => send(api.mapping.undo, { body: { kind: gap, items: [{ id, version }] } })
      }),
    ]
  }
  return [
    ...GAP_KINDS.flatMap((gap) => ofKind(gap, 'MASS_CHANGE')),
    ...ofCompany('TENDER'),
    ...ofCompany('TRANCODE'),
    ...ofKind('TENDER', 'BIN_RANGE', aRange),
    again('TENDER', 'MONEY', changesOfKind(tenders, 'MONEY')),
    again('TERMINAL', 'TERMINAL_MOVE', ELSEWHERE),
  ]
}

const accessState = async () => {
  const { rows } = await system.pool.query(`SELECT
    (SELECT jsonb_agg(to_jsonb(u) - 'last_sign_in_at' ORDER BY id) FROM users u) AS users,
    (SELECT jsonb_agg(to_jsonb(p) ORDER BY id) FROM policies p) AS policies,
    (SELECT jsonb_agg(to_jsonb(r) ORDER BY id) FROM roles r) AS roles,
    (SELECT jsonb_agg(to_jsonb(rp) ORDER BY role_id, policy_id) FROM role_policies rp) AS role_policies,
    (SELECT jsonb_agg(to_jsonb(up) ORDER BY user_id, policy_id) FROM user_policies up) AS user_policies`)
  return rows
}

async function lowRisk() {
  const policy = await insertPolicy(system, ['inquiry:run'])
  const role = await insertRole(system, ['SMAC Inquiry'], [policy])
  return { policy, role, id: await insertUser(system, role) }
}

const UNMASK = ['card:unmask']

function grantPaths(): Path[] {
  const of = (name: string, endpoint: string, prepare: Path['prepare']): Path => ({
    name,
    endpoint,
    kind: 'HIGH_RISK_GRANT',
    prepare,
    state: accessState,
  })
  const highRole = async () => insertRole(system, ['SMAC Inquiry'], [await insertPolicy(system, UNMASK)])
  const change = async (id: string, target: { role_id: string; extra_policies: string[] }) => {
    const impact_version = await impactVersionOf(system, { kind: 'user', id, ...target }, REQUESTER)
    return () => send(api.users.update, { params: { id }, body: { version: 1, ...target, impact_version } })
  }
  const create = (more: { role_id: string; extra_policies?: string[] }) => () => {
    const email = `${crypto.randomUUID()}@backoffice.test`
    const body = { email, given_name: 'Ana', family_name: 'Reyes', ...more }
    return () => send(api.users.create, { body })
  }
  const enable = async (ids: readonly string[]) => () =>
    send(api.users.updateStatus, {
      body: { items: ids.map((id) => ({ id, version: 1 })), status: 'ACTIVE' },
    })
  return [
    of('a new user with a role', 'users.create', async () => create({ role_id: await highRole() })()),
    of('a new user with an extra policy', 'users.create', async () =>
      create({ role_id: (await lowRisk()).role, extra_policies: [await insertPolicy(system, UNMASK)] })(),
    ),
    of('several new users', 'users.invite', async () => {
      const person = async (role_id: string) => ({
        email: `${crypto.randomUUID()}@backoffice.test`,
        ...{ given_name: 'Ana', family_name: 'Reyes', role_id },
      })
      const items = [await person((await lowRisk()).role), await person(await highRole())]
      return () => send(api.users.invite, { body: { items } })
    }),
    of('another role of several users', 'users.updateRole', async () => {
      const items = [await lowRisk(), await lowRisk()].map(({ id }) => ({ id, version: 1 }))
      const body = { items, role_id: await highRole() }
      const { impact_version } = await system.call(api.users.roleImpact, { body }, REQUESTER)
      return () => send(api.users.updateRole, { body: { ...body, impact_version } })
    }),
    of('another role', 'users.update', async () =>
      change((await lowRisk()).id, { role_id: await highRole(), extra_policies: [] }),
    ),
    of('an extra policy', 'users.update', async () => {
      const { id, role } = await lowRisk()
      return change(id, { role_id: role, extra_policies: [await insertPolicy(system, UNMASK)] })
    }),
    of('a module that activates an extra policy', 'users.update', async () => {
      const policy = await insertPolicy(system, UNMASK)
      const id = await insertUser(system, await insertRole(system, [], []), { extras: [policy] })
      return change(id, { role_id: (await lowRisk()).role, extra_policies: [policy] })
    }),
    of('an enabled user', 'users.updateStatus', async () =>
      enable([await insertUser(system, await highRole(), { status: 'DISABLED' })]),
    ),
    of('several enabled users', 'users.updateStatus', async () => {
      const { role } = await lowRisk()
      const status = 'DISABLED'
      return enable([
        await insertUser(system, role, { status }),
        await insertUser(system, await highRole(), { status }),
      ])
    }),
    of('a role', 'roles.update', async () => {
      const { role: id, policy } = await lowRisk()
      const target = {
        modules: ['SMAC Inquiry' as const],
        policy_ids: [policy, await insertPolicy(system, UNMASK)],
      }
      const impact_version = await impactVersionOf(system, { kind: 'role', id, ...target }, REQUESTER)
      return () => send(api.roles.update, { params: { id }, body: { version: 1, ...target, impact_version } })
    }),
    of('a policy', 'policies.update', async () => {
      const { policy: id } = await lowRisk()
      const statements = ['inquiry:run', ...UNMASK]
      const impact_version = await impactVersionOf(system, { kind: 'policy', id, statements }, REQUESTER)
      return () =>
        send(api.policies.update, { params: { id }, body: { version: 1, statements, impact_version } })
    }),
  ]
}

const RULE_PATHS: Path[] = [
  {
    name: 'a rule',
    endpoint: 'approvals.updateRule',
    kind: 'RULES',
    prepare: async () => {
      await switchRule('HIGH_RISK_GRANT')
      const { items } = await system.call(api.approvals.rules, {}, REQUESTER)
      const version = items.find(({ kind }) => kind === 'BIN_RANGE')?.version ?? 0
      const params = { kind: 'BIN_RANGE' as const }
      return () => send(api.approvals.updateRule, { params, body: { version, is_on: true } })
    },
    state: async () => (await system.pool.query('SELECT * FROM approval_rules ORDER BY kind')).rows,
  },
]

const ACCESS_PATHS: Path[] = (['policy', 'role'] as const).map((type) => ({
  name: `a temporary ${type}`,
  endpoint: 'accessRequests.create',
  kind: 'ACCESS',
  requester: 'access',
  prepare: async () => {
    const policy = await insertPolicy(system, type === 'policy' ? UNMASK : ['audit:view'])
    const id = type === 'policy' ? policy : await insertRole(system, ['Audit'], [policy])
    const body = { [`${type}_id`]: id, hours: 1, reason: 'Test' }
    return () => system.send(api.accessRequests.create, { body }, 'access')
  },
  state: async () => (await system.pool.query('SELECT * FROM temporary_access ORDER BY id')).rows,
}))

const PATHS: readonly Path[] = [
  ...TABLES.flatMap(massChanges),
  ...TABLES.filter(isMasterTable).flatMap(ends),
  ...rangePaths(),
  ...TABLES.filter(isMoneyTable).flatMap(moneyPaths),
  ...TABLES.filter(isReplacing).flatMap(replacingPaths),
  ...moves(),
  ...mappingPaths(),
  ...grantPaths(),
  ...RULE_PATHS,
  ...ACCESS_PATHS,
]

/** Switches a rule on and all others off. The requester has used up what a rule over time allows. */
async function switchRule(kind: ApprovalKind | null): Promise<void> {
  await system.pool.query('UPDATE approval_rules SET is_on = kind IS NOT DISTINCT FROM $1', [kind])
  await system.pool.query('DELETE FROM change_counts')
  await system.pool.query(
    `INSERT INTO change_counts (user_id, kind, scope, at, count)
     SELECT id, kind, scope, now(), threshold FROM users, approval_rules, unnest($1::text[]) AS scope
     WHERE email = 'admin@backoffice.test' AND threshold IS NOT NULL`,
    [TABLES.map(({ name }) => name)],
  )
}

/** Waits for the background work that an approved call has started. */
async function finishWork(): Promise<void> {
  const { rows } = await system.pool.query<{ source_filekey: string }>(
    "SELECT source_filekey FROM files WHERE state NOT IN ('AWAITING_CONFIRMATION', 'PENDING_UPLOAD')",
  )
  for (const { source_filekey } of rows)
    await waitFor(system, source_filekey, REQUESTER, ({ state }) => isFinalState(state))
}

test('every endpoint with approval has a path here', () => {
  const declared = Object.entries(api).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).flatMap(([name, endpoint]: [string, Endpoint]) =>
      (endpoint.approval ?? []).map((kind) => `${group}.${name} ${kind}`),
    ),
  )
  const tested = new Set(PATHS.map(({ endpoint, kind }) => `${endpoint} ${kind}`))
  expect(declared.filter((each) => !tested.has(each)).sort()).toEqual(UNREACHABLE.toSorted())
})

/**
 * Kinds that an endpoint shares with others of its table but cannot need: no new row ends one, and neither a deletion
 * nor a restored row changes a value.
 */
const UNREACHABLE = [
  ...TABLES.filter(isMasterTable).flatMap(({ name }) => [
    `${name}.create MASTER_DELETE`,
    `${name}.restore MASTER_DELETE`,
  ]),
  ...['delete', 'restore', 'all'].map((action) => `terminals.${action} TERMINAL_MOVE`),
  ...TABLES.filter((table) => isMoneyTable(table) && !isReplacing(table)).flatMap(({ name }) =>
    ['delete', 'restore', 'all'].map((action) => `${name}.${action} MONEY`),
  ),
  // Its only such field is masked, and not imported.
  'company_groups.import MONEY',
]

test.each(PATHS)('$kind: $name', async ({ kind, requester = REQUESTER, prepare, state }) => {
  await switchRule(null)
  const call = await prepare()
  if (kind !== 'RULES' && kind !== 'ACCESS') await switchRule(kind)
  const before = await state()

  const { status, body } = await call()
  expect([status, body]).toMatchObject([202, { resource: { approval: { kind } } }])
  const { id } = (body as { resource: { approval: { id: string } } }).resource.approval
  expect(await state()).toEqual(before)
  expect(await call()).toMatchObject({ status: 409, body: { code: 'approval_pending' } })
  const decision = { body: { items: await openedItems(system, [id], DECIDER) } }
  expect(await system.expectProblem(api.approvals.approve, decision, requester)).toMatchObject({
    code: 'own_request',
  })
  expect(await system.call(api.approvals.check, { params: { id } }, DECIDER)).toMatchObject({
    is_current: true,
    detail: null,
  })
  expect(await state()).toEqual(before)

  const { items } = await system.call(api.approvals.approve, decision, DECIDER)
  expect(items).toMatchObject([{ outcome: 'done', row: { status: 'EXECUTED' } }])
  await finishWork()
  const after = await state()
  expect(after).not.toEqual(before)
  expect(await system.expectProblem(api.approvals.approve, decision, DECIDER)).toMatchObject({
    code: 'approval_ended',
  })
  await finishWork()
  expect(await state()).toEqual(after)
  await switchRule(null)
})

test('no rule is left out', () => {
  expect(new Set(PATHS.map(({ kind }) => kind))).toEqual(new Set([...RULE_KINDS, 'ACCESS', 'RULES']))
})
