import { useState } from 'react'
import type { Changed } from '../../session/own-account.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './account.module.css'
import { PasswordCodeForm } from './password-code-form.tsx'
import { PasswordForm } from './password-form.tsx'

type Shown = { for: 'change' } | ({ for: 'code' | 'done' } & Changed)

/** Another password. Where sign-in asks for a code too, it does so here to keep this browser signed in. */
export function PasswordCard() {
  const [shown, setShown] = useState<Shown>({ for: 'change' })
  const goOn = (changed: Changed) =>
    setShown({ for: changed.step === 'signed-in' ? 'done' : 'code', ...changed })
  return (
    <Card title="Password">
      <div className={css.body}>
        {shown.for === 'done' &&
          (shown.othersEnded ? (
            <Notice tone="ok" live>
              The password was changed. Everywhere else you have been signed out.
            </Notice>
          ) : (
            <Notice tone="warn" live>
              The password was changed, but other browsers may still be signed in. Sign out everywhere to be
              sure.
            </Notice>
          ))}
        {shown.for === 'code' ? (
          <PasswordCodeForm step={shown.step} onStep={(step) => goOn({ ...shown, step })} />
        ) : (
          <PasswordForm onChanged={goOn} onAgain={() => setShown({ for: 'change' })} />
        )}
      </div>
    </Card>
  )
}
