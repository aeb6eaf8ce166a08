import { useState } from 'react'
import { errorMessage } from '../../net/api-error.ts'
import { Confirm } from '../confirm.tsx'

type Props = {
  label: string
  /** What the rows are, in the plural. */
  rows: string
  /** How many, as it is read. */
  many: string
  run: () => Promise<void>
  onDone: () => void
  onClose: () => void
}

/** Asks before an action on all rows that match, with their number. */
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
      message="All that match the search and the filters are meant, also those on other pages. It runs in the background, and its file says what became of each row."
      yes={`${label} ${many}`}
      no="Keep them as they are"
      busy={isBusy}
      problem={problem}
      onYes={() => void start()}
      onNo={onClose}
    />
  )
}
