import { accessOf, type Grants, HIGH_RISK, permanentOf, permissionsOf } from '@backoffice/contract/grants'
import type { Tx } from '../../db/client.ts'
import type { Proposal } from '../../kernel/approvals.ts'
import { type RecentSignInCall, requireRecentSignIn } from '../../kernel/recent-sign-in.ts'
import { grantsOfUsers } from './grants.store.ts'
import type { AccessDifference } from './impact-of.ts'

/** True if the user has a high-risk permission now, or has one when temporary access ends. */
function hasHighRisk(grants: Grants): boolean {
  const accesses = [accessOf(grants), ...(grants.temporary ? [accessOf(permanentOf(grants))] : [])]
  return accesses.some((access) => permissionsOf(access).some((permission) => HIGH_RISK.has(permission)))
}

/** Requires a recent sign-in if any of the users has high-risk access. Call it before they are deleted. */
export async function requireRecentFor(
  tx: Tx,
  call: RecentSignInCall,
  userIds: readonly string[],
): Promise<void> {
  if (call.isRecentlySignedIn) return
  const grants = await grantsOfUsers(tx, userIds)
  if ([...grants.values()].some(hasHighRisk)) requireRecentSignIn(call)
}

type Losses = {
  differences: ReadonlyMap<string, AccessDifference>
  /** Grants before the change. */
  changed: ReadonlyMap<string, Grants>
}

/** Requires a recent sign-in if a user gains high-risk access, or may take it, or has it and loses any access. */
export function requireRecentForAccess(
  call: RecentSignInCall,
  { effects }: Pick<Proposal, 'effects'>,
  losses?: Losses,
): void {
  const gains = effects.some(({ kind, count }) => kind === 'HIGH_RISK_GRANT' && count > 0)
  if (gains || (losses && takesFromHighRisk(losses))) requireRecentSignIn(call)
}

function takesFromHighRisk({ differences, changed }: Losses): boolean {
  const losers = [...differences].flatMap(([id, { lost }]) => (lost.length > 0 ? [id] : []))
  // Users with equal grants share the object.
  const held = new Set(losers.flatMap((id) => changed.get(id) ?? []))
  return [...held].some(hasHighRisk)
}
