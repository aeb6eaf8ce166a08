import type { FieldOf, ListQuery } from '@backoffice/contract/list'
import { filesList } from '@backoffice/contract/lists/files'
import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../db/client.ts'
import { listRows } from '../../kernel/list-rows.ts'
import { filesWithNames } from './files.store.ts'

/** `owner`: limits the list to files of this user. */
export function filesSource(db: Reader, owner: string | null) {
  const query = filesWithNames(db)
  const file_name = sql.ref('files.file_name')
  return {
    declaration: filesList,
    query: owner ? query.where('files.uploaded_by', '=', owner) : query,
    id: sql.ref('files.source_filekey'),
    fields: {
      file_name: { sql: file_name },
      state: { sql: sql.ref('files.state') },
      kind: { sql: sql.ref('files.kind') },
      category: { sql: sql.ref('files.category') },
      uploaded_by: { sql: sql`(uploader.given_name || ' ' || uploader.family_name)` },
      created_at: { sql: sql.ref('files.created_at') },
      uploaded_at: { sql: sql.ref('files.uploaded_at'), nullable: true },
      checked_at: { sql: sql.ref('files.validated_at'), nullable: true },
      finished_at: { sql: sql.ref('files.finished_at'), nullable: true },
      rows: { sql: sql.ref('files.total') },
      invalid_rows: { sql: sql.ref('files.error') },
      error_code: {
        sql: sql`(SELECT string_agg(code, ', ' ORDER BY code) FROM jsonb_object_keys(files.error_codes) AS code)`,
        matches: (code: string) => sql<SqlBool>`files.error_codes ? ${code.toUpperCase()}`,
      },
      size: { sql: sql.ref('files.size') },
    },
    searched: [file_name],
  }
}

export async function listFiles(
  db: Reader,
  query: ListQuery<FieldOf<typeof filesList>>,
  owner: string | null,
) {
  const { rows, ...page } = await listRows(db, filesSource(db, owner), query)
  // Every write goes through `transitionFile`, so the column has only known states.
  return { rows, ...page }
}
