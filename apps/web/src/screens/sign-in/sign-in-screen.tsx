import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Brand } from '../../kit/brand.tsx'
import { preloadIdentity } from '../../session/identity.ts'
import { safePath } from '../../session/wish.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import css from './sign-in.module.css'

/** Sign-in and, on the first time, the new password. `wish`: the path to go to afterwards. */
export function SignInScreen({ wish }: { wish: string | undefined }) {
  const router = useRouter()
  const [challenged, setChallenged] = useState('')
  const [startOver, setStartOver] = useState('')
  useEffect(preloadIdentity, [])
  const enter = () => router.history.replace(safePath(wish) ?? '/operational_dashboard')
  return (
    <main className={css.screen}>
      <div className={css.brand}>
        <Brand />
      </div>
      <div className={css.card}>
        {challenged ? (
          <NewPasswordForm
            email={challenged}
            onDone={enter}
            onLost={(words) => {
              setStartOver(words)
              setChallenged('')
            }}
          />
        ) : (
          <CredentialsForm notice={startOver} onDone={enter} onNewPassword={setChallenged} />
        )}
      </div>
      <p className={css.foot}>Authorised staff only. Activity is recorded.</p>
    </main>
  )
}
