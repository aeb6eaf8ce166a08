import { may } from '@backoffice/contract/access'
import { keysOf } from '@backoffice/contract/objects'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useSearch } from '@tanstack/react-router'
import { requireModule } from '../../kit/access/guards.ts'
import { ErrorBoundary } from '../../kit/feedback/error-notice.tsx'
import { useLazyPart } from '../../kit/lazy/use-lazy.tsx'
import { listParams, type SearchParams } from '../../kit/list/list-search.ts'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { pageSize, usePageSize } from '../../kit/preferences/preferences.ts'
import { isGone } from '../../kit/record/record-problems.tsx'
import { NotFoundPage } from '../../kit/shell/error-views.tsx'
import { Page } from '../../kit/shell/page.tsx'
import { prefetch } from '../../net/query-client.ts'
import { useSession, useUser } from '../../session/store.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { TabCount, TabLinks, tabLink } from '../../ui/tab-links.tsx'
import { filesQuery } from '../files/tracked/file-queries.ts'
import {
  filesOf,
  firstTab,
  INQUIRY_TABS,
  type InquiryTab,
  inquiriesOf,
  inquiriesQuery,
  inquiryCountQuery,
  resultQuery,
  tabOf,
} from './inquiry-queries.ts'
import { SingleInquiry } from './single/single-inquiry.tsx'

export const Route = createFileRoute('/_app/smac_inquiry')({
  validateSearch: listParams,
  beforeLoad: () => requireModule('SMAC Inquiry'),
  loaderDeps: ({ search }) => search,
  // Not awaited, because the screen shows its own loading and error states.
  loader: ({ deps }) => loadInquiryScreen(deps),
  component: InquiryScreen,
})

function InquiryScreen() {
  const user = useUser()
  // Validated by the route.
  const params: SearchParams = useSearch({ strict: false })
  const first = firstTab(user)
  const tab = tabOf(params, first)
  const mayRun = may(user, 'inquiry:run') || may(user, 'inquiry:view-all')
  const tabs = keysOf(INQUIRY_TABS).filter((name) => name === 'file' || mayRun)
  const { data: pastCount } = useQuery({
    ...inquiryCountQuery(inquiriesOf({}, usePageSize())),
    enabled: mayRun,
  })
  const shown = tabs.includes(tab) ? tab : 'file'
  const opened = useQuery({
    ...resultQuery(params.inquiry ?? ''),
    enabled: shown === 'single' && params.inquiry !== undefined,
  })
  // Here, so that a tab that was shown before is shown at once.
  const parts = {
    several: useLazyPart('This tab', loadTab.several, shown === 'several'),
    file: useLazyPart('This tab', loadTab.file, shown === 'file'),
    past: useLazyPart('This tab', loadTab.past, shown === 'past'),
  }
  const [Tab, failure] = shown === 'single' ? [] : parts[shown]
  if (!opened.data && isGone(opened)) return <MissingInquiry />
  return (
    <Page title="SMAC Inquiry" crumbs={[{ label: 'Operate' }]}>
      <TabLinks label="Types of inquiry">
        {tabs.map((name) => (
          <Link
            key={name}
            {...linkToTab(name, first)}
            {...tabLink}
            // Without `exact`, the router marks the link without params as current at every URL.
            activeOptions={{ exact: true }}
            aria-current={name === shown ? 'page' : undefined}
          >
            {INQUIRY_TABS[name]}
            {name === 'past' && pastCount && <TabCount>{pastCount}</TabCount>}
          </Link>
        ))}
      </TabLinks>
      <ErrorBoundary key={shown} what={INQUIRY_TABS[shown]}>
        {shown === 'single' && <SingleInquiry id={params.inquiry} />}
        {shown !== 'single' && (Tab ? <Tab /> : (failure ?? <Loading height={240} />))}
      </ErrorBoundary>
      {shown === 'file' && !may(user, 'file:view') && !may(user, 'file:upload') && (
        <EmptyState title="Nothing to show">Your role can’t upload files or run inquiries.</EmptyState>
      )}
    </Page>
  )
}

function MissingInquiry() {
  return (
    <NotFoundPage
      crumbs={[{ label: 'SMAC Inquiry', to: '/smac_inquiry' }]}
      message="This inquiry does not exist."
      hint="It may belong to another user or to a file."
    >
      <Link {...linkTo('/smac_inquiry', { search: { tab: 'past' } })} {...buttonVariant('primary')}>
        Go to past inquiries
      </Link>
    </NotFoundPage>
  )
}

// Without the search of the other tabs.
const linkToTab = (tab: InquiryTab, first: InquiryTab) =>
  linkTo('/smac_inquiry', { search: tab === first ? {} : { tab } })

/** Code of the tabs that are not shown first. */
const loadTab = {
  several: async () => (await import('./several/several-cards.tsx')).SeveralCards,
  file: async () => (await import('./files-tab.tsx')).FilesTab,
  past: async () => (await import('./inquiries-card.tsx')).InquiriesCard,
}

/** Prefetches the data of the tab while the screen loads. */
function loadInquiryScreen(params: SearchParams): void {
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
