import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import css from './notice.module.css'

type Props = { tone: Tone; title?: string; action?: ReactNode; live?: boolean; children?: ReactNode }

/** Something to know, in its place. `live`: it appeared because of what was just done, and is read out. */
export function Notice({ tone, title, action, live = false, children }: Props) {
  return (
    <div
      className={css.notice}
      data-tone={tone}
      role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}
    >
      <div className={css.words}>
        {title && <strong className={css.title}>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
