import { may } from '@backoffice/contract/access'
import type { SearchParams } from '../../kit/list/list-search.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { prefetch } from '../../net/query-client.ts'
import { useSession } from '../../session/store.ts'
import { filesQuery } from '../files/tracked/file-queries.ts'
import { filesOf, firstTab, inquiriesOf, tabOf } from './inquiry-lists.ts'
import { inquiriesQuery, resultQuery } from './inquiry-queries.ts'

/** Code of the tabs that are not shown first. */
export const loadTab = {
  several: async () => (await import('./several/several-cards.tsx')).SeveralCards,
  file: async () => (await import('./files-tab.tsx')).FilesTab,
  past: async () => (await import('./inquiries-card.tsx')).InquiriesCard,
}

/** Prefetches the data of the tab while the screen loads. */
export function loadInquiryScreen(params: SearchParams): void {
  const { userDetails } = useSession.getState().auth
  const tab = tabOf(params, firstTab(userDetails))
  // The screen reports errors.
  if (tab !== 'single') loadTab[tab]().catch(() => undefined)
  const mayRun = may(userDetails, 'inquiry:run') || may(userDetails, 'inquiry:view-all')
  if (tab === 'file' && may(userDetails, 'file:view')) prefetch(filesQuery(filesOf(params, pageSize())))
  if (mayRun) prefetch(inquiriesQuery(inquiriesOf({}, pageSize())))
  if (tab === 'past' && mayRun) prefetch(inquiriesQuery(inquiriesOf(params, pageSize())))
  if (tab === 'single' && mayRun && params.inquiry) prefetch(resultQuery(params.inquiry))
}
