import { may } from '@backoffice/contract/access'
import { tableLayout } from '@backoffice/contract/import-layouts'
import { movePermission, type TableDeclaration } from '@backoffice/contract/table'
import { sql } from 'kysely'
import { rejectConflicts, rejectOwnReferences } from '../../../files/check/find-conflicts.ts'
import type { ImportHandler } from '../../../files/check/import-handler.ts'
import { rejectOverlaps } from '../../../files/check/range-overlaps.ts'
import { RowReader } from '../../../files/check/row-reader.ts'
import { TableRows } from '../../../files/check/table-rows.ts'
import { tableOf } from '../../../files/check/table-staging.ts'
import { giveIds, writeRows } from '../../../files/check/write-rows.ts'
import { manilaDay } from '../../../kernel/clock.ts'
import { mapWaiting } from '../../mapping/start-mapping.ts'

/** Import of rows into a lookup table. */
export function tableImport(table: TableDeclaration): ImportHandler {
  const layout = tableLayout(table)
  return {
    layout,
    stageRows({ tx, user, now, isNumber }, header) {
      const move = movePermission(table)
      const mayMove = move !== null && may(user.access, move)
      const reader = new RowReader(layout, header)
      const rows = new TableRows(table, reader, { today: manilaDay(now), mayMove, isNumber })
      return (batch) => rows.stage(tx, batch)
    },
    async checkFile({ tx, filekey, now }) {
      await rejectOwnReferences(tx, filekey, table, manilaDay(now))
      await rejectOverlaps(tx, filekey, table)
    },
    async lock({ tx }) {
      // Blocks calls that lock rows, which would otherwise deadlock with the import, but not readers.
      await sql`LOCK TABLE ${tableOf(table)} IN EXCLUSIVE MODE`.execute(tx)
    },
    rejectConflicts: ({ tx, filekey, now }) => rejectConflicts(tx, filekey, table, manilaDay(now)),
    async beforeRows({ tx, filekey }) {
      await giveIds(tx, filekey)
      // Rows may take ranges from each other.
      await sql`SET CONSTRAINTS ALL DEFERRED`.execute(tx)
    },
    writeRows: ({ tx, filekey, user }, from, to) => writeRows(tx, { filekey, table, actor: user }, from, to),
    async afterRows({ tx, user }, written, deps) {
      await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(tx)
      await sql`SELECT analyze_imported(${table.name}, ${written.new + written.changed})`.execute(tx)
      await mapWaiting(deps, tx, table, 'any', { id: user.id, name: user.name })
    },
  }
}
