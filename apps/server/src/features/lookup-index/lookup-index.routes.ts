import { type Access, may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { upperCode } from '@backoffice/contract/field-types'
import type { Filters, Selection } from '@backoffice/contract/list'
import {
  GAP_KINDS,
  GAP_TABLES,
  type GapKind,
  gapPermission,
  type MappingGap,
} from '@backoffice/contract/mapping'
import { type TableRow, tablePermission } from '@backoffice/contract/table'
import { TABLES, tableOfCategory } from '@backoffice/contract/tables/tables'
import type { RowOutcome } from '@backoffice/contract/values.schemas'
import type { Database, Tx } from '../../db/client.ts'
import { startExport } from '../../files/tracked/file-jobs.ts'
import { runBulk, writtenRows } from '../../kernel/bulk.ts'
import { manilaDay } from '../../kernel/clock.ts'
import { invalidField } from '../../kernel/errors.ts'
import { listRows } from '../../kernel/list-rows.ts'
import { type Handlers, requirePermission } from '../../kernel/mount.ts'
import { rowName, rowsProposal } from '../lookup-tables/row-effects.ts'
import { rowWrites, type TableDeps } from '../lookup-tables/table-handlers.ts'
import {
  companiesOfTerminals,
  countMapped,
  gapFigures,
  gapsSource,
  type StoredGap,
  sumsByMapping,
} from '../mapping/gaps.store.ts'
import { mapWaiting, startMapping } from '../mapping/start-mapping.ts'
import { tableFigures } from './table-figures.store.ts'

const kindsOf = (access: Access) => GAP_KINDS.filter((kind) => may(access, gapPermission(kind, 'view')))

export function lookupIndexHandlers(deps: TableDeps): Handlers<(typeof api)['mapping']> {
  const { db, clock } = deps
  return {
    tables: async (_, { caller: { access } }) => {
      const today = manilaDay(clock.now())
      const shown = TABLES.filter((table) => may(access, tablePermission(table, 'view')))
      return { items: await Promise.all(shown.map((table) => tableFigures(db, table, today))) }
    },

    figures: async (_, { caller: { access } }) => {
      const kinds = kindsOf(access)
      const isWhole = kinds.length === GAP_KINDS.length
      const [gaps, sums] = await Promise.all([
        gapFigures(db, kinds),
        isWhole ? sumsByMapping(db) : { blocked: null, mapped: null },
      ])
      return { as_of: clock.now().toISOString(), gaps, ...sums }
    },

    list: async ({ body }, { caller }) => {
      const { rows, ...page } = await listRows(db, gapsSource(db, kindsOf(caller.access)), body)
      return { items: rows.map(asSent), ...page }
    },

    export: async ({ body }, { caller }) =>
      startExport(deps, {
        category: 'MAPPING_GAPS',
        name: 'mapping-gaps',
        query: { ...body, filters: ofKinds(body.filters, kindsOf(caller.access)) },
        caller,
        owner: null,
      }),

    create: async ({ body: { kind, items, confirmed = [] } }, { caller }) => {
      requirePermission(caller, gapPermission(kind, 'create'))
      if (kind === 'TERMINAL') await requireConfirmed(db, items, confirmed)
      const table = tableOfCategory(GAP_TABLES[kind].table.category)
      const writes = rowWrites(table, deps)
      return async (tx: Tx) => {
        const created: object[] = []
        const result = await runBulk({
          tx,
          // Ids by place, so that outcomes keep the order of the items.
          items: items.map((values, index) => ({ id: String(index).padStart(4, '0'), values })),
          isNew: true,
          apply: async ({ values }) => {
            const written = await writes.create(tx, { status: 'ACTIVE', ...values }, caller)
            created.push(written.row)
            return { outcome: 'done', ...written }
          },
        })
        const waiting = await mapWaiting(deps, tx, table, created, caller)
        const records = created.map((row) => rowName(table, row))
        const proposal = rowsProposal(table, 'Create', created, {
          records,
          kinds: result.kinds,
          waiting,
        })
        return { ...result, proposal, resource: { items: result.resource.items.map(asOutcome) } }
      }
    },

    undo: async ({ body: { kind, items } }, { caller }) => {
      requirePermission(caller, gapPermission(kind, 'delete'))
      const table = tableOfCategory(GAP_TABLES[kind].table.category)
      const writes = rowWrites(table, deps)
      return async (tx: Tx) => {
        const usesOf = async (row: object) => {
          const count = await countMapped(tx, kind, row)
          return count === 0
            ? []
            : [{ label: count === 1 ? 'transaction' : 'transactions', count, link: null }]
        }
        const result = await runBulk({
          tx,
          items,
          apply: async (item) => ({
            ...(await writes.delete(tx, item, caller.id, usesOf)),
            event: { resource: table.resource, action: 'delete' },
          }),
        })
        const removed = writtenRows(result)
        const records = removed.map(({ id }) => id)
        const proposal = rowsProposal(table, 'Delete', removed, { records, kinds: result.kinds })
        return { ...result, proposal, resource: { items: result.resource.items.map(asOutcome) } }
      }
    },

    map: async ({ body: { kind } }, { caller }) => {
      requirePermission(caller, gapPermission(kind, 'update'))
      return async (tx: Tx) => {
        const filekey = await startMapping(deps, tx, kind, caller)
        const changes = { source_filekey: [null, filekey] as const, kind: [null, kind] as const }
        return { resource: { source_filekey: filekey }, audit: [{ changes }] as const }
      }
    },
  }
}

/** Transactions follow a terminal to another company, so each move must be confirmed. */
async function requireConfirmed(
  db: Database,
  items: readonly Readonly<Record<string, string | null>>[],
  confirmed: readonly string[],
): Promise<void> {
  const codeOf = (text: string | null | undefined) => upperCode(text?.trim() ?? '')
  const known = new Set(confirmed.map(codeOf))
  const rows = items.map(({ terminal_id, company_code }) => ({
    terminal: codeOf(terminal_id),
    company: codeOf(company_code),
  }))
  const received = await companiesOfTerminals(
    db,
    rows.map(({ terminal }) => terminal),
  )
  const foreign = rows.flatMap(({ terminal, company }) => {
    const others = (received.get(terminal) ?? []).filter((each) => each !== company)
    return others.length === 0 || known.has(terminal) ? [] : [`${terminal} (${others.join(', ')})`]
  })
  if (foreign.length === 0) return
  const named =
    foreign.length > MOST_NAMED ? `${foreign.slice(0, MOST_NAMED).join(', ')} and others` : foreign.join(', ')
  throw invalidField(
    'confirmed',
    'other_company',
    `Received from another company: ${named}. Confirm each of them, or leave it out.`,
  )
}

const MOST_NAMED = 10

function asOutcome({ outcome, row, detail, errors }: RowOutcome<TableRow>) {
  return { outcome: outcome === 'refused' ? ('refused' as const) : ('done' as const), row, detail, errors }
}

function asSent({ first_at, last_at, transactions, amount, ...gap }: StoredGap): MappingGap {
  return {
    ...gap,
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
    transactions: Number(transactions),
    amount: Number(amount),
  }
}

/** Limits the filters of an export to these kinds, because its job does not know the caller. */
function ofKinds(filters: Selection['filters'], kinds: readonly GapKind[]): Filters {
  const selected = filters?.kind?.in
  const left = selected ? kinds.filter((kind) => selected.includes(kind)) : kinds
  return { ...filters, kind: { in: left } }
}
