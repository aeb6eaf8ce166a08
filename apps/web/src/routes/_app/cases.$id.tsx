import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { CASES } from '../../cases/case-queries.ts'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { prefetch } from '../../net/query-client.ts'
import { CaseScreen } from '../../screens/cases/case-screen.tsx'
import { caseQuery } from '../../screens/cases/cases-queries.ts'

export const Route = createFileRoute('/_app/cases/$id')({
  loader: ({ params }) => prefetch(caseQuery(params.id)),
  component: Case,
  errorComponent: BrokenCase,
})

function Case() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  return <CaseScreen id={id} tab={tab} />
}

function BrokenCase({ error }: ErrorComponentProps) {
  return <BrokenRecord table={CASES} error={error} />
}
