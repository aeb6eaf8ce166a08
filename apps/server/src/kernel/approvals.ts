import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '@backoffice/contract/access'
import { APPROVAL_HEADERS } from '@backoffice/contract/approval-headers'
import {
  type ApprovalKind,
  MAX_REASON_CHARS,
  MAX_TICKET_CHARS,
  type RequestedAccess,
} from '@backoffice/contract/approvals'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { Endpoint } from '@backoffice/contract/endpoint'
import type { Impact } from '@backoffice/contract/explain'
import type { TableName } from '@backoffice/contract/tables/headers'
import type { Tx } from '../db/client.ts'
import type { AuditEntry } from './audit.ts'
import type { StoredContext } from './caller.ts'
import { HttpError } from './errors.ts'
import type { RecentSignInCall } from './recent-sign-in.ts'

/** A part of what a write does, as a rule measures it. */
export type Effect = {
  kind: ApprovalKind
  /** Number of users or rows. */
  count: number
  /**
   * Number of transactions that a job will write. Counts for the rule, but an approval does not depend on it, because
   * more can arrive until the decision.
   */
  entailed?: number
  /** Subject of the count over 24 hours, such as a table; default: nothing is counted over time. */
  scope?: string
  /** Needs approval while any rule is on: otherwise a user could decide by a second account. */
  addsDeciders?: boolean
}

/** Number of changed records that a request shows. */
export const MOST_SHOWN = 50

/** Rows that a call does not name, such as all that match. */
export type ProposedRows = {
  total: number
  /** Hash of their ids and versions: an approval applies to exactly these. */
  hash: string
  /** Names of the first rows, at most `MOST_SHOWN`. */
  names: readonly string[]
}

/** High-risk permissions of a role that users of another role may take at once because of the change. */
export type NewOffer = {
  readonly roleId: string
  readonly takerRoleId: string
  readonly permissions: readonly string[]
  readonly userIds: readonly string[]
}

/** Effects of a write to an endpoint with approval. Without effects the write needs no approval. */
export type Proposal = {
  /** The change in words, such as `Change role Inquiry agent`. */
  what: string
  /** Ids of the records that the call changes, or another key of a new one. One request waits per record and endpoint. */
  records: readonly string[]
  effects: readonly Effect[]
  rows?: ProposedRows
  /** The lookup table that the rows belong to: only users who may view it can approve. */
  table?: TableName
  /** Access that users gain and lose. */
  impact?: Impact
  /** Users who gain or lose access. `key`: id in the impact, which differs from the id of a new user. */
  users?: readonly { key: string; id: string }[]
  /** Break-glass access that the change offers to more users. */
  offers?: readonly NewOffer[]
  /** Number of users whom the change affects, takers included; default: the count of the effect. */
  affected?: number
  /** Temporary access that the user requests. */
  requestedAccess?: RequestedAccess
  /** Reason and ticket number of a call that has them in its body; default: those of the headers. */
  stated?: { reason: string; ticket_no: string | null }
  /** Needs no approval, by the state that the change starts from. */
  isExempt?: boolean
  /** True for the access of a user who could approve it; default: every decider. */
  canApprove?: (permanent: Access) => boolean
  /** Users who gain or lose access, or whose rows are written: they may not decide. */
  subjects?: readonly string[]
  /** Contents that an approval applies to, apart from the effects and the impact, such as the statements of a policy. */
  basis?: readonly string[]
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

/**
 * Reason and ticket number of a call, for the deciders. `isBlank`: the client sent an empty reason, so a call that needs
 * approval is refused (428) instead of stored, and the client sends it again with a reason.
 */
export type StatedReason = { reason: string | null; ticket_no: string | null; isBlank: boolean }

/** Reads the headers of a call. Throws 422. */
export function statedReason(headers: IncomingHttpHeaders): StatedReason {
  const reason = headerOf(headers, 'reason', MAX_REASON_CHARS)
  const ticket = headerOf(headers, 'ticket', MAX_TICKET_CHARS)
  return { reason: reason || null, ticket_no: ticket || null, isBlank: reason === '' }
}

function headerOf(headers: IncomingHttpHeaders, name: keyof typeof APPROVAL_HEADERS, most: number) {
  const text = decoded(headers[APPROVAL_HEADERS[name]])?.trim()
  if (text === undefined) return undefined
  // Characters, as the browser’s form and the database count them.
  if ([...text].length > most || !text.isWellFormed() || text.includes('\0')) {
    const detail = `${APPROVAL_HEADERS[name]} has at most ${most} characters, percent-encoded.`
    throw new HttpError('invalid', { detail })
  }
  return maskCardNumbers(text)
}

function decoded(value: string | string[] | undefined): string | undefined {
  if (value === undefined) return undefined
  try {
    return decodeURIComponent(String(value))
  } catch {
    throw new HttpError('invalid', { detail: 'Percent-encode the headers of an approval.' })
  }
}

export type ApprovableChange = (tx: Tx) => Promise<Outcome>

/** Handler of an endpoint with approval. */
export type ApprovableHandler = (
  received: unknown,
  call: StoredContext & RecentSignInCall,
) => Promise<ApprovableChange>
export type Approvable = { endpoint: Endpoint; handler: ApprovableHandler }

export type ApprovableCall = {
  /** Name of the endpoint, such as `users.update`. */
  id: string
  endpoint: Endpoint
  received: unknown
  call: StoredContext
  stated: StatedReason
}

/** Approvals, as the kernel uses them. */
export type ApprovalGate = {
  /** Adds an endpoint whose calls can be executed later, also one of an API that this process does not serve. */
  register: (id: string, approvable: Approvable) => void
  /**
   * Runs the change in its transaction. If a rule requires approval, undoes it and stores the call instead; then the
   * result is the reply for the caller.
   */
  runOrStore: (tx: Tx, call: ApprovableCall, change: ApprovableChange) => Promise<Outcome | PendingReply>
}

/** A gate without rules. */
export const NO_APPROVALS: ApprovalGate = {
  register: () => {},
  runOrStore: (tx, _call, change) => change(tx),
}
