import { toPlain } from '@backoffice/contract/card-number'
import type { TrackedFile } from '@backoffice/contract/files'
import { inquiryEndpoints } from '@backoffice/contract/inquiries'
import { checkCardNumber } from '@backoffice/contract/inquiry-criteria'
import type { Purpose } from '@backoffice/contract/purposes'
import { QueryObserver } from '@tanstack/react-query'
import { today } from '../../../kit/format/format-time.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { fileKeys, fileQuery } from '../../files/tracked/file-queries.ts'

export type PastedCard = {
  /** Line of the text, from 1. */
  line: number
  /** As typed. */
  text: string
  digits: string
  /** Undefined for a card that can be looked up. */
  problem: string | undefined
}

export type PastedCards = {
  cards: readonly PastedCard[]
  /** Numbers that are too short to be taken for a card, such as dates, amounts and tickets. */
  ignored: number
}

/** A number with fewer digits is a date, code or amount. */
const MIN_DIGITS = 9

/** Digits in groups; anything else between them ends a number. */
const NUMBERS = /\d+(?:[ .\-_/\u2010-\u2015\u2212]{1,3}\d+)*/g
/** A number in the form that spreadsheets give to long numbers. */
const DAMAGED = /\d(?:[.,]\d+)?E\+\d{1,2}/gi
const LINES = /\r\n|[\n\r\u2028\u2029]/

/**
 * Finds card numbers in pasted text: one per line, or with any separators and words between them. A number is 16 digits,
 * whole or as 4-4-4-4 with spaces or dashes.
 */
export function readCardNumbers(text: string): PastedCards {
  const cards: PastedCard[] = []
  const lineOf = new Map<string, number>()
  let ignored = 0
  for (const [at, typed] of text.split(LINES).entries())
    for (const found of numbersIn(typed)) {
      const line = at + 1
      if (found.isDamaged) {
        cards.push({
          ...found,
          line,
          problem: 'Damaged by a spreadsheet: format the column as text and copy it again',
        })
        continue
      }
      if (found.digits.length < MIN_DIGITS) {
        ignored += 1
        continue
      }
      const first = lineOf.get(found.digits)
      const problem = first === undefined ? checkCardNumber(found.digits) : `Same card as in line ${first}`
      if (problem === undefined) lineOf.set(found.digits, line)
      cards.push({ ...found, line, problem })
    }
  return { cards, ignored }
}

type FoundNumber = { text: string; digits: string; isDamaged: boolean }
type Group = { from: number; to: number; digits: string }

function numbersIn(typed: string): FoundNumber[] {
  const { plain, places } = toPlain(typed)
  const textOf = (from: number, to: number) =>
    typed.slice(places[from]?.from ?? from, places[to - 1]?.to ?? to)
  const damaged = Array.from(plain.matchAll(DAMAGED), ({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
    digits: '',
  }))
  const rest = plain.replace(DAMAGED, ({ length }) => 'E'.repeat(length))
  const numbers = Array.from(rest.matchAll(NUMBERS)).flatMap(({ 0: run, index }) =>
    cardsIn(
      Array.from(run.matchAll(/\d+/g), ({ 0: digits, index: at }) => ({
        from: index + at,
        to: index + at + digits.length,
        digits,
      })),
    ),
  )
  return [...damaged, ...numbers]
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to, digits }) => ({ text: textOf(from, to), digits, isDamaged: digits === '' }))
}

/** Splits groups of digits that stand next to each other into numbers. */
function cardsIn(groups: readonly Group[]): Group[] {
  if (joined(groups).digits.length === 16) return [joined(groups)]
  const numbers: Group[] = []
  let rest: Group[] = []
  const endRest = () => {
    if (rest.length > 0) numbers.push(joined(rest))
    rest = []
  }
  for (let at = 0; at < groups.length; ) {
    const length = cardLength(groups, at)
    if (length === 0) rest.push(...groups.slice(at, at + 1))
    else {
      endRest()
      numbers.push(joined(groups.slice(at, at + length)))
    }
    at += length || 1
  }
  endRest()
  return numbers
}

/** Number of groups that form a card from a place on: 16 digits, or four times four; otherwise 0. */
function cardLength(groups: readonly Group[], at: number): number {
  if (groups[at]?.digits.length === 16) return 1
  const four = groups.slice(at, at + 4)
  return four.length === 4 && four.every(({ digits }) => digits.length === 4) ? 4 : 0
}

function joined(groups: readonly Group[]): Group {
  return {
    from: groups[0]?.from ?? 0,
    to: groups.at(-1)?.to ?? 0,
    digits: groups.map(({ digits }) => digits).join(''),
  }
}

type SeveralRequest = {
  /** 16 digits each. */
  numbers: readonly string[]
  date_from: string
  date_to: string
  purpose: Purpose
  ticket_no: string
}

export type Step = 'upload' | 'check' | 'confirm'

/** An uploaded list, so that a retry does not upload it again. */
export type UploadedList = { csv: string; source_filekey: string }

type Options = {
  /** Sent with the confirmation. */
  idempotencyKey: string
  uploaded: UploadedList | undefined
  onUploaded: (list: UploadedList) => void
  onStep: (step: Step) => void
  /** Aborted when the user leaves the screen, so that nothing is confirmed. */
  signal: AbortSignal
}

/** Pushed changes arrive earlier. */
const POLL_MS = 2_000

/**
 * Writes the cards to a CSV, uploads it, waits for the dry run, and confirms it if no row is invalid. Returns the key of
 * the file, whose screen shows the result, or why it was not confirmed.
 */
export async function runSeveral(request: SeveralRequest, options: Options): Promise<string> {
  const { onStep, onUploaded, signal } = options
  const csv = csvOf(request)
  let key = options.uploaded?.csv === csv ? options.uploaded.source_filekey : undefined
  if (key === undefined) {
    onStep('upload')
    const { uploadAndWait } = await import('../../files/tracked/upload/upload-and-wait.ts')
    const file = new File([csv], `${request.numbers.length}-cards-${today()}.csv`, { type: 'text/csv' })
    key = await uploadAndWait(file, 'SMAC_INQUIRY', signal)
    onUploaded({ csv, source_filekey: key })
  }
  onStep('check')
  const file = await checkedFile(key, signal)
  if (!needsNoDecision(file)) return key
  onStep('confirm')
  const { purpose, ticket_no } = request
  await call(inquiryEndpoints.run, {
    body: { mode: 'FILE', source_filekey: key, purpose, ticket_no, partial: false },
    idempotencyKey: options.idempotencyKey,
  })
  await queryClient.invalidateQueries({ queryKey: fileKeys.detail(key) })
  return key
}

/** The columns of the template. */
function csvOf({ numbers, date_from, date_to }: SeveralRequest): string {
  const rows = numbers.map((number) => `${number},${date_from},${date_to}`)
  return `${['card_number,date_from,date_to', ...rows].join('\n')}\n`
}

/** True for a file without invalid rows that was not uploaded before, which needs a reason. */
const needsNoDecision = ({ state, counts, already_uploaded }: TrackedFile) =>
  state === 'AWAITING_CONFIRMATION' && counts.error === 0 && !already_uploaded

/** The file after its dry run. */
function checkedFile(source_filekey: string, signal: AbortSignal): Promise<TrackedFile> {
  return new Promise((resolve, reject) => {
    const observer = new QueryObserver(queryClient, {
      ...fileQuery(source_filekey),
      refetchInterval: POLL_MS,
    })
    const end = (settle: () => void) => {
      observer.destroy()
      signal.removeEventListener('abort', onAbort)
      settle()
    }
    const onAbort = () => end(() => reject(signal.reason))
    signal.addEventListener('abort', onAbort)
    observer.subscribe(({ data, error }) => {
      if (data && data.state !== 'UPLOADED' && data.state !== 'VALIDATING') end(() => resolve(data))
      else if (error && !data) end(() => reject(error))
    })
    if (signal.aborted) onAbort()
  })
}
