import type { UserRow } from '@backoffice/contract/endpoints/users'
import { Badge } from '../../ui/badge.tsx'
import { statusBadge } from './user-words.ts'
import css from './users.module.css'

/** The status of a user, and the lock of the identity provider beside it. */
export function StatusBadges({ user }: { user: Pick<UserRow, 'status' | 'is_locked'> }) {
  const { tone, text } = statusBadge(user)
  return (
    <span className={css.badges}>
      <Badge tone={tone}>{text}</Badge>
      {user.is_locked && <Badge tone="bad">Locked</Badge>}
    </span>
  )
}
