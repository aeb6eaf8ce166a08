import type { AuditResource } from '@backoffice/contract/audit'
import { readCaseNumber } from '@backoffice/contract/case-values'
import { keyFields, namingKeys, type TableDeclaration } from '@backoffice/contract/table'
import { TABLES } from '@backoffice/contract/tables/tables'
import { type RawBuilder, sql } from 'kysely'

/** Ids of records of a resource, and the condition for their current name. */
type Records = {
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
  named: NameCondition
}
type NameCondition = (text: string) => RawBuilder<unknown>

const userName = sql`(given_name || ' ' || family_name)`
const USERS: Records = {
  from: sql`users`,
  id: sql`users.id`,
  named: (text) => sql`lower(${userName}) = lower(${text}) OR email = lower(${text})`,
}
const named = (table: string, column: string, id = 'id'): Records => ({
  from: sql.table(table),
  id: sql.ref(`${table}.${id}`),
  named: (text) => sql`lower(${sql.ref(column)}) = lower(${text})`,
})

const CASES: Records = {
  from: sql`cases`,
  id: sql`cases.id`,
  named: (text) => sql`case_no = ${readCaseNumber(text) ?? 0}`,
}

const REPLY_TEMPLATES: Records = {
  from: sql`reply_templates`,
  id: sql`reply_templates.id`,
  named: (text) => sql`lower(label_of_reply_template(reply_templates.id)) = lower(${text})`,
}

const RECORDS: ReadonlyMap<string, Records> = new Map<AuditResource, Records>([
  ['user', USERS],
  // Preferences and sessions are identified by their user. An own session has an id without a name.
  ['preferences', USERS],
  ['session', USERS],
  ['role', named('roles', 'name')],
  ['policy', named('policies', 'name')],
  ['view', named('views', 'name')],
  ['review', named('reviews', 'name')],
  ['file', named('files', 'file_name', 'source_filekey')],
  ['inquiry', inquiries()],
  ['case', CASES],
  ['reply-template', REPLY_TEMPLATES],
  ...TABLES.map((table) => [table.resource, tableRows(table)] as const),
])

/** Inquiries are named by their ticket, else by their file. */
function inquiries(): Records {
  const label = sql`coalesce(ticket_no, file_name)`
  return {
    from: sql`inquiries LEFT JOIN files USING (source_filekey)`,
    id: sql`inquiries.id`,
    named: (text) => sql`lower(${label}) = lower(${text})`,
  }
}

/** Rows are named by their key, as `FUEL 0041`. One value or the first values of the key are enough. */
function tableRows(table: TableDeclaration): Records {
  const keys = keyFields(table)
  const own = namingKeys(table)
  const key = (name: string) => sql.ref(`t.${name}`)
  return {
    from: sql`${sql.table(table.name)} t`,
    id: sql`t.id`,
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
            words.map((word, index) => sql`${key(keys[index] ?? '')} = ${word}`),
            sql` AND `,
          )
    },
  }
}

const MOST_FOUND = 100
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
export const isUuid = (id: string) => new RegExp(UUID).test(id)

/** SQL array of the ids of the records with this name now, as texts. */
export function idsNamed(
  text: string,
  resources: readonly string[] = [...RECORDS.keys()],
): RawBuilder<unknown> {
  const sources = new Set(resources.flatMap((resource) => RECORDS.get(resource) ?? []))
  const found = [...sources].map(
    ({ from, id, named }) =>
      sql`(SELECT ${id}::text AS id FROM ${from} WHERE ${named(text)} LIMIT ${sql.lit(MOST_FOUND)})`,
  )
  return sql`ARRAY(SELECT id FROM (${sql.join(found, sql` UNION `)}) named)`
}

type StoredPeople = {
  actor_id: string | null
  actor_name: string
  approved_by_id: string | null
  approved_by_name: string | null
}

/** The user of an event and, for a change that needed approval, the user who approved it. */
export function peopleOfEvent({ actor_id, actor_name, approved_by_id, approved_by_name }: StoredPeople) {
  return {
    actor: { id: actor_id, name: actor_name },
    approved_by: approved_by_name === null ? null : { id: approved_by_id, name: approved_by_name },
  }
}
