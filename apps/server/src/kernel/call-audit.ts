import {
  AUDIT_RESOURCES,
  type AuditAction,
  type AuditDeclaration,
  type AuditResource,
  type CallPart,
} from '@backoffice/contract/audit'
import * as z from 'zod/mini'
import type { AuditEvent } from './audit.ts'

/** What a handler adds to the declaration of its endpoint. */
export type AuditEntry = Pick<AuditEvent, 'changes' | 'reason' | 'count' | 'outcome'> &
  (
    | {
        /** Where the call does not name the record: a created one, or one of many. */
        id?: string | null
        resource?: never
        action?: never
      }
    | {
        /** Another record than that of the declaration. */
        resource: AuditResource
        action: AuditAction
        id: string | null
      }
  )

type CallParts = { params?: unknown; query?: unknown; body?: unknown }

/** The event of a call, as its endpoint declares it. The parts may be unchecked yet. */
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
    id: id === 'caller' ? callerId : id === undefined ? null : idAt(parts, id),
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

const uuid = z.uuid()

/** Null for what cannot be an id: unchecked parts may have anything. */
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
