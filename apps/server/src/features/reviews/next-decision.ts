import { DEFAULT_REPLACEMENT, type ReviewDecision } from '@backoffice/contract/reviews'

type Current = {
  decision: ReviewDecision | null
  replacement_id: string | null
  replacement_name: string | null
  decided_by: string | null
  agreed_by: string | null
}

/** `replacement_id` undefined: not chosen. */
type Choice = { decision: ReviewDecision | null; replacement_id: string | undefined }

/**
 * Effect of a reviewer's choice. `agree`: they are the second reviewer of the removal. `withdraw`: they no longer are.
 * `leave`: they take back their own removal, and the second reviewer becomes the first. `decide`: their decision replaces
 * the current one, with `overturned`, the other reviewers who had decided or agreed.
 */
export type NextDecision =
  | { kind: 'unchanged' | 'agree' | 'withdraw' | 'leave' }
  | { kind: 'decide'; overturned: readonly string[]; keepsAgreement: boolean }

/** One reviewer's choice about an item that may already have the decision of others. */
export function nextDecision(current: Current, choice: Choice, by: string): NextDecision {
  const { decision, decided_by: first, agreed_by: second } = current
  const others = [first, second].filter((each) => each !== null && each !== by) as string[]
  const decide = (overturned: readonly string[], keepsAgreement = false) =>
    ({ kind: 'decide', overturned, keepsAgreement }) as const
  if (decision === null) return choice.decision === null ? { kind: 'unchanged' } : decide([])
  if (choice.decision === null) {
    if (by === second) return { kind: 'withdraw' }
    return by === first && second !== null ? { kind: 'leave' } : decide(others)
  }
  if (choice.decision !== decision) return decide(others)
  if (decision === 'KEEP') return by === first ? decide([]) : { kind: 'unchanged' }
  // Others agree to the replacement unless they choose another one; without a choice the first reviewer has the default.
  const isDefault = [null, DEFAULT_REPLACEMENT].includes(current.replacement_name)
  const isSame =
    choice.replacement_id === undefined
      ? by !== first || isDefault
      : choice.replacement_id === current.replacement_id
  if (!isSame) return decide(others)
  if (by === first) return decide([], true)
  return second === null || by === second ? { kind: 'agree' } : { kind: 'unchanged' }
}
