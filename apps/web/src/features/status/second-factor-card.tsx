import { Link } from '@tanstack/react-router'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { Card } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Figures } from './figures.tsx'

const USERS = linkTo('/users/users_list', { search: { 'f.second_factor': 'MISSING' } })

/** Users who must set up an authenticator before they can work. */
export function SecondFactorCard({ users }: { users: number }) {
  const shown = users > 0 ? <Link {...USERS}>{formatNumber(users)}</Link> : formatNumber(users)
  return (
    <Card title="Second factor">
      <Figures figures={[['Required, but not set up', shown, users > 0 ? 'warn' : undefined]]} />
    </Card>
  )
}
