import { Link } from '@tanstack/react-router'
import { CASES } from '../../cases/case-queries.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { ApiError } from '../../net/api-error.ts'
import { Notice } from '../../ui/notice.tsx'

/** A purchase that another open case follows. `caseNo`: undefined if the user may not see that case. */
export type HeldPurchase = { message: string; caseNo: string | undefined }

/** Reads the refusal of a purchase that is already in a case; undefined for other errors. */
export function heldPurchase(error: unknown): HeldPurchase | undefined {
  if (!(error instanceof ApiError) || error.code !== 'purchase_in_case') return undefined
  // With a link only for those who may see the case.
  const [holder] = error.usedBy ?? []
  return { message: error.message, caseNo: holder?.link ? holder.label : undefined }
}

export function HeldNotice({ held: { message, caseNo } }: { held: HeldPurchase }) {
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
