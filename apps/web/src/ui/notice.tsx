import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import { Icon } from './icon.tsx'
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
        {tone === 'bad' && (
          <span className={css.icon}>
            <Icon name="warning" />
          </span>
        )}
        <div>
          {title && <strong className={css.title}>{title}</strong>}
          {children && <div>{children}</div>}
        </div>
      </div>
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
