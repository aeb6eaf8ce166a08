import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './account.module.css'
import type { SignInAgainResult } from './account-security.ts'
import { answerCode, endOtherSessions, reloadSessions } from './account-security.ts'
import { PasswordForm } from './password-form.tsx'
import { type CodeStep, codeSource, SecondStepForm } from './second-step-form.tsx'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

type Shown = { for: 'change' } | { for: 'code'; step: CodeStep } | { for: 'done'; othersEnded: boolean }

/** In a low window the pressed button is far below the message. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Changes the password. With a second factor its code keeps this browser signed in. */
export function PasswordCard() {
  const [shown, setShown] = useState<Shown>({ for: 'change' })

  async function onResult(result: SignInAgainResult) {
    if (result !== 'signed-in' && result !== 'over') return setShown({ for: 'code', step: result })
    // After `over` the page is left, or its user signs in again and can end the other sessions then.
    setShown({ for: 'done', othersEnded: result === 'signed-in' && (await endOtherSessions()) })
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
          <SecondStepForm submitLabel="Stay signed in" answer={answerCode} onResult={onResult}>
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
