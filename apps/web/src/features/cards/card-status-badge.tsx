import { CARD_STATUS_LABELS, type CardStatus } from '@backoffice/contract/transactions'
import { Badge, type Tone } from '../../ui/badge.tsx'

const TONES: Readonly<Record<CardStatus, Tone>> = {
  INACTIVE: 'quiet',
  ACTIVE: 'ok',
  REGISTERED: 'ok',
  LINKED: 'ok',
  EXPIRED: 'warn',
  BLOCKED: 'bad',
  LOST: 'bad',
}

export function CardStatusBadge({ status }: { status: CardStatus }) {
  return <Badge tone={TONES[status]}>{CARD_STATUS_LABELS[status]}</Badge>
}
