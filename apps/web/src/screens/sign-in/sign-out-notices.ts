import type { LoginNotice } from '../../kit/layouts/login-form.tsx'
import { SIGN_OUT_REASON } from '../../session/return-path.ts'
import type { SignOutReason } from '../../session/session-state.ts'

/** Session storage can be written by others: only these are shown. */
const NOTICES: Readonly<Record<SignOutReason, LoginNotice>> = {
  expired: { tone: 'info', words: 'Your session ended, sign in again.' },
  revoked: { tone: 'info', words: 'Your session was ended elsewhere. Sign in again.' },
  disabled: { tone: 'bad', words: 'Your account was disabled. Ask an access administrator to enable it.' },
  removed: { tone: 'bad', words: 'Your account was removed from Backoffice. Ask an access administrator.' },
  'reset-required': { tone: 'info', words: 'Your password has to be reset. Sign in to set a new one.' },
  'other-tab': { tone: 'info', words: 'You signed out in another tab.' },
  'not-renewed': { tone: 'info', words: 'Your session could not be renewed just now. Sign in to go on.' },
}

/** Why the session of this tab has ended; returned once. */
export function takeSignOutNotice(): LoginNotice | undefined {
  try {
    const reason = sessionStorage.getItem(SIGN_OUT_REASON) ?? ''
    sessionStorage.removeItem(SIGN_OUT_REASON)
    return isReason(reason) ? NOTICES[reason] : undefined
  } catch {
    return undefined
  }
}

function isReason(text: string): text is SignOutReason {
  return Object.hasOwn(NOTICES, text)
}
