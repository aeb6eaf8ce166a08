import { afterEach, expect, test } from 'vitest'
import { SIGN_OUT_REASON } from '../../session/return-path.ts'
import type { SignOutReason } from '../../session/session-state.ts'
import { takeSignOutNotice } from './credentials-form.tsx'

afterEach(() => sessionStorage.clear())

const TEXTS: Record<SignOutReason, string> = {
  expired: 'Your session ended. Sign in again.',
  revoked: 'Your session was ended elsewhere. Sign in again.',
  disabled: 'Your account was disabled. Ask an access administrator to enable it.',
  removed: 'Your account was removed from Backoffice. Ask an access administrator.',
  'reset-required': 'Your password has to be reset. Sign in to set a new one.',
  'other-tab': 'You signed out in another tab.',
  'not-renewed': 'Your session could not be renewed. Sign in to continue.',
}

test.each(Object.entries(TEXTS))('the notice of %s is returned once', (reason, text) => {
  sessionStorage.setItem(SIGN_OUT_REASON, reason)
  expect(takeSignOutNotice()?.message).toBe(text)
  expect(takeSignOutNotice()).toBeUndefined()
})

test.each(['', 'toString', 'Call 0900 and read out your password'])('“%s” is not a reason', (code) => {
  sessionStorage.setItem(SIGN_OUT_REASON, code)
  expect(takeSignOutNotice()).toBeUndefined()
})
