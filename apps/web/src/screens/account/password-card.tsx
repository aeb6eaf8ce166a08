import { useState } from 'react'
import { readSessionsAgain } from '../../api/account.ts'
import type { Again } from '../../session/own-account.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './account.module.css'
import { PasswordCodeForm } from './password-code-form.tsx'
import { PasswordForm } from './password-form.tsx'

type CodeAsked = Exclude<Again, 'signed-in' | 'over'>
type Shown =
  | { for: 'change' }
  | { for: 'code'; asked: CodeAsked; othersEnded: boolean }
  | { for: 'done'; othersEnded: boolean }

/** Another password. Where sign-in asks for a code too, it does so here to keep this browser signed in. */
export function PasswordCard() {
  const [shown, setShown] = useState<Shown>({ for: 'change' })

  function goOn(again: Again, othersEnded: boolean) {
    // Over, the screen is left, or somebody signs in again on it.
    const isDone = again === 'signed-in' || again === 'over'
    setShown(isDone ? { for: 'done', othersEnded } : { for: 'code', asked: again, othersEnded })
    if (isDone) void readSessionsAgain()
  }

  return (
    <Card title="Password">
      <div className={css.body}>
        {shown.for === 'done' && (
          <Notice tone="ok" live>
            The password was changed.{' '}
            {shown.othersEnded
              ? 'Everywhere else you have been signed out.'
              : 'Other browsers are signed out within the hour; Sign out everywhere does it at once.'}
          </Notice>
        )}
        {shown.for === 'code' ? (
          <PasswordCodeForm asked={shown.asked} onAgain={(again) => goOn(again, shown.othersEnded)} />
        ) : (
          <PasswordForm onChanged={goOn} onSend={() => setShown({ for: 'change' })} />
        )}
      </div>
    </Card>
  )
}
