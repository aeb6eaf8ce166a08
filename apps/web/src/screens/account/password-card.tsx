import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './account.module.css'
import type { SignInAgainResult } from './account-security.ts'
import { endOtherSessions, reloadSessions } from './account-security.ts'
import { PasswordCodeForm } from './password-code-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

type CodeAsked = Exclude<SignInAgainResult, 'signed-in' | 'over'>
type Shown = { for: 'change' } | { for: 'code'; asked: CodeAsked } | { for: 'done'; othersEnded: boolean }

/** The button that was pressed is far below, where the window is low. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Another password. Where sign-in asks for a code too, it does so here to keep this browser signed in. */
export function PasswordCard() {
  const [shown, setShown] = useState<Shown>({ for: 'change' })

  async function goOn(again: SignInAgainResult) {
    if (again !== 'signed-in' && again !== 'over') return setShown({ for: 'code', asked: again })
    // Over, the screen is left, or somebody signs in again on it and ends the others then.
    setShown({ for: 'done', othersEnded: again === 'signed-in' && (await endOtherSessions()) })
    void reloadSessions()
  }

  return (
    <Card title="Password">
      <div className={css.body}>
        {shown.for === 'done' && (
          <div className={css.told} ref={intoView}>
            <Changed othersEnded={shown.othersEnded} />
          </div>
        )}
        {shown.for === 'code' ? (
          <PasswordCodeForm asked={shown.asked} onAgain={goOn} />
        ) : (
          <PasswordForm onChanged={goOn} onSend={() => setShown({ for: 'change' })} />
        )}
      </div>
    </Card>
  )
}

function Changed({ othersEnded }: { othersEnded: boolean }) {
  if (othersEnded)
    return (
      <Notice tone="ok" live>
        The password was changed. Everywhere else you have been signed out.
      </Notice>
    )
  return (
    <Notice
      tone="bad"
      title="The password was changed, but you could not be signed out elsewhere."
      live
      action={<SignOutEverywhere />}
    >
      Other browsers may go on for up to an hour. Sign out everywhere ends them at once, and this one too.
    </Notice>
  )
}
