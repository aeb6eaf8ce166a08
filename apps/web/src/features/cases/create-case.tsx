import { useState } from 'react'
import { listLink } from '../../kit/record/record-links.ts'
import { RecordPane } from '../../kit/record/record-pane.tsx'
import { LookUpForm } from './look-up-form.tsx'
import { NewCaseForm } from './new-case-form.tsx'
import { CASES } from './start/case-queries.ts'
import { type CaseStart, takeCaseStart } from './start/case-start.ts'

const back = listLink(CASES)

/** Opens a case for a card: of an inquiry, or looked up here. */
export function CreateCase() {
  const [start, setStart] = useState<CaseStart | undefined>(takeCaseStart)
  // Kept for the look-up of another card.
  const [ticket, setTicket] = useState('')
  return (
    <RecordPane heading="Open case" title="Open case" back={back}>
      {start ? (
        <NewCaseForm
          start={start}
          onOtherCard={(ticketNo) => {
            setTicket(ticketNo)
            setStart(undefined)
          }}
        />
      ) : (
        <LookUpForm ticketNo={ticket} onFound={setStart} />
      )}
    </RecordPane>
  )
}
