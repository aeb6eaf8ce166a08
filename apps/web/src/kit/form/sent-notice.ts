import type { SentForApproval } from '../../net/sent-for-approval.ts'

type Report = (sent: SentForApproval) => void

let report: Report = () => {}

/** Registers a listener for changes that were sent for approval. */
export function setSentReport(next: Report): void {
  report = next
}

export const reportSent: Report = (sent) => report(sent)
