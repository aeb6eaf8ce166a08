import { useState } from 'react'
import { readSessionsAgain } from '../../api/account.ts'
import type { Step } from '../../session/identity-library.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './account.module.css'
import { PasswordCodeForm } from './password-code-form.tsx'
import { PasswordForm } from './password-form.tsx'

type Shown =
  | { for: 'change' }
  | { for: 'code'; step: Step; othersEnded: boolean }
  | { for: 'done'; othersEnded: boolean }

/** Another password. Where sign-in asks for a code too, it does so here to keep this browser signed in. */
export function PasswordCard() {
  const [shown, setShown] = useState<Shown>({ for: 'change' })

  function goOn(step: Step, othersEnded: boolean) {
    if (step !== 'signed-in') return setShown({ for: 'code', step, othersEnded })
    setShown({ for: 'done', othersEnded })
    void readSessionsAgain()
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
          <PasswordCodeForm step={shown.step} onStep={(step) => goOn(step, shown.othersEnded)} />
        ) : (
          <PasswordForm onChanged={goOn} onAgain={() => setShown({ for: 'change' })} />
        )}
      </div>
    </Card>
  )
}
