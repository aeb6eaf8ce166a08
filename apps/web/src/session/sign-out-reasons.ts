/** Why a session ended, as far as the sign-in page says so. */
export type SignOutReason =
  | 'expired'
  | 'revoked'
  | 'disabled'
  | 'removed'
  | 'reset-required'
  | 'other-tab'
  | 'not-renewed'

/** In session storage: local storage is empty by the time of the sign-in page, and an address could be forged. */
export const SIGN_OUT_REASON = 'sign-out-reason'

/** Hands the reason to the sign-in page that this tab loads next. */
export function keepSignOutReason(reason: SignOutReason): void {
  try {
    sessionStorage.setItem(SIGN_OUT_REASON, reason)
  } catch {
    // Without session storage the sign-in page gives no reason.
  }
}
