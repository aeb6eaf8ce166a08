/** Requires one of the modules and, if present, one of the policies. */
export type AccessNeed = { modules: string[]; policies?: string[] }

/** First render of a signed-in screen, included in its page. */
export type Frame = {
  /** Rendered for a nameless user with every permission; elements that need a module have `data-module`. */
  markup: string
  /** Access that the screen requires. */
  screen: AccessNeed[]
  /** Access without which the content looks different. */
  content: AccessNeed[]
}
