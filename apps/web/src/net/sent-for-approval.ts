import type { ApprovalKind } from '@backoffice/contract/approvals'

/** A write that the server has stored until another user approves it. Callers must not treat it as a failure. */
export class SentForApproval extends Error {
  readonly approval: { readonly id: string; readonly kind: ApprovalKind }

  constructor(approval: SentForApproval['approval']) {
    super('Sent for approval.')
    this.name = 'SentForApproval'
    this.approval = approval
  }
}

/** The error of a reply with status 202 if it stands for a stored write; undefined for other replies. */
export function sentForApproval(status: number, resource: unknown): SentForApproval | undefined {
  if (status !== 202 || typeof resource !== 'object' || resource === null) return undefined
  // The contract declares this reply of every endpoint with approval.
  const { approval } = resource as { approval?: SentForApproval['approval'] }
  return approval && new SentForApproval(approval)
}
