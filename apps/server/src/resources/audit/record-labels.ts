import type { AuditResource } from '@backoffice/contract/audit'
import { keyFields, namingKeys, type TableDeclaration } from '@backoffice/contract/table'
import { TABLES } from '@backoffice/contract/tables/tables'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/client.ts'

/** Where the records of a resource are: their id, what they are called now, and those called by a given text. */
type Records = {
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
  label: RawBuilder<unknown>
  named: Named
}
type Named = (text: string) => RawBuilder<unknown>

const userName = sql`(given_name || ' ' || family_name)`
const USERS: Records = {
  from: sql`users`,
  id: sql`users.id`,
  label: userName,
  named: (text) => sql`lower(${userName}) = lower(${text}) OR email = lower(${text})`,
}
const named = (table: string, column: string, id = 'id'): Records => ({
  from: sql.table(table),
  id: sql.ref(`${table}.${id}`),
  label: sql.ref(column),
  named: (text) => sql`lower(${sql.ref(column)}) = lower(${text})`,
})

const RECORDS: ReadonlyMap<string, Records> = new Map<AuditResource, Records>([
  ['user', USERS],
  // There is one of each per user, known by the user's id; an own session has an id that names nothing.
  ['preferences', USERS],
  ['session', USERS],
  ['role', named('roles', 'name')],
  ['policy', named('policies', 'name')],
  ['view', named('views', 'name')],
  ['file', named('files', 'file_name', 'source_filekey')],
  ['inquiry', inquiries()],
  ...TABLES.map((table) => [table.resource, tableRows(table)] as const),
])

/** An inquiry is called by its ticket, else by its file. */
function inquiries(): Records {
  const label = sql`coalesce(ticket_no, file_name)`
  return {
    from: sql`inquiries LEFT JOIN files USING (source_filekey)`,
    id: sql`inquiries.id`,
    label,
    named: (text) => sql`lower(${label}) = lower(${text})`,
  }
}

/** A row of a table is called by the own values of its key: `FUEL 0041`. A value of its key, or its beginning, is enough to find it. */
function tableRows(table: TableDeclaration): Records {
  const keys = keyFields(table)
  const own = namingKeys(table)
  const key = (name: string) => sql.ref(`t.${name}`)
  return {
    from: sql`${sql.table(table.name)} t`,
    id: sql`t.id`,
    label: sql`concat_ws(' ', ${sql.join(own.map(key))})`,
    named: (text) => {
      const words = text.toUpperCase().split(/\s+/).filter(Boolean)
      if (words.length > keys.length) return sql`false`
      const codes = own.filter((name) => table.fields[name]?.type === 'code')
      return words.length === 1
        ? sql.join(
            codes.map((name) => sql`${key(name)} = ${words[0]}`),
            sql` OR `,
          )
        : sql.join(
            words.map((word, at) => sql`${key(keys[at] ?? '')} = ${word}`),
            sql` AND `,
          )
    },
  }
}

const MOST_FOUND = 100
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
export const isUuid = (id: string) => new RegExp(UUID).test(id)

/** The ids of the records that are called so, as an array of texts. */
export function idsNamed(
  text: string,
  resources: readonly string[] = [...RECORDS.keys()],
): RawBuilder<unknown> {
  const asked = new Set(resources.flatMap((resource) => RECORDS.get(resource) ?? []))
  const found = [...asked].map(
    ({ from, id, named }) =>
      sql`(SELECT ${id}::text AS id FROM ${from} WHERE ${named(text)} LIMIT ${sql.lit(MOST_FOUND)})`,
  )
  return sql`ARRAY(SELECT id FROM (${sql.join(found, sql` UNION `)}) named)`
}

/** What the record of an event is called now; null where it has no name. One read of each event. */
export function labelInSql(
  resource: RawBuilder<unknown>,
  resourceId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const cases = [...RECORDS].map(
    ([name, { from, id, label }]) =>
      sql`WHEN ${sql.lit(name)} THEN (SELECT ${label} FROM ${from} WHERE ${id} = ${resourceId}::uuid)`,
  )
  return sql`CASE WHEN ${resourceId} ~ ${sql.lit(UUID)} THEN CASE ${resource} ${sql.join(cases, sql` `)} END END`
}

type Event = { resource: string; resource_id: string | null }

/** By `resource` and id; one query for each resource that is there. */
export async function labelsOf(
  db: Reader,
  events: readonly Event[],
): Promise<(event: Event) => string | null> {
  const byResource = Map.groupBy(events, ({ resource }) => resource)
  const labels = new Map<string, string>()
  await Promise.all(
    [...byResource].map(async ([resource, some]) => {
      const records = RECORDS.get(resource)
      const ids = [...new Set(some.flatMap(({ resource_id: id }) => (id && isUuid(id) ? [id] : [])))]
      if (!records || ids.length === 0) return
      const { from, id, label } = records
      const { rows } = await sql<{ id: string; label: string }>`
        SELECT ${id} AS id, ${label} AS label FROM ${from} WHERE ${id} = ANY(${ids}::uuid[])`.execute(db)
      for (const row of rows) labels.set(`${resource} ${row.id}`, row.label)
    }),
  )
  return ({ resource, resource_id }) => labels.get(`${resource} ${resource_id}`) ?? null
}
