import type { ReactNode } from 'react'
import css from './page-head.module.css'

type Props = { heading: ReactNode; badge?: ReactNode; actions?: ReactNode }

/** The heading of a screen with its badge and actions. */
export function PageHead({ heading, badge, actions }: Props) {
  return (
    <div className={css.head}>
      <div className={css.title}>
        {heading}
        {/* Screen readers announce changes. */}
        {badge && <span role="status">{badge}</span>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}
