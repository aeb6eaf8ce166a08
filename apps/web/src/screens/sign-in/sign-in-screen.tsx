import { useEffect, useState } from 'react'
import { LoginLayout } from '../../kit/layouts/login-layout.tsx'
import { preloadEntering } from '../../session/entering.ts'
import { safeReturnPath } from '../../session/return-path.ts'
import { useSession } from '../../session/store.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/** Fetching ahead what follows sign-in waits until the page itself is there. */
const PRELOAD_AFTER_MS = 1_000

/** Sign-in and, on the first time, the new password. `?redirect` says where to go afterwards. */
export function SignInScreen() {
  const [challenged, setChallenged] = useState('')
  const [startOver, setStartOver] = useState('')
  useEffect(() => {
    const timer = setTimeout(preloadEntering, PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  // Here or in another tab: whoever is signed in has no business on this screen.
  const signedIn = useSession((session) => session.isAuthenticated)
  useEffect(() => {
    if (!signedIn) return
    const wanted = new URLSearchParams(location.search).get('redirect')
    location.replace(safeReturnPath(wanted) ?? '/operational_dashboard')
  }, [signedIn])
  useEffect(() => {
    const onStorage = () => void useSession.persist.rehydrate()
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])
  return (
    <LoginLayout>
      {challenged ? (
        <NewPasswordForm
          email={challenged}
          onLost={(words) => {
            setStartOver(words)
            setChallenged('')
          }}
        />
      ) : (
        <CredentialsForm notice={startOver} onNewPassword={setChallenged} />
      )}
    </LoginLayout>
  )
}
