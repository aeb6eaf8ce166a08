import { isDeepStrictEqual } from 'node:util'
import {
  type AllowedBy,
  AUDIT_RESOURCES,
  type AuditAction,
  type AuditDeclaration,
  type AuditResource,
  type CallPart,
} from '@backoffice/contract/audit'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import { cardlessFields } from '@backoffice/contract/table'
import { TABLES } from '@backoffice/contract/tables/tables'
import * as z from 'zod/mini'
import type { Reader } from '../db/client.ts'
import type { Client, RequestIds } from './client.ts'

/** Values before and after, by field. */
export type Changes = Readonly<Record<string, readonly [unknown, unknown]>>

/** Card numbers are masked here; other secret values must not be in it. */
export type AuditEvent = {
  resource: AuditResource
  action: AuditAction
  /** Id of the record; null for no record or several. */
  id: string | null
  /** Default `done`. */
  outcome?: 'done' | 'refused'
  changes?: Changes
  reason?: string
  /** Number of equal events in this row; default 1. */
  count?: number
  /** The file whose work wrote the event. */
  filekey?: string
}

/** `approvedBy` is the user who approved the change. An operator has no id. */
export type Actor = {
  id: string | null
  name: string
  approvedBy?: { id: string | null; name: string } | null
}

const CARDLESS = new Map<AuditResource, ReadonlySet<string>>(
  TABLES.map((table) => [table.resource, cardlessFields(table)]),
)

/** The actor of events and their call, if any. */
export type AuditContext = RequestIds & {
  actor: Actor
  client?: Client | null
  allowedBy?: () => AllowedBy | null
}

export async function recordAudit(
  db: Reader,
  { actor, requestId, clientRequestId, client, allowedBy }: AuditContext,
  events: readonly AuditEvent[],
): Promise<void> {
  if (events.length === 0) return
  const grant = allowedBy?.()
  await db
    .insertInto('audit_events')
    .values(
      events.map((event) => ({
        actor_id: actor.id,
        actor_name: actor.name,
        approved_by_id: actor.approvedBy?.id ?? null,
        approved_by_name: actor.approvedBy?.name ?? null,
        action: `${event.resource}.${event.action}`,
        resource: event.resource,
        resource_id: event.id,
        outcome: event.outcome ?? 'done',
        changes: JSON.stringify(maskedChanges(event)),
        reason: event.reason === undefined ? null : maskCardNumbers(event.reason),
        count: event.count ?? 1,
        request_id: requestId,
        client_request_id: clientRequestId,
        client_address: client?.address ?? null,
        device: client?.device ?? null,
        allowed_by: grant && event.outcome !== 'refused' ? JSON.stringify(grant) : null,
        source_filekey: event.filekey ?? null,
      })),
    )
    .execute()
}

/** Changes of an event, as the trail stores them. */
export function maskedChanges({ resource, changes = {} }: Pick<AuditEvent, 'resource' | 'changes'>) {
  return withMaskedCards(changes, CARDLESS.get(resource))
}

/** Ids of an event outside a call. */
export const NO_REQUEST: RequestIds = { requestId: null, clientRequestId: null }

const SYSTEM = { actor: { id: null, name: 'System' }, ...NO_REQUEST }

/** Records an event of a job or command, which runs without a user. */
export function recordSystemAudit(db: Reader, event: AuditEvent): Promise<void> {
  return recordAudit(db, SYSTEM, [event])
}

const NO_NAMES: ReadonlySet<string> = new Set()

/**
 * JSON with the card numbers in its names and texts masked. Masks each text before encoding, because digits of an
 * escape such as `\u0001` could look like part of a card number. The values of `cardless` names never hold card numbers
 * and stay as they are.
 */
export function maskedJson(value: object, cardless = NO_NAMES): string {
  return JSON.stringify(withMaskedCards(value, cardless))
}

/** Plain data, masked like `maskedJson`. */
export function withMaskedCards(value: object, cardless = NO_NAMES): Record<string, unknown> {
  const entries = Object.entries(value).map(([name, part]) => [
    maskCardNumbers(name),
    cardless.has(name) ? part : maskedPart(part),
  ])
  return Object.fromEntries(entries)
}

function maskedPart(part: unknown): unknown {
  if (typeof part === 'string') return maskCardNumbers(part)
  if (Array.isArray(part)) return part.map(maskedPart)
  return typeof part === 'object' && part !== null && !(part instanceof Date) ? withMaskedCards(part) : part
}

/** Changed fields with their values before and after. Compares instants as ISO text. */
export function changesOf<
  Field extends string,
  Before extends { readonly [F in Field]?: unknown },
  After extends { readonly [F in Field]?: unknown },
>(before: Before, after: After, fields: readonly Field[]): Changes {
  const pairs = fields.map((field) => [field, [plain(before[field]), plain(after[field])] as const] as const)
  return Object.fromEntries(pairs.filter(([, [old, now]]) => !isDeepStrictEqual(old, now)))
}

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return value === undefined ? null : value
}

/** A handler's additions to the endpoint's audit declaration. */
export type AuditEntry = Pick<AuditEvent, 'changes' | 'reason' | 'count' | 'outcome'> &
  (
    | {
        /** Id of a created record or one of several, which the call does not name. */
        id?: string | null
        resource?: never
        action?: never
      }
    | {
        /** Overrides the declared record. */
        resource: AuditResource
        action: AuditAction
        id: string | null
      }
  )

type CallParts = { params?: unknown; query?: unknown; body?: unknown }

/** The event that the endpoint declares for a call. The parts may be unvalidated. */
export function declaredEvent(
  { resource, resourceIn, action, actionWith = {}, id }: AuditDeclaration,
  parts: CallParts,
  callerId: string,
): AuditEvent {
  // Object.entries forgets the type of the keys.
  const others = Object.entries(actionWith) as [CallPart, AuditAction][]
  const [, other] = others.find(([part]) => partAt(parts, part) !== undefined) ?? []
  const named = resourceIn && partAt(parts, resourceIn)
  return {
    resource: isResource(named) ? named : resource,
    action: other ?? action,
    id: id === 'caller' ? callerId : firstIdAt(parts, id === undefined ? [] : [id].flat()),
  }
}

export function doneEvents(declared: AuditEvent, entries: readonly AuditEntry[]): AuditEvent[] {
  return entries.map((entry) => ({ ...declared, ...entry }))
}

export function refusedEvent(
  declaration: AuditDeclaration,
  parts: CallParts,
  callerId: string,
  reason: string,
): AuditEvent {
  const { refersTo } = declaration
  const other = refersTo && idAt(parts, refersTo)
  return {
    ...declaredEvent(declaration, parts, callerId),
    outcome: 'refused',
    reason,
    ...(other && { changes: { [nameOf(refersTo)]: [null, other] } }),
  }
}

const isResource = (word: unknown): word is AuditResource =>
  typeof word === 'string' && Object.hasOwn(AUDIT_RESOURCES, word)

function firstIdAt(parts: CallParts, paths: readonly CallPart[]): string | null {
  return paths.map((path) => idAt(parts, path)).find((id) => id !== null) ?? null
}

const uuid = z.uuid()

/** Null unless the value can be an id, because unvalidated parts may hold anything. */
function idAt(parts: CallParts, path: CallPart): string | null {
  return uuid.safeParse(partAt(parts, path)).data ?? null
}

function partAt(parts: CallParts, path: CallPart): unknown {
  return path.split('.').reduce<unknown>((owner, name) => {
    const [only, ...more] = [owner].flat()
    return more.length === 0 && Object.hasOwn(Object(only), name) ? Object(only)[name] : undefined
  }, parts)
}

const nameOf = (path: CallPart) => path.slice(path.lastIndexOf('.') + 1)
