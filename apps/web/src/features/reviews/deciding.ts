import type { Review, ReviewDecision } from '@backoffice/contract/reviews'
import { createContext, useContext } from 'react'

/** The review of the shown items, and the opening of their forms. */
export type Deciding = {
  review: Review
  /** Opens the form of a decision that needs a reason below its row. */
  askReason: (itemId: string, decision: ReviewDecision) => void
  /** Closes the form and focuses its row. */
  closeForm: (itemId: string) => void
}

export const DecidingContext = createContext<Deciding | undefined>(undefined)

export function useDeciding(): Deciding {
  const deciding = useContext(DecidingContext)
  if (!deciding) throw new Error('Items are shown outside their review.')
  return deciding
}
