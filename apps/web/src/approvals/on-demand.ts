import { setSentReport } from '../kit/sent-notice.ts'
import { toastDone } from '../kit/toast.ts'
import { type Interruption, setInterruption } from '../net/interruptions.ts'

/** The dialog with its form is rarely needed. */
const askForReason: Interruption = async (...refused) =>
  (await import('./reason-dialog.tsx')).askForReason(...refused)

/** Writes that need approval ask for a reason first, and then show that they were sent. `open`: opens a path. */
export function requestApprovalOnDemand(open: (path: string) => void): void {
  setInterruption('approval_reason_required', askForReason)
  setSentReport(({ approval: { id } }) => {
    import('./report-sent.ts').then(
      ({ reportSent }) => reportSent(id, open),
      // Without the code: a build may have replaced it.
      () => toastDone('Sent for approval'),
    )
  })
}
