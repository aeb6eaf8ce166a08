import type { ReactNode } from 'react'
import css from './page-head.module.css'

type Props = { heading: ReactNode; badge?: ReactNode; actions?: ReactNode }

/** A screen's heading, its state beside it and its actions at the other end. */
export function PageHead({ heading, badge, actions }: Props) {
  return (
    <div className={css.head}>
      <div className={css.title}>
        {heading}
        {/* Said again when it changes by itself. */}
        {badge && <span role="status">{badge}</span>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}
