import { Link } from '@tanstack/react-router'
import { linkTo } from '../../kit/link-to.ts'
import { Card } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import css from './status.module.css'

const USERS = linkTo('/users/users_list', { search: { 'f.second_factor': 'MISSING' } })

/** Users who must set up an authenticator before they can work. */
export function SecondFactorCard({ users }: { users: number }) {
  return (
    <Card title="Second factor">
      <dl className={css.figures}>
        <div>
          <dt>Required, but not set up</dt>
          <dd className={css.figure} data-tone={users > 0 ? 'warn' : undefined}>
            {users > 0 ? <Link {...USERS}>{formatNumber(users)}</Link> : formatNumber(users)}
          </dd>
        </div>
      </dl>
    </Card>
  )
}
