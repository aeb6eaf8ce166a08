import { CASE_STATUS_LABELS, type CaseStatus } from '@backoffice/contract/case-values'
import { Badge, type Tone } from '../../../ui/badge.tsx'

const TONES: Readonly<Record<CaseStatus, Tone>> = {
  OPEN: 'info',
  SENT: 'warn',
  RESOLVED: 'ok',
  REJECTED: 'bad',
}

export function CaseStatusBadge({ status }: { status: CaseStatus }) {
  return <Badge tone={TONES[status]}>{CASE_STATUS_LABELS[status]}</Badge>
}
