/** What one public screen hands to the next, in memory only: it is in no address, no storage and no history. */
export type NavigationState = {
  email?: string
  /** Where a code went, masked. */
  codeSentTo?: string
  isResetRequired?: boolean
  isPasswordChanged?: boolean
}

export type Navigation = {
  /** From the screen before; empty for who comes by address, and after going back. */
  state: NavigationState
  /** Hands this to the screen that a link leads to. */
  keep: (state: NavigationState) => void
  /** Shows another public screen; what the address says of the way back stays in it. */
  to: (path: string, state: NavigationState) => Promise<void>
}
