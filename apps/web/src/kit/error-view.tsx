import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import css from './error-view.module.css'
import { RequestId } from './request-id.tsx'

type Props = {
  /** The status, where there is one. */
  code?: number
  words: string
  /** What may be behind it, or whom to ask. */
  hint?: string | undefined
  requestId?: string | undefined
  /** It broke under somebody's hands, and is read out at once. */
  alert?: boolean
  /** What to do: buttons and links. */
  children?: ReactNode
}

/** Why there is no screen here. Knows neither router nor session. */
export function ErrorView({ code, words, hint, requestId, alert = false, children }: Props) {
  return (
    <Card>
      <div className={css.problem} role={alert ? 'alert' : undefined}>
        {code !== undefined && <p className={css.code}>{code}</p>}
        <p className={css.words}>{words}</p>
        {hint && <p>{hint}</p>}
        {requestId && <RequestId id={requestId} />}
        <div className={css.actions}>{children}</div>
      </div>
    </Card>
  )
}
