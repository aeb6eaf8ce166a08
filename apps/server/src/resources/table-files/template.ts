import { templateFileName } from '@backoffice/contract/file-kinds'
import { type TableDeclaration, templateColumns } from '@backoffice/contract/table'
import { sql } from 'kysely'
import type { Database } from '../../db/client.ts'
import { csvLine } from '../../table-file/guarded-cell.ts'
import { tableOf, valuesOf } from '../../table-file/table-sql.ts'

/** The columns of the table and one example row, which is a row of the table or made from the declaration. */
export async function template(db: Database, table: TableDeclaration) {
  const columns = templateColumns(table)
  const { rows } = await sql<{ value: Record<string, string | null> }>`
    SELECT ${valuesOf(table, 't')} AS value FROM ${tableOf(table)} t
    WHERE t.deleted_at IS NULL AND t.status = 'ACTIVE' ORDER BY t.created_at, t.id LIMIT 1`.execute(db)
  const example = rows[0]?.value ?? exampleOf(table)
  return {
    file_name: templateFileName(table),
    content: csvLine(columns) + csvLine(columns.map((name) => example[name] ?? '')),
  }
}

function exampleOf({ fields }: TableDeclaration): Record<string, string | null> {
  const own = Object.entries(fields).map(([name, { options, label, max, optional, reference }]) => {
    if (optional) return [name, null] as const
    const text = reference?.any ?? Object.keys(options ?? {})[0] ?? label
    return [name, text.slice(0, max)] as const
  })
  return { ...Object.fromEntries(own), status: 'ACTIVE', effective_from: null, effective_to: null }
}
