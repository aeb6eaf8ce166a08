import { createFileRoute } from '@tanstack/react-router'
import { requireModule } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-search.ts'
import { InquiryScreen } from './inquiry-screen.tsx'
import { loadInquiryScreen } from './load-inquiry-screen.ts'

export const Route = createFileRoute('/_app/smac_inquiry')({
  validateSearch: listParams,
  beforeLoad: () => requireModule('SMAC Inquiry'),
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows its own loading and error states.
  loader: ({ deps }) => loadInquiryScreen(deps),
  component: InquiryScreen,
})
