import { codeShownAt } from '../../packages/identity/src/testing/authenticator.ts'

const STEP_MS = 30_000

/** An app that was given this secret. Each code is newer than the one before, as a provider takes none twice. */
export function authenticatorApp(secret: string) {
  let last = 0
  return {
    /** The code of now, or of a moment ahead: two of them can be had at a time, and are right for half a minute at least. */
    nextCode(): string {
      const now = Math.floor(Date.now() / STEP_MS)
      last = Math.max(last + 1, now)
      return codeShownAt(secret, last * STEP_MS)
    },
    /** None of those that are right about now. */
    wrongCode(): string {
      const right = [-2, -1, 0, 1, 2].map((step) => codeShownAt(secret, Date.now() + step * STEP_MS))
      return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
        (code) => !right.includes(code),
      ) as string
    },
  }
}
