import type { OwnTemporaryAccess } from '@backoffice/contract/account'
import type { ReactNode } from 'react'
import { whenInSentence } from '../../kit/format/format-time.ts'
import { Badge } from '../../ui/badge.tsx'
import css from './temporary-access.module.css'

type Props<Item> = {
  items: readonly Item[]
  /** Control at the end of an item. */
  actionOf?: (item: Item) => ReactNode
}

/** Roles and policies that a user holds until their end. */
export function TemporaryAccess<Item extends OwnTemporaryAccess>({ items, actionOf }: Props<Item>) {
  return (
    <ul className={css.list}>
      {items.map((item) => (
        <li key={item.id} className={css.item}>
          <div className={css.about}>
            <p className={css.name}>
              <strong>{nameOfAccess(item)}</strong>
              <span className={css.quiet}>{item.role ? 'Role' : 'Policy'}</span>
              {item.is_break_glass && <Badge tone="bad">Break-glass</Badge>}
            </p>
            <p>
              Ends <time dateTime={item.until}>{whenInSentence(item.until)}</time>
              {item.role && '. Replaces the permanent role until then'}
              {item.modules.length > 0 && `. Includes ${item.modules.join(', ')}`}
            </p>
            <p className={css.quiet}>
              {[item.granted_by && `Granted by ${item.granted_by}`, item.ticket_no, item.reason]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          {actionOf?.(item)}
        </li>
      ))}
    </ul>
  )
}

export const nameOfAccess = ({ role, policy }: Pick<OwnTemporaryAccess, 'role' | 'policy'>) =>
  (role ?? policy)?.name ?? ''
