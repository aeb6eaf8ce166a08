import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { FormError } from '../../kit/form/form-error.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { ApiError } from '../../net/api-error.ts'
import { Notice } from '../../ui/notice.tsx'
import { CASES } from './start/case-queries.ts'

/** A purchase that another open case follows. `caseNo`: undefined if the user may not see that case. */
type HeldPurchase = { message: string; caseNo: string | undefined }

/** Reads the refusal of a purchase that is already in a case; undefined for other errors. */
function heldPurchase(error: unknown): HeldPurchase | undefined {
  if (!(error instanceof ApiError) || error.code !== 'purchase_in_case') return undefined
  // With a link only for those who may see the case.
  const [holder] = error.usedBy ?? []
  return { message: error.message, caseNo: holder?.link ? holder.label : undefined }
}

/** Shows the refusal of a purchase that another case follows with a link to that case, instead of a form error. */
export function useHeldNotice(): {
  notice: ReactNode
  submit: <Result>(send: () => Promise<Result>) => Promise<Result>
} {
  const [held, setHeld] = useState<HeldPurchase>()
  return {
    notice: held && <HeldNotice held={held} />,
    submit: async (send) => {
      setHeld(undefined)
      try {
        return await send()
      } catch (error) {
        const found = heldPurchase(error)
        if (!found) throw error
        setHeld(found)
        throw new FormError('')
      }
    },
  }
}

function HeldNotice({ held: { message, caseNo } }: { held: HeldPurchase }) {
  return (
    <Notice
      tone="bad"
      live
      action={caseNo !== undefined && <Link {...recordLink(CASES, caseNo)}>Open {caseNo}</Link>}
    >
      {message}
    </Notice>
  )
}
