/** Satisfied by one of the modules and, where there are policies, one of these too. */
export type Needed = { modules: string[]; policies?: string[] }

/** A signed-in screen before anything has loaded, as its page contains it. */
export type Frame = {
  /** For a user without a name and with every permission; what needs a module names it in `data-module`. */
  markup: string
  /** Without any of these the user is shown another screen. */
  screen: Needed[]
  /** Without any of these the content of the screen looks different. */
  content: Needed[]
}
