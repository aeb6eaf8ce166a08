import { may } from '@backoffice/contract/access'
import { createFileRoute } from '@tanstack/react-router'
import { filesQuery } from '../../files/file-queries.ts'
import { requireModule } from '../../kit/guards.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { queryClient } from '../../net/query-client.ts'
import { inquiriesQuery } from '../../screens/inquiry/inquiry-queries.ts'
import { InquiryScreen } from '../../screens/inquiry/inquiry-screen.tsx'
import { filesOf, inquiriesOf, readSearch } from '../../screens/inquiry/inquiry-search.ts'
import { useSession } from '../../session/store.ts'

export const Route = createFileRoute('/_app/smac_inquiry')({
  staticData: { keys: 'g i' },
  validateSearch: readSearch,
  beforeLoad: () => requireModule('SMAC Inquiry'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    const { userDetails } = useSession.getState().auth
    if (may(userDetails, 'file:view')) void queryClient.prefetchQuery(filesQuery(filesOf(deps, pageSize())))
    if (may(userDetails, 'inquiry:run') || may(userDetails, 'inquiry:view-all'))
      void queryClient.prefetchQuery(inquiriesQuery(inquiriesOf(deps, pageSize())))
  },
  component: Inquiry,
})

function Inquiry() {
  const navigate = Route.useNavigate()
  return (
    <InquiryScreen
      search={Route.useSearch()}
      onSearch={(change) =>
        navigate({
          search: (before) => readSearch({ ...before, ...change }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
