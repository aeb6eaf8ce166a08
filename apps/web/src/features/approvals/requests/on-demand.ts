import { toastDone } from '../../../kit/feedback/toast.ts'
import { setSentReport } from '../../../kit/form/use-write.ts'
import { type Interruption, setInterruption } from '../../../net/interruptions.ts'

/** The dialog with its form is rarely needed. */
const obtain: Interruption = async (...refused) =>
  (await import('./reason-dialog.tsx')).askForReason(...refused)

/** Writes that need approval ask for a reason first, and then show that they were sent. `open` opens a path. */
export function requestApprovalOnDemand(open: (path: string) => void): void {
  setInterruption('approval_reason_required', obtain)
  setSentReport(({ approval: { id } }) => {
    import('./show-sent.ts').then(
      ({ showSent }) => showSent(id, open),
      // The code may be gone, because a new build has replaced it.
      () => toastDone('Approval requested'),
    )
  })
}
