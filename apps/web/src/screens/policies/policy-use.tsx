import { may } from '@backoffice/contract/access'
import type { Policy } from '@backoffice/contract/endpoints/policies'
import { Link, type LinkProps } from '@tanstack/react-router'
import { roleLink, userLink } from '../../access/user-links.tsx'
import { plural } from '../../kit/format-number.ts'
import { useUser } from '../../session/store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import css from './policies.module.css'

/** The roles that have the policy, and the users who hold it beside their role. */
export function PolicyUse({
  policy: { role_count, user_count, used_by_roles, held_by },
}: {
  policy: Policy
}) {
  const user = useUser()
  if (role_count + user_count === 0)
    return (
      <EmptyState title="Nobody has this policy">
        Put it into a role, or give it to a user beside the role.
      </EmptyState>
    )
  return (
    <div className={css.use}>
      {role_count > 0 && (
        <section>
          <h3>{plural(role_count, 'role has it', 'roles have it')}</h3>
          <Names
            items={used_by_roles}
            count={role_count}
            linkTo={may(user, 'role:view') ? roleLink : undefined}
          />
        </section>
      )}
      {user_count > 0 && (
        <section>
          <h3>{plural(user_count, 'user holds it', 'users hold it')} beside the role</h3>
          <Names items={held_by} count={user_count} linkTo={may(user, 'user:view') ? userLink : undefined} />
        </section>
      )}
    </div>
  )
}

type NamesProps = {
  items: readonly { id: string; name: string }[]
  /** Of all. */
  count: number
  linkTo: ((id: string) => LinkProps) | undefined
}

function Names({ items, count, linkTo }: NamesProps) {
  return (
    <ul>
      {items.map(({ id, name }) => (
        <li key={id}>{linkTo ? <Link {...linkTo(id)}>{name}</Link> : name}</li>
      ))}
      {count > items.length && <li className={css.quiet}>and {plural(count - items.length, 'other')}</li>}
    </ul>
  )
}
