import { useState } from 'react'
import { errorMessage } from '../../net/api-error.ts'
import { Confirm } from '../confirm.tsx'

type Props = {
  label: string
  /** Plural of the rows: `tenders`. */
  rows: string
  /** The count as text. */
  many: string
  run: () => Promise<void>
  onDone: () => void
  onClose: () => void
}

/** Confirms an action on all matching rows, with their count. */
export function ConfirmAll({ label, rows, many, run, onDone, onClose }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function start() {
    setBusy(true)
    setProblem(undefined)
    try {
      await run()
      onDone()
      onClose()
    } catch (error) {
      setProblem(errorMessage(error))
      setBusy(false)
    }
  }

  return (
    <Confirm
      title={`${label} ${many} ${rows}?`}
      message="This includes rows on other pages. It runs in the background, and its file shows the result for each row."
      yes={`${label} ${many}`}
      busy={isBusy}
      problem={problem}
      onYes={() => void start()}
      onNo={onClose}
    />
  )
}
