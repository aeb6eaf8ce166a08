import type { Access } from '@backoffice/contract/access'
import type { ApprovalKind, RequestedAccess } from '@backoffice/contract/approvals'
import type { Impact } from '@backoffice/contract/explain'
import type { TableName } from '@backoffice/contract/tables/headers'

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

/** Number that a rule compares with its threshold. */
export const measured = ({ count, entailed = 0 }: Effect) => count + entailed

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

declare module '../../../kernel/approvals.ts' {
  /** Effects of a write to an endpoint with approval. Without effects the write needs no approval. */
  interface Proposal {
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
}
