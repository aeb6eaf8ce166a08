/** State passed from one public screen to the next, in memory only and never in the URL, storage or history. */
export type NavigationState = {
  email?: string
  /** Masked destination of the code. */
  codeSentTo?: string
  isResetRequired?: boolean
  isPasswordChanged?: boolean
}

export type Navigation = {
  /** From the previous screen; empty after a page load and after going back. */
  state: NavigationState
  /** Sets the state for the next linked screen. */
  setNextState: (state: NavigationState) => void
  /** Shows another public screen and keeps the search parameters (`returnTo`). */
  navigate: (path: string, state: NavigationState) => Promise<void>
}
