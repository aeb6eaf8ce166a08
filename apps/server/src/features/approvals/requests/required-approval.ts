import { APPROVAL_KINDS, type ApprovalKind } from '@backoffice/contract/approvals'
import { keysOf } from '@backoffice/contract/objects'
import type { Tx } from '../../../db/client.ts'
import type { Effect, Proposal } from '../../../kernel/approvals.ts'
import { addCount, countRecent, findRules } from './rules.store.ts'

const KINDS = keysOf(APPROVAL_KINDS)

/** Number that a rule compares with its threshold. */
export const measured = ({ count, entailed = 0 }: Effect) => count + entailed

/**
 * The first kind of approval that the effects of a user's write require; null for none. Read after the effects, so that
 * a rule applies as soon as it is on. Effects without approval count for the rules over 24 hours, approved ones do not: a
 * second person has seen them.
 */
export async function requiredApproval(
  tx: Tx,
  userId: string,
  { effects, isExempt }: Pick<Proposal, 'effects' | 'isExempt'>,
): Promise<ApprovalKind | null> {
  const all = effects.filter(({ count }) => count > 0)
  if (all.length === 0 || isExempt) return null
  const always = all.find(({ kind }) => kind === 'RULES' || kind === 'ACCESS')
  if (always) return always.kind
  const rules = await findRules(tx)
  const adding = all.find(({ addsDeciders }) => addsDeciders)
  if (adding && rules.some(({ is_on }) => is_on)) return adding.kind
  const counted: (() => Promise<void>)[] = []
  for (const effect of all.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))) {
    const { scope = '' } = effect
    const count = measured(effect)
    const rule = rules.find(({ kind, is_on }) => is_on && kind === effect.kind)
    if (!rule) continue
    const { kind, threshold } = rule
    if (threshold === null) return kind
    const key = { userId, kind, scope }
    if ((await countRecent(tx, key)) + count > threshold) return kind
    counted.push(() => addCount(tx, key, count))
  }
  for (const add of counted) await add()
  return null
}
