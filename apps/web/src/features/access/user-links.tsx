import { Link, type LinkProps } from '@tanstack/react-router'
import { plural } from '../../kit/format/format-number.ts'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import css from './user-links.module.css'

const USERS = { path: '/users/users_list' }
const ROLES = { path: '/users/users_roles' }

// The lists have different search params.
export const userLink = (id: string): LinkProps => ({ ...recordLink(USERS, id), search: {} })

export const roleLink = (id: string): LinkProps => ({ ...recordLink(ROLES, id), search: {} })

/** The list of users with these filters. */
export const usersLink = (search: Readonly<Record<string, string>>): LinkProps =>
  linkTo(USERS.path, { search })

type Props = {
  users: readonly { id: string; name: string; note?: string }[]
  /** Count of all users. */
  count: number
  /** Link to the list of all of them. */
  all?: LinkProps
}

export function UserLinks({ users, count, all }: Props) {
  return (
    <div className={css.users}>
      <ul>
        {users.map(({ id, name, note }) => (
          <li key={id}>
            <Link {...userLink(id)}>{name}</Link>
            {note && <span>{note}</span>}
          </li>
        ))}
      </ul>
      {count > users.length && <p>and {plural(count - users.length, 'other')}</p>}
      {all && <Link {...all}>Show in the list of users</Link>}
    </div>
  )
}
