import type { Reader } from '../../db/client.ts'
import { eligibleDeciders } from '../access/eligible-deciders.ts'
import { mayGiveAccess } from '../access/requests/access-choices.ts'
import type { StoredDetail } from './requests/approvals.store.ts'
import { maySeeRows } from './requests/request-table.ts'

/** Users who can decide a pending request now, sorted by name. */
export async function decidersOf(
  db: Reader,
  { requested_by, subjects, table_name, kind, requested_access }: StoredDetail,
): Promise<{ id: string; name: string }[]> {
  const eligible = await eligibleDeciders(db, [requested_by, ...subjects])
  const mayGive =
    kind === 'ACCESS' && requested_access
      ? await mayGiveAccess(db, requested_by, requested_access)
      : undefined
  return eligible
    .filter(({ held }) => maySeeRows(held, table_name) && (mayGive?.(held) ?? true))
    .map(({ id, name }) => ({ id, name }))
}
