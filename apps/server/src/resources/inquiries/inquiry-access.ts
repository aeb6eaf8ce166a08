import { may } from '@backoffice/contract/access'
import type { Reader } from '../../db/client.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import { findInquiryOwner } from './inquiries.store.ts'

/** An inquiry that the caller may not see is answered 404 as a missing one. */
export async function getVisibleInquiry(
  db: Reader,
  id: string,
  caller: Caller,
): Promise<{ owner_id: string }> {
  const row = await findInquiryOwner(db, id)
  if (!row || (row.owner_id !== caller.id && !may(caller.access, 'inquiry:view-all')))
    throw new HttpError('not_found', { code: 'inquiry_not_found', detail: 'There is no such inquiry.' })
  return row
}
