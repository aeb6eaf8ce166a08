import { createFileRoute } from '@tanstack/react-router'
import { requireModule } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-search.ts'
import { InquiryScreen, loadInquiryScreen } from './inquiry-screen.tsx'

export const Route = createFileRoute('/_app/smac_inquiry')({
  validateSearch: listParams,
  beforeLoad: () => requireModule('SMAC Inquiry'),
  loaderDeps: ({ search }) => search,
  // Not awaited, because the screen shows its own loading and error states.
  loader: ({ deps }) => loadInquiryScreen(deps),
  component: InquiryScreen,
})
