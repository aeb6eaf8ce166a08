import { createFileRoute } from '@tanstack/react-router'
import { requireModule } from '../../kit/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { InquiryScreen } from '../../screens/inquiry/inquiry-screen.tsx'
import { loadInquiryScreen } from '../../screens/inquiry/load-inquiry-screen.ts'

export const Route = createFileRoute('/_app/smac_inquiry')({
  validateSearch: listParams,
  beforeLoad: () => requireModule('SMAC Inquiry'),
  loaderDeps: ({ search }) => search,
  // Waits for no reply: it is only asked for, the screen reports what fails.
  loader: ({ deps }) => loadInquiryScreen(deps),
  component: InquiryScreen,
})
