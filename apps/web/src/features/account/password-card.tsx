import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type CodeStep, codeSource, SecondStepForm } from '../recent-sign-in/second-step-form.tsx'
import css from './account.module.css'
import type { SignInAgainResult } from './account-security.ts'
import { endOtherSessions, reloadSessions, submitCode } from './account-security.ts'
import { PasswordForm } from './password-form.tsx'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

type View = { for: 'change' } | { for: 'code'; step: CodeStep } | { for: 'done'; othersEnded: boolean }

/** In a low window the message is out of view. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Changes the password. A second factor requires a code to stay signed in. */
export function PasswordCard() {
  const [shown, setShown] = useState<View>({ for: 'change' })

  async function onResult(result: SignInAgainResult) {
    if (result !== 'signed-in' && result !== 'over') return setShown({ for: 'code', step: result })
    // After `over`, the user signs in again and can then end the other sessions.
    setShown({ for: 'done', othersEnded: result === 'signed-in' && (await endOtherSessions()) })
    void reloadSessions()
  }

  return (
    <Card title="Password">
      <div className={css.body}>
        {shown.for === 'done' && (
          <div className={css.result} ref={intoView}>
            <Changed othersEnded={shown.othersEnded} />
          </div>
        )}
        {shown.for === 'code' ? (
          <SecondStepForm submitLabel="Stay signed in" onCode={submitCode} onResult={onResult}>
            <Notice tone="ok" live>
              The password was changed. Enter a code to stay signed in: {codeSource(shown.step)}
            </Notice>
          </SecondStepForm>
        ) : (
          <PasswordForm onChanged={onResult} onSend={() => setShown({ for: 'change' })} />
        )}
      </div>
    </Card>
  )
}

function Changed({ othersEnded }: { othersEnded: boolean }) {
  if (othersEnded)
    return (
      <Notice tone="ok" live>
        The password was changed. You are signed out everywhere else.
      </Notice>
    )
  return (
    <Notice
      tone="bad"
      title="The password was changed, but you could not be signed out elsewhere."
      live
      action={<SignOutEverywhere />}
    >
      Other browsers can stay signed in for up to an hour. To end all sessions now, including this one, sign
      out everywhere.
    </Notice>
  )
}
