import { useState } from 'react'
import { LoginCard } from '../../kit/layouts/login-layout.tsx'
import type { Step } from '../../session/identity-library.ts'
import { useUser } from '../../session/store.ts'
import { CodeForm } from './code-form.tsx'
import { ReauthenticateForm } from './reauthenticate-form.tsx'

/** Locked because nobody was here for long, or it is not known for how long; or over, or not to be renewed, with something typed. */
export type Why = 'idle' | 'unknown' | 'interrupted' | 'not-renewed'

type Props = {
  why: Why
  /** While somebody signs in: the session may be there before their role is, and is no reason to go on yet. */
  onEntering: (isEntering: boolean) => void
}

const ELSEWHERE =
  'Your account asks for something that cannot be done here. Leave, and sign in anew: what you typed here is lost then.'

/** The password of the person whose screen it is and, to sign in, the code of an account that has one. */
export function ReauthenticateCard({ why, onEntering }: Props) {
  const { email } = useUser()
  const [textMessageTo, setTextMessageTo] = useState<string>()
  const [asked, setAsked] = useState<{ for: 'password'; problem?: string } | { for: 'code' }>({
    for: 'password',
  })

  function goOn(step: Step) {
    if (step === 'signed-in') return
    const isText = typeof step === 'object' && 'textMessageTo' in step
    setTextMessageTo(isText ? step.textMessageTo : undefined)
    setAsked(
      step === 'authenticator-code' || isText ? { for: 'code' } : { for: 'password', problem: ELSEWHERE },
    )
  }

  return (
    <LoginCard>
      {asked.for === 'password' ? (
        <ReauthenticateForm
          why={why}
          email={email}
          problem={asked.problem}
          onEntering={onEntering}
          onStep={goOn}
        />
      ) : (
        <CodeForm
          textMessageTo={textMessageTo}
          onStep={goOn}
          onEntering={onEntering}
          onLost={(problem) => setAsked({ for: 'password', ...(problem && { problem }) })}
        />
      )}
    </LoginCard>
  )
}
