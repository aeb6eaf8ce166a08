import { isKeyOf } from '@backoffice/contract/objects'
import { SIGN_OUT_EMAIL, SIGN_OUT_REASON } from '../../session/return-path.ts'
import type { SignOutReason } from '../../session/session-state.ts'
import type { LoginNotice } from './login-form.tsx'

/** Only these notices are shown, because other code can write to session storage. */
const NOTICES: Readonly<Record<SignOutReason, LoginNotice>> = {
  expired: { tone: 'info', message: 'Your session ended. Sign in again.' },
  revoked: { tone: 'info', message: 'Your session was ended elsewhere. Sign in again.' },
  disabled: { tone: 'bad', message: 'Your account was disabled. Ask an access administrator to enable it.' },
  removed: { tone: 'bad', message: 'Your account was removed from Backoffice. Ask an access administrator.' },
  'reset-required': { tone: 'info', message: 'Your password has to be reset. Sign in to set a new one.' },
  'other-tab': { tone: 'info', message: 'You signed out in another tab.' },
  'not-renewed': { tone: 'info', message: 'Your session could not be renewed. Sign in to continue.' },
}

/** Reason why the session of this tab ended. Returned once. */
export function takeSignOutNotice(): LoginNotice | undefined {
  const reason = take(SIGN_OUT_REASON)
  return isKeyOf(NOTICES, reason) ? NOTICES[reason] : undefined
}

/** Email of the user whose session ended unintended, or an empty text. Returned once. */
export function takeSignOutEmail(): string {
  return take(SIGN_OUT_EMAIL)
}

function take(key: string): string {
  try {
    const value = sessionStorage.getItem(key) ?? ''
    sessionStorage.removeItem(key)
    return value
  } catch {
    return ''
  }
}
