import type { CaseInReply, InquiryResult, Transaction } from '../inquiries.ts'
import { manilaMoment } from '../written-values.ts'
import type { ReplyTexts, StatedEnd } from './reply-texts.ts'

/** Maximum number of cases that a reply names. */
const MOST_CASES = 3

type LateItems = {
  late: readonly Transaction[]
  /** True if all late transactions of the inquiry are listed. */
  areAllListed: boolean
  nounsOf: (items: readonly Transaction[]) => { count: number; arePurchases: boolean }
}

/** Sentences about cases of the listed transactions, oldest case first. They state only what was done. */
export function caseSentences(cases: InquiryResult['cases'], listed: LateItems, texts: ReplyTexts): string[] {
  return cases
    .map((each) => caseSentence(each, listed, texts))
    .filter((sentence) => sentence !== undefined)
    .slice(0, MOST_CASES)
}

function caseSentence(of: CaseInReply, listed: LateItems, texts: ReplyTexts): string | undefined {
  return endSentence(of, texts) ?? sentSentence(of, listed, texts)
}

const dayOf = (at: string) => manilaMoment(at).day

/** States the end of a closed case, if the purchases match its resolution. */
function endSentence(of: CaseInReply, texts: ReplyTexts): string | undefined {
  const { case_no, status, resolution, resolved_at, purchases } = of
  if (resolved_at === null) return undefined
  const closed = (end: StatedEnd) => texts.caseClosed(end, dayOf(resolved_at), case_no)
  if (status === 'REJECTED') return closed('REJECTED')
  if (status !== 'RESOLVED' || resolution === null) return undefined
  if (resolution === 'NOT_OWED' || resolution === 'DUPLICATE') return closed(resolution)
  // The posting team may have replied before a load brings the posted points.
  const arePosted = purchases.length > 0 && purchases.every((each) => each.status === 'POSTED')
  if (!arePosted) return undefined
  return resolution === 'CORRECTED' ? closed('CORRECTED') : texts.casePosted(lastPosting(of), case_no)
}

/** Day on which the last purchase was posted; null if one of the days is unknown. */
function lastPosting({ purchases }: CaseInReply): string | null {
  const times = purchases.map(({ posted_at }) => posted_at)
  if (times.includes(null)) return null
  const last = times.filter((at) => at !== null).toSorted((a, b) => Date.parse(a) - Date.parse(b))
  return dayOf(last.at(-1) ?? '')
}

/** States that a case was sent to posting, for its late purchases if it has any. */
function sentSentence(
  { case_no, status, sent_at, purchases }: CaseInReply,
  { late, areAllListed, nounsOf }: LateItems,
  texts: ReplyTexts,
): string | undefined {
  if (sent_at === null || status === 'OPEN') return undefined
  const day = dayOf(sent_at)
  const ids = new Set(purchases.map(({ transaction_id }) => transaction_id))
  const sent = late.filter(({ transaction_id }) => ids.has(transaction_id))
  if (sent.length === 0) return texts.casePassedOn(day, case_no)
  return areAllListed && sent.length === late.length
    ? texts.latePassedOn(day, case_no)
    : texts.someLatePassedOn(nounsOf(sent), day, case_no)
}
