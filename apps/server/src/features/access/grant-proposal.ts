import type { Impact } from '@backoffice/contract/explain'
import { type Grants, HIGH_RISK } from '@backoffice/contract/grants'
import type { Proposal } from '../../kernel/approvals.ts'
import { type MoreOffered, NO_OFFERS } from './break-glass-offers.store.ts'
import type { AccessDifference } from './impact-of.ts'

const HIGH_RISK_NAMES: ReadonlySet<string> = HIGH_RISK

type AccessImpact = { impact: Impact; differences: ReadonlyMap<string, AccessDifference> }

const DECIDING = ['approval:decide', 'approval:manage']

/**
 * Proposal of a change of access: it may need approval if a user gains a high-risk permission, or may take one. `idOf`:
 * id of a user of the impact.
 */
export function grantProposal(
  what: string,
  records: readonly string[],
  { impact, differences }: AccessImpact,
  { basis, userIds, offers }: MoreOffered = NO_OFFERS,
  idOf: (key: string) => string = (key) => key,
): Proposal {
  const gains = [...differences.values()].map(({ gained }) => gained)
  const gaining = gains.filter((names) => names.some((name) => HIGH_RISK_NAMES.has(name))).length
  const count = gaining + (basis.length > 0 ? 1 : 0)
  const addsDeciders = gains.flat().some((name) => DECIDING.includes(name))
  const users = [...differences.keys()].map((key) => ({ key, id: idOf(key) }))
  return {
    what,
    records,
    ...{ users, offers, affected: new Set([...users.map(({ id }) => id), ...userIds]).size },
    effects: [{ kind: 'HIGH_RISK_GRANT', count, ...(addsDeciders && { addsDeciders }) }],
    impact,
    subjects: [...new Set([...differences.keys(), ...userIds])],
    ...(basis.length > 0 && { basis }),
  }
}

/** Proposal of a change that grants nothing. */
export const emptyProposal = (what: string, records: readonly string[]): Proposal => ({
  what,
  records,
  effects: [],
})

/** Grants of a user who may do nothing. */
export const NO_GRANTS: Grants = {
  role: { id: '00000000-0000-0000-0000-000000000000', name: '', modules: [], policies: [] },
  extra_policies: [],
}
