import { may } from '@backoffice/contract/access'
import { GAP_KINDS, gapPermission } from '@backoffice/contract/mapping'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../session/store.ts'
import { gapFiguresQuery } from './gap-figures.ts'

/** Polls the figures, which sets the counts. */
export function FollowGapFigures() {
  const user = useUser()
  const mayView = GAP_KINDS.some((kind) => may(user, gapPermission(kind, 'view')))
  useQuery({ ...gapFiguresQuery, enabled: mayView })
  return null
}
