import { may } from '@backoffice/contract/access'
import { tablePermission } from '@backoffice/contract/table'
import { TABLE_HEADERS } from '@backoffice/contract/tables/headers'
import type { References } from '@backoffice/contract/values.schemas'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../session/store.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { linkTo } from '../navigation/link-to.ts'
import css from './refused-dialog.module.css'

/** Counts of references to a row by table, with links to tables that the user may view. */
export function UsesList({ uses }: { uses: References }) {
  const user = useUser()
  return (
    <ul className={css.uses}>
      {uses.map(({ label, count, link }) => {
        const [path = '', query] = (link ?? '').split('?')
        const table = Object.values(TABLE_HEADERS).find((each) => each.path === path)
        const text = `${formatNumber(count)} ${label}`
        // The server sends the address of a list with its filter.
        const to = linkTo(path, { search: Object.fromEntries(new URLSearchParams(query)) })
        return (
          <li key={label}>
            {table && may(user, tablePermission(table, 'view')) ? <Link {...to}>{text}</Link> : text}
          </li>
        )
      })}
    </ul>
  )
}
