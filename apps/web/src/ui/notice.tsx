import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import css from './notice.module.css'

type Props = { tone: Tone; title?: string; action?: ReactNode; live?: boolean; children?: ReactNode }

/** An inline message. `live`: screen readers announce it, for the result of an action. */
export function Notice({ tone, title, action, live = false, children }: Props) {
  return (
    <div
      className={css.notice}
      data-tone={tone}
      role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}
    >
      <div className={css.text}>
        {title && <strong className={css.title}>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
