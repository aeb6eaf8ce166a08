import { codeShownAt } from '../../packages/identity/src/testing/authenticator.ts'

const STEP_MS = 30_000

/** An authenticator app with this secret. Each code is new, because the provider accepts a code once. */
export function authenticatorApp(secret: string) {
  let last = 0
  return {
    /** The current or the next code. At most two are available at a time; each is valid for at least half a minute. */
    nextCode(): string {
      const now = Math.floor(Date.now() / STEP_MS)
      last = Math.max(last + 1, now)
      return codeShownAt(secret, last * STEP_MS)
    },
    /** A code that is not currently valid. */
    wrongCode(): string {
      const right = [-2, -1, 0, 1, 2].map((step) => codeShownAt(secret, Date.now() + step * STEP_MS))
      return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
        (code) => !right.includes(code),
      ) as string
    },
  }
}
