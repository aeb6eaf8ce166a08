import { CASE_RESOLUTION_LABELS, CASE_STATUS_LABELS, type CaseResolution } from './case-values.ts'
import type { ImportLayout } from './import-layouts.ts'
import { isKeyOf } from './objects.ts'

/** Results of the posting team. */
export const CASE_REPLY_RESULTS = {
  ...CASE_RESOLUTION_LABELS,
  REJECTED: 'Rejected',
} as const satisfies Record<CaseResolution | 'REJECTED', string>
export type CaseReplyResult = keyof typeof CASE_REPLY_RESULTS

/** The resolution of a result; null for a rejection. */
export function resolutionOf(result: CaseReplyResult): CaseResolution | null {
  return isKeyOf(CASE_RESOLUTION_LABELS, result) ? result : null
}

/** Results that state that points were posted, and when. */
export const POSTED_RESULTS: ReadonlySet<CaseReplyResult> = new Set(['POSTED', 'CORRECTED'])

const posted_on = { label: 'Posted on', type: 'date' } as const
const remark = { label: 'Remark', type: 'text', isFreeText: true } as const

/** The posting team’s reply to sent cases. */
export const CASE_REPLIES = {
  name: 'case_replies',
  category: 'CASES',
  title: 'Cases',
  noun: 'case',
  fields: {
    case_no: { label: 'Case number', type: 'code', rules: 'required', max: 11 },
    result: {
      label: 'Result',
      type: 'choice',
      options: CASE_REPLY_RESULTS,
      rules: 'select_required',
      max: 9,
    },
    posted_on: { ...posted_on, rules: '', max: 10, optional: true },
    remark: { ...remark, rules: '', max: 200, optional: true },
  },
  required: ['case_no', 'result'],
  changed: {
    status: { label: 'Status', type: 'choice', options: CASE_STATUS_LABELS },
    resolution: { label: 'Resolution', type: 'choice', options: CASE_RESOLUTION_LABELS },
    posted_on,
    remark,
  },
} as const satisfies ImportLayout
