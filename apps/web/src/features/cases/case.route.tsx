import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/record-pane.tsx'
import { prefetch } from '../../net/query-client.ts'
import { CaseScreen } from './case-screen.tsx'
import { caseQuery } from './cases-queries.ts'
import { CASES } from './start/case-queries.ts'

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
