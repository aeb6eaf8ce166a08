import type { UserRow } from '@backoffice/contract/users'
import { serverNowMs } from '../../net/server-clock.ts'
import { Badge } from '../../ui/badge.tsx'
import { statusBadge } from './user-words.ts'
import css from './users.module.css'

type Props = {
  user: Pick<UserRow, 'status' | 'is_locked' | 'invitation_expires_at'>
  /** For little room: shows no badge for active users, and no day. */
  isUnusualOnly?: boolean
}

/** Status of a user, and the lock of the identity provider. */
export function StatusBadges({ user, isUnusualOnly = false }: Props) {
  const { tone, text } = statusBadge(user, { nowMs: serverNowMs(), isShort: isUnusualOnly })
  return (
    <span className={css.badges}>
      {!(isUnusualOnly && user.status === 'ACTIVE') && <Badge tone={tone}>{text}</Badge>}
      {user.is_locked && <Badge tone="bad">Locked</Badge>}
    </span>
  )
}
