import type { ApprovalKind } from '@backoffice/contract/approvals'
import type { Endpoint } from '@backoffice/contract/endpoint'
import type { Tx } from '../db/client.ts'
import type { AuditEntry } from './audit.ts'
import type { Call, StoredContext } from './caller.ts'
import type { RecentSignInCall } from './recent-sign-in.ts'

/** A change for the rules of approval. The approvals feature declares the other members. */
export interface Proposal {
  /** The change in words, such as `Change role Inquiry agent`. */
  what: string
}

/** The outcome of a handler whose effects may need approval. */
export type Outcome = {
  resource: unknown
  proposal: Proposal
} & ({ audit: readonly [AuditEntry, ...AuditEntry[]] } | { unchanged: true })

/** Reply of a call that waits for approval. */
export type PendingReply = { approval: { id: string; kind: ApprovalKind; expires_at: string } }

export const isPendingReply = (resource: unknown): resource is PendingReply =>
  typeof resource === 'object' && resource !== null && 'approval' in resource

export type ApprovableChange = (tx: Tx) => Promise<Outcome>

/** Handler of an endpoint with approval. */
export type ApprovableHandler = (
  received: unknown,
  call: StoredContext & RecentSignInCall,
) => Promise<ApprovableChange>
export type Approvable = { endpoint: Endpoint; handler: ApprovableHandler }

/** `id`: the name of the endpoint, such as `users.update`. */
export type ApprovableCall = { id: string; endpoint: Endpoint; received: unknown; call: Call }

/**
 * Runs the change in its transaction. If a rule requires approval, undoes it and stores the call instead; then the result
 * is the reply for the caller.
 */
type RunOrStore = (tx: Tx, change: ApprovableChange) => Promise<Outcome | PendingReply>

/** Approvals, as the kernel uses them. */
export type ApprovalGate = {
  /** Adds an endpoint whose calls can be executed later, also one of an API that this process does not serve. */
  register: (id: string, approvable: Approvable) => void
  /** Reads the headers of a call for its deciders. Throws 422. */
  prepare: (call: ApprovableCall) => RunOrStore
}

/** A gate without rules. */
export const NO_APPROVALS: ApprovalGate = {
  register: () => {},
  prepare: () => (tx, change) => change(tx),
}
