import type { Access } from '@backoffice/contract/access'
import type { ApprovalKind } from '@backoffice/contract/approvals'
import type { TableEndpoints } from '@backoffice/contract/lookup-tables'
import { gapKindOf } from '@backoffice/contract/mapping'
import {
  keyFields,
  type TableDeclaration,
  type TableRow,
  tablePermission,
  unmaskedColumns,
} from '@backoffice/contract/table'
import type { Database, Tx } from '../../db/client.ts'
import type { Ledger } from '../../db/ledger.ts'
import { copySumsIn } from '../../jobs/copy-sums.ts'
import { type AuditEvent, type Changes, changesOf } from '../../kernel/audit.ts'
import { type BulkResult, type ItemOutcome, inSavepoint, runBulk, writtenRows } from '../../kernel/bulk.ts'
import type { Caller } from '../../kernel/caller.ts'
import { type Clock, manilaDay } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import { listRows } from '../../kernel/list-rows.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { requireVersion } from '../../kernel/version.ts'
import { lockMapping, type MappingDeps, mapWaiting } from '../mapping/start-mapping.ts'
import { type RowVerb, rowProposal, rowsProposal } from './row-effects.ts'
import { describeUses, findUses, type Use } from './row-references.ts'
import { kindsOf } from './row-substitutes.ts'
import {
  bringBack,
  findMaskedChanges,
  insertRow,
  lockFormer,
  lockRow,
  rowReader,
  setDeleted,
  updateRow,
} from './table.store.ts'
import {
  isMove,
  lockRanges,
  requireAccess,
  requireMove,
  requireOwnKey,
  withConstraints,
} from './table-constraints.ts'
import { tableSource, toRow } from './table-source.ts'
import { BROUGHT_BACK, checkValues, normalizeValues, type Values, valuesOf } from './table-values.ts'

type WriteDeps = { clock: Clock; ledger: Ledger }
export type TableDeps = MappingDeps & WriteDeps & { db: Database }
type RowEndpoints<D extends TableDeclaration> = Pick<
  TableEndpoints<D>,
  'list' | 'get' | 'uses' | 'create' | 'update' | 'delete' | 'restore'
>

export function tableHandlers<D extends TableDeclaration>(
  table: D,
  deps: TableDeps,
): Handlers<RowEndpoints<D>> {
  const { db, clock } = deps
  const writes = rowWrites(table, deps)
  const findRow = rowReader(table)
  const withProposal = (verb: RowVerb, result: BulkResult<TableRow>, waiting = 0) => {
    const rows = writtenRows(result)
    const records = rows.map(({ id }) => id)
    return { ...result, proposal: rowsProposal(table, verb, rows, { records, kinds: result.kinds, waiting }) }
  }
  /** Maps transactions that wait for the written rows. */
  const withMapping = async (tx: Tx, caller: Caller, verb: RowVerb, result: BulkResult<TableRow>) => {
    const waiting = await mapWaiting(deps, tx, table, writtenRows(result), caller)
    return withProposal(verb, result, waiting)
  }
  const handlers: Handlers<RowEndpoints<TableDeclaration>> = {
    list: async ({ body, query }) => {
      const listQuery = (table.listedBy === 'GET' ? query : body) as Parameters<typeof listRows>[2]
      const source = tableSource(db, table, manilaDay(clock.now()))
      const { rows, ...page } = await listRows(db, source, listQuery)
      return { items: rows.map((row) => toRow(row)), ...page }
    },
    get: async ({ params }) => (await findRow(db, params.id)) ?? notFound(table),
    uses: async ({ body }) => ({ items: await findUses(db, table, body.ids) }),
    create:
      async ({ body }, { caller }) =>
      async (tx) => {
        const { row, changes, kinds, event } = await inSavepoint(tx, () => writes.create(tx, body, caller))
        const waiting = await mapWaiting(deps, tx, table, [row], caller)
        const proposal = rowProposal(table, 'Create', row, kinds, waiting)
        return { resource: row, audit: [{ id: row.id, changes, ...event }], proposal }
      },
    update:
      async ({ body: { items } }, { caller }) =>
      async (tx) =>
        withMapping(
          tx,
          caller,
          'Change',
          await runBulk({ tx, items, apply: (item) => writes.update(tx, item, caller) }),
        ),
    delete:
      async ({ body: { items } }, { caller }) =>
      async (tx) =>
        withProposal(
          'Delete',
          await runBulk({ tx, items, apply: (item) => writes.delete(tx, item, caller.id) }),
        ),
    restore:
      async ({ body: { items } }, { caller }) =>
      async (tx) =>
        withMapping(
          tx,
          caller,
          'Restore',
          await runBulk({ tx, items, apply: (item) => writes.restore(tx, item, caller.id) }),
        ),
  }
  // The handlers do not depend on the fields of a row.
  return handlers as unknown as Handlers<RowEndpoints<D>>
}

type RowVersion = { id: string; version: number }

/** `access` is the caller's; jobs have none, and may not move rows. */
type Editor = { id: string; access?: Access }
type CreatedRow = {
  row: TableRow
  kinds: readonly ApprovalKind[]
  changes: Changes
  event: Pick<AuditEvent, 'resource' | 'action'>
}

const NOTHING: Values = {}

const maskedColumns = ({ fields }: TableDeclaration) =>
  Object.keys(fields).filter((name) => fields[name]?.masked)

/** Writes of single rows, within `inSavepoint`. Each throws an HttpError to refuse its row. */
export function rowWrites(table: TableDeclaration, { clock, ledger }: WriteDeps) {
  const fields = unmaskedColumns(table)
  const today = () => manilaDay(clock.now())

  async function lockVersion(tx: Tx, { id, version }: RowVersion, deleted = false): Promise<TableRow> {
    const row = await lockRow(tx, table, id, deleted)
    if (!row) return deleted ? notDeleted(table) : notFound(table)
    requireVersion(row.version, version, row, `${row.updated_by} saved this ${table.noun} in the meantime.`)
    return row
  }

  /** Writes the values to the deleted row. A masked field without a value loses the one it had. */
  async function comeBack(
    tx: Tx,
    former: TableRow,
    values: Values,
    { id: by, access }: Editor,
  ): Promise<CreatedRow> {
    const { id } = former
    const before = valuesOf(table, former)
    const after = { ...Object.fromEntries(maskedColumns(table).map((name) => [name, null])), ...values }
    const masked = await findMaskedChanges(tx, table, id, after)
    const changes = { ...changesOf(before, after, fields), ...masked }
    if (Object.keys(changes).length > 0) requireAccess(access, tablePermission(table, 'update'))
    requireMove(table, changes, access)
    const row = await withConstraints({ tx, table, id, after }, () => bringBack(tx, table, id, after, by))
    const change = { before: null, after, former: before, masked: Object.keys(masked) }
    const action = isMove(table, changes) ? ('move' as const) : ('restore' as const)
    return {
      row,
      kinds: await kindsOf(tx, table, change, today()),
      changes: { ...BROUGHT_BACK, ...changes },
      event: { resource: table.resource, action },
    }
  }

  return {
    /**
     * Creates a row. If its key was deleted, that row comes back. Permissions, rules and history treat it as a change,
     * so that a deletion hides no change.
     */
    async create(tx: Tx, input: object, caller: Editor): Promise<CreatedRow> {
      await lockRanges(tx, table)
      const after = { ...valuesOf(table, {}), ...normalizeValues(table, input) }
      await checkValues({ tx, table, after, today: today() })
      const former = await lockFormer(tx, table, after)
      if (former) return comeBack(tx, former, after, caller)
      const masked = await findMaskedChanges(tx, table, null, after)
      const written = () => insertRow(tx, table, after, caller.id)
      const row = await withConstraints({ tx, table, id: null, after }, written)
      await requireOwnKey(tx, table, after)
      const kinds = await kindsOf(tx, table, { before: null, after, masked: Object.keys(masked) }, today())
      const event = { resource: table.resource, action: 'create' } as const
      return { row, kinds, changes: { ...changesOf(NOTHING, after, fields), ...masked }, event }
    },

    async update(
      tx: Tx,
      { id, version, ...input }: RowVersion & object,
      { id: by, access }: Editor,
    ): Promise<ItemOutcome<TableRow>> {
      await lockRanges(tx, table)
      const row = await lockVersion(tx, { id, version })
      const before = valuesOf(table, row)
      const after = { ...before, ...withoutEchoes(table, row, normalizeValues(table, input)) }
      const masked = await findMaskedChanges(tx, table, id, after)
      const changes = { ...changesOf(before, after, fields), ...masked }
      if (Object.keys(changes).length === 0) return { outcome: 'unchanged', row }
      requireMove(table, changes, access)
      await checkValues({ tx, table, before, after, today: today(), inUseSince: row.in_use_since })
      const written = () => updateRow(tx, table, id, after, by)
      const saved = await withConstraints({ tx, table, id, after }, written)
      if (keyFields(table).some((name) => name in changes)) await requireOwnKey(tx, table, after)
      const kinds = await kindsOf(tx, table, { before, after, masked: Object.keys(masked) }, today())
      return {
        outcome: 'done',
        kinds,
        row: saved,
        changes,
        ...(isMove(table, changes) && { event: { resource: table.resource, action: 'move' } as const }),
      }
    },

    /** `usesOf` limits the uses that prevent deletion, by default all. */
    async delete(
      tx: Tx,
      item: RowVersion,
      by: string,
      usesOf = (row: TableRow) => findUses(tx, table, [row.id]),
    ): Promise<ItemOutcome<TableRow>> {
      if (gapKindOf(table)) {
        await lockMapping(tx)
        // The ledger may have mapped transactions by a chunk that the main database has not accepted.
        await copySumsIn(tx, ledger)
      }
      const row = await lockVersion(tx, item)
      const uses = await usesOf(row)
      if (uses.length > 0) throw inUse(table, uses)
      const deleted = await setDeleted(tx, table, item.id, true, by)
      const before = valuesOf(table, row)
      const kinds = await kindsOf(tx, table, { before, after: null }, today())
      return { outcome: 'done', kinds, row: deleted, changes: changesOf(before, NOTHING, fields) }
    },

    async restore(tx: Tx, item: RowVersion, by: string): Promise<ItemOutcome<TableRow>> {
      await lockRanges(tx, table)
      const row = await lockVersion(tx, item, true)
      const after = valuesOf(table, row)
      const written = () => setDeleted(tx, table, item.id, false, by)
      const restored = await withConstraints({ tx, table, id: item.id, after }, written).catch(notRestored)
      const kinds = await kindsOf(tx, table, { before: null, after, former: after }, today())
      return { outcome: 'done', kinds, row: restored, changes: changesOf(NOTHING, after, fields) }
    },
  }
}

/** Removes masked values that equal the shown ones, so that the stored values stay. */
function withoutEchoes({ fields }: TableDeclaration, shown: TableRow, input: Values): Values {
  const row: Readonly<Record<string, unknown>> = shown
  const isEcho = ([name, value]: [string, string | null]) =>
    fields[name]?.masked && value && value === row[name]
  return Object.fromEntries(Object.entries(input).filter((entry) => !isEcho(entry)))
}

function notFound({ noun }: TableDeclaration): never {
  throw new HttpError('not_found', { detail: `This ${noun} does not exist, or was deleted.` })
}

function notDeleted({ noun }: TableDeclaration): never {
  throw new HttpError('not_found', { detail: `There is no deleted ${noun} to restore.` })
}

/** Restoring has no form, so field errors become the detail. */
function notRestored(error: unknown): never {
  if (!(error instanceof HttpError) || !error.fields) throw error
  const words = error.fields.map(({ message }) => message).join(' ')
  throw new HttpError('invalid', {
    detail: `Not restored, because of a conflict with later changes. ${words}`,
    fields: error.fields,
  })
}

function inUse({ noun }: TableDeclaration, uses: Use[]) {
  return new HttpError('in_use', {
    detail: `In use by ${describeUses(uses)}: a ${noun} in use can’t be deleted. Deactivate it instead.`,
    usedBy: uses,
  })
}
