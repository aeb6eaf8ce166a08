import type { Resource } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { HISTORY_PERMISSIONS, type HistoryEvent } from '@backoffice/contract/history'
import type { Database } from '../../db/client.ts'
import { getVisibleFile } from '../../files/tracked/file-access.ts'
import type { Caller } from '../../kernel/caller.ts'
import { systemClock } from '../../kernel/clock.ts'
import { type Handlers, requireAnyPermission } from '../../kernel/mount.ts'
import { findVisible } from '../approvals/approval-replies.ts'
import { peopleOfEvent } from '../audit/event-names.ts'
import { getVisibleCase } from '../cases/case-values.ts'
import { getVisibleInquiry } from '../inquiries/inquiry-access.ts'
import { listEvents } from './history.store.ts'

const PAGE = 50

type CheckRecord = (db: Database, id: string, caller: Caller) => Promise<unknown>

/** Resources where some callers see only their own records. Others are reported as missing (404). */
const RECORD_CHECKS: Partial<Record<Resource, CheckRecord>> = {
  file: getVisibleFile,
  inquiry: getVisibleInquiry,
  approval: findVisible,
  case: (db, id, caller) => getVisibleCase(db, id, caller, systemClock.now()),
}

export function historyHandlers({ db }: { db: Database }): Handlers<(typeof api)['history']> {
  return {
    get: async ({ params, query }, { caller }) => {
      const { resource, id } = params
      requireAnyPermission(caller, HISTORY_PERMISSIONS.get(resource) ?? [])
      await RECORD_CHECKS[resource]?.(db, id, caller)
      const events = await listEvents(db, { resource, id }, { after: query.after, limit: PAGE + 1 })
      const items = events.slice(0, PAGE).map(
        (event): HistoryEvent => ({
          id: event.id,
          at: event.at.toISOString(),
          ...peopleOfEvent(event),
          action: event.action,
          outcome: event.outcome,
          changes: event.changes,
          reason: event.reason,
          count: event.count,
          request_id: event.request_id,
        }),
      )
      return { items, next: events.length > PAGE ? (items.at(-1)?.id ?? null) : null }
    },
  }
}
