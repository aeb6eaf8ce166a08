import { may } from '@backoffice/contract/access'
import { filesQuery } from '../../files/file-queries.ts'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { prefetch } from '../../net/query-client.ts'
import { useSession } from '../../session/store.ts'
import { filesOf, inquiriesOf } from './inquiry-lists.ts'
import { inquiriesQuery } from './inquiry-queries.ts'

/** Asks for both lists while the screen is on its way. */
export function loadInquiryLists(params: SearchParams): void {
  const { userDetails } = useSession.getState().auth
  if (may(userDetails, 'file:view')) prefetch(filesQuery(filesOf(params, pageSize())))
  if (may(userDetails, 'inquiry:run') || may(userDetails, 'inquiry:view-all'))
    prefetch(inquiriesQuery(inquiriesOf(params, pageSize())))
}
