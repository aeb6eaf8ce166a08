import { createFileRoute } from '@tanstack/react-router'
import { requireModule } from '../../kit/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { InquiryScreen } from '../../screens/inquiry/inquiry-screen.tsx'

export const Route = createFileRoute('/_app/smac_inquiry')({
  staticData: { keys: 'g i' },
  validateSearch: listParams,
  beforeLoad: () => requireModule('SMAC Inquiry'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    // With the code of the screen, which only it needs; what fails is asked for again by the screen.
    import('../../screens/inquiry/inquiry-loader.ts').then(
      ({ loadInquiryLists }) => loadInquiryLists(deps),
      () => undefined,
    )
  },
  component: InquiryScreen,
})
