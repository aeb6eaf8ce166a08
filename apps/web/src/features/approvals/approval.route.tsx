import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/record-pane.tsx'
import { prefetch } from '../../net/query-client.ts'
import { ApprovalScreen } from './approval-screen.tsx'
import { approvalQuery } from './approvals-queries.ts'
import { APPROVALS } from './requests/approval-queries.ts'

export const Route = createFileRoute('/_app/approvals/$id')({
  loader: ({ params }) => prefetch(approvalQuery(params.id)),
  component: Request,
  errorComponent: BrokenRequest,
})

function Request() {
  const { id } = Route.useParams()
  return <ApprovalScreen id={id} />
}

function BrokenRequest({ error }: ErrorComponentProps) {
  return <BrokenRecord table={APPROVALS} error={error} />
}
