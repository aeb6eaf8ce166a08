import { isIP } from 'node:net'
import { type AllowedBy, SECURITY_ACTIONS } from '@backoffice/contract/audit'
import type { FieldOf, ListQuery } from '@backoffice/contract/list'
import { type AUDIT_LOGS, type AuditOutcome, auditList } from '@backoffice/contract/lists/audit'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { listRows } from '../../kernel/list-rows.ts'
import { EXACT_TOTAL, expectedRows } from '../../kernel/list-source.ts'
import { idsNamed, isUuid } from './event-names.ts'

/** Refusal reasons of calls based on outdated data. */
const STALE = ['version_conflict', 'selection_changed', 'file_state_conflict', 'impact_changed']

/**
 * Words in more than this share of the events are found quickly in page order. The planner estimates 2 % for any prefix
 * that it does not know.
 */
const FREQUENT = 0.05

/** Same text as in the indexes, so that they apply. */
const ACTOR = sql`audit_actor(actor_id, actor_name)`
const ACTION = sql`split_part(action, '.', 2)`

const isSecurity = sql<SqlBool>`action IN (${sql.join(SECURITY_ACTIONS.map((action) => sql.lit(action)))})`

const isStale = sql`reason IN (${sql.join(STALE.map((reason) => sql.lit(reason)))})`
const OUTCOMES: Record<AuditOutcome, RawBuilder<SqlBool>> = {
  done: sql`outcome = 'done'`,
  refused: sql`(outcome = 'refused' AND (${isStale}) IS NOT TRUE)`,
  stale: sql`(outcome = 'refused' AND ${isStale})`,
}
const OUTCOME = sql<AuditOutcome>`CASE WHEN outcome <> 'refused' THEN outcome WHEN ${isStale} THEN 'stale' ELSE 'refused' END`

/**
 * All events, because a reader of the trail may read all of it. `found` has the ids of the search results, if few.
 * Reading them first uses the search index; the planner would scan all events in page order.
 */
export function auditSource(db: Reader, found?: readonly string[]) {
  return {
    declaration: auditList,
    query: db
      .selectFrom('audit_events')
      .select([
        'id',
        'at',
        'actor_id',
        'actor_name',
        'approved_by_id',
        'approved_by_name',
        'action',
        'resource',
        'resource_id',
        'record_label',
        OUTCOME.as('outcome'),
        'changes',
        'reason',
        'count',
        'request_id',
        'client_request_id',
        'client_address',
        'device',
        sql<AllowedBy | null>`allowed_by`.as('allowed_by'),
        'source_filekey',
      ]),
    id: sql.ref('audit_events.id'),
    fields: {
      at: {
        sql: sql.ref('at'),
        written: sql`to_char(at AT TIME ZONE 'Asia/Manila', 'YYYY-MM-DD HH24:MI:SS')`,
      },
      actor: { sql: ACTOR, written: sql.ref('actor_name'), matches: isActor },
      action: { sql: ACTION },
      resource: { sql: sql.ref('resource') },
      record: {
        sql: sql.ref('resource_id'),
        nullable: true,
        written: sql`coalesce(record_label, resource_id)`,
        matches: (text: string) => isRecord(text.trim()),
      },
      outcome: { sql: OUTCOME, conditions: OUTCOMES },
      request_id: { sql: sql.ref('request_id'), nullable: true, matches: isRequest },
      client_request_id: { sql: sql.ref('client_request_id'), nullable: true },
      reason: { sql: sql.ref('reason') },
      client_address: { sql: sql.ref('client_address'), nullable: true, matches: isFromAddress },
      device: { sql: sql.ref('device') },
      allowed_by: { sql: ALLOWED_BY },
      approved_by: { sql: sql.ref('approved_by_name') },
      changes: { sql: sql`nullif(changes::text, '{}')` },
      count: { sql: sql.ref('count') },
      log: {
        sql: sql`CASE WHEN ${isSecurity} THEN 'security' END`,
        conditions: { security: isSecurity } satisfies Record<keyof typeof AUDIT_LOGS, RawBuilder<SqlBool>>,
      },
      file: {
        sql: sql.ref('audit_events.source_filekey'),
        nullable: true,
        written: sql`(SELECT file_name FROM files WHERE files.source_filekey = audit_events.source_filekey)`,
        matches: isOfFile,
      },
    },
    searched: (text: string) => (found ? isAmong(found) : searched(text)),
  }
}

type Query = ListQuery<FieldOf<typeof auditList>>

/** `Lookup admin: Tenders (tender:*) until …` */
const ALLOWED_BY = sql`CASE WHEN allowed_by IS NOT NULL THEN
  concat(allowed_by->>'role' || ': ', allowed_by->>'policy', ' (', allowed_by->>'statement', ')',
    to_char((allowed_by->>'until')::timestamptz AT TIME ZONE 'Asia/Manila', '" until "YYYY-MM-DD HH24:MI')) END`

function isOfFile(text: string): RawBuilder<SqlBool> {
  const filekey = text.trim().toLowerCase()
  return isUuid(filekey) ? sql`audit_events.source_filekey = ${filekey}::uuid` : sql`false`
}

function isFromAddress(text: string): RawBuilder<SqlBool> {
  const address = text.trim()
  return isIP(address) ? sql`client_address = ${address}` : sql`false`
}

/** Actors without an id, by the first word of their name. */
const NO_USERS: ReadonlySet<string> = new Set(['system', 'operator', 'unknown'])
const NO_USER = '00000000-0000-0000-0000-000000000000'
const isActorId = (text: string) => NO_USERS.has(text) || isUuid(text)

function isActor(text: string): RawBuilder<SqlBool> {
  const actor = text.trim().toLowerCase()
  return isActorId(actor) ? sql`${ACTOR} = ${actor}` : sql`${ACTOR} = ANY(${idsNamed(text.trim(), ['user'])})`
}

/** A UUID is matched by id only, because no record has the id of another as its name. */
function isRecord(text: string): RawBuilder<SqlBool> {
  const hasId = sql<SqlBool>`resource_id = ${text}`
  return isUuid(text) ? hasId : sql`(${hasId} OR resource_id = ANY(${idsNamed(text)}))`
}

/** The index covers the first eight characters of a request id. */
const REQUEST = /^[0-9a-f]{8}(-[0-9a-f-]*)?$/i
const CLIENT_REQUEST = /^[\w.:-]{8,64}$/

/** Matches the own id or the client's. Finds all attempts of one call, which share the client's id. */
function isRequest(text: string): RawBuilder<SqlBool> {
  const id = text.trim()
  if (!CLIENT_REQUEST.test(id)) return sql`false`
  // Client ids keep their case; ours are lower case.
  const own = startsWith('request_id', id.toLowerCase())
  return sql`id = ANY(ARRAY(
    SELECT id FROM audit_events WHERE ${own} OR ${startsWith('client_request_id', id)}
    UNION ALL
    SELECT other.id FROM audit_events other JOIN (
      SELECT client_request_id AS client_id, actor_id FROM audit_events WHERE ${own} AND client_request_id IS NOT NULL
    ) found ON left(other.client_request_id, 8) = left(found.client_id, 8)
      AND other.client_request_id = found.client_id AND other.actor_id = found.actor_id))`
}

function startsWith(column: 'request_id' | 'client_request_id', text: string): RawBuilder<SqlBool> {
  return sql`(left(${sql.ref(column)}, 8) = ${text.slice(0, 8)} AND starts_with(${sql.ref(column)}, ${text}))`
}

/** A subquery hides the array length from the planner, which would otherwise scan in page order. */
function isAmong(ids: readonly string[]): RawBuilder<SqlBool> {
  return sql`id = ANY(ARRAY(SELECT unnest(${ids}::bigint[])))`
}

/** Events with every word of the text, or of that request. */
function searched(text: string): RawBuilder<SqlBool> {
  const hasWords = sql<SqlBool>`search @@ audit_search_query(${text})`
  return REQUEST.test(text) ? sql`(${hasWords} OR ${isRequest(text)})` : hasWords
}

export async function listAudit(db: Reader, query: Query) {
  const [found, withIds] = await Promise.all([findEvents(db, query.search?.trim()), withActorIds(db, query)])
  const few = found && found.length <= EXACT_TOTAL ? found : undefined
  const isFiltered = Object.keys(query.filters ?? {}).length > 0
  return listRows(db, auditSource(db, few), withIds, isFiltered ? undefined : found?.length)
}

/** Replaces names of actors by their ids, by which an index finds events in page order. */
async function withActorIds(db: Reader, query: Query): Promise<Query> {
  const { in: values, contains } = query.filters?.actor ?? {}
  const texts = (values ?? (contains === undefined ? [] : [contains])).map((text) => text.trim())
  if (texts.every((text) => isActorId(text.toLowerCase()))) return query
  const ids = await Promise.all(
    texts.map(async (text) => {
      if (isActorId(text.toLowerCase())) return [text.toLowerCase()]
      const { rows } = await sql<{ ids: string[] }>`SELECT ${idsNamed(text, ['user'])} AS ids`.execute(db)
      return rows[0]?.ids ?? []
    }),
  )
  const actor = { in: ids.flat().length > 0 ? ids.flat() : [NO_USER] }
  return { ...query, filters: { ...query.filters, actor } }
}

/** Up to 10,001 ids of search results; undefined without a search, or if the planner expects many results. */
async function findEvents(db: Reader, search: string | undefined): Promise<string[] | undefined> {
  if (!search) return undefined
  const all = db.selectFrom('audit_events').select('id')
  const found = all.where(searched(search))
  const [events, expected] = await Promise.all([expectedRows(all), expectedRows(found)])
  if (expected > Math.max(events * FREQUENT, EXACT_TOTAL)) return undefined
  const rows = await found.limit(EXACT_TOTAL + 1).execute()
  return rows.map(({ id }) => id)
}

/**
 * Removes up to `most` events older than five years, and records an event for it. The application may not delete from
 * the trail, so the function belongs to the table owner and fixes the age itself.
 */
export async function removeOldEvents(tx: Tx, most: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`SELECT remove_old_audit_events(${most}) AS removed`.execute(
    tx,
  )
  return rows[0]?.removed ?? 0
}
