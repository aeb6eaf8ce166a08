import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { loadFile } from '../system/load-file.ts'
import { daysAgo, withCheckDigit } from './card-files.ts'
import { callApi } from './import-page.ts'

/** A demo card with pending purchases. */
export const CASE_CARD = '9990000000000011'

export type CaseRecord = { id: string; case_no: string; version: number; ticket_no: string }

type InquiryReply = {
  cards: { card_id: string }[]
  items: { transaction_id: string; status: string; tran_class: string | null; business_date: string }[]
}

/** `T-1A2B3C4D`: a ticket that no other case has. */
export const newTicket = () => `T-${randomUUID().slice(0, 8).toUpperCase()}`

/** A receipt number that no other purchase has. */
export const newReceipt = () => `R${randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()}`

export function inquire(page: Page, card_number = CASE_CARD): Promise<InquiryReply> {
  const date_to = new Date().toISOString().slice(0, 10)
  const date_from = new Date(Date.now() - 80 * 86_400_000).toISOString().slice(0, 10)
  const body = { mode: 'CARD', purpose: 'MEMBER_COMPLAINT', ticket_no: newTicket(), card_number }
  return callApi(page, '/smac_inquiry', { ...body, date_from, date_to })
}

/** A purchase that no load has brought. */
export const aTypedPurchase = (fields: object = {}) => ({
  business_date: '2026-10-20',
  branch_code: '0101',
  receipt_no: newReceipt(),
  amount: 300_000,
  points_expected: 1_500,
  ...fields,
})

/** Opens a case for a typed purchase. `page`: signed in, on any screen. */
export async function aCase(page: Page, fields: object = {}): Promise<CaseRecord> {
  const { cards } = await inquire(page)
  return callApi(page, '/cases', {
    kind: 'MISSING_TRANSACTION',
    card_id: cards[0]?.card_id,
    ticket_no: newTicket(),
    typed: [aTypedPurchase()],
    ...fields,
  })
}

type LatePurchase = ReturnType<typeof aLatePurchase>

/** Loads a new card with pending purchases that are late, the oldest first. */
export async function loadLateCard(purchases: number) {
  const digits = String(randomInt(1e11)).padStart(11, '0')
  // Cards of the demo start with 9990, 9991 and 9999, those of other tests with 9997.
  const number = withCheckDigit(`9992${digits}`)
  const card = {
    card_number: number,
    account_number: digits,
    tier: 'GOLD',
    status: 'ACTIVE',
    activated_on: daysAgo(900),
    expires_on: daysAgo(-400),
    points_balance: '600.00',
    member_name_masked: 'S••• T•• R•••',
  }
  await loadFile('cards', [card])
  const late = Array.from({ length: purchases }, (_, index) => aLatePurchase(number, index))
  await loadFile('transactions', late)
  return { number, lastFour: number.slice(-4), purchases: late }
}

/** Runs a load that reports the purchases as posted. */
export async function loadPosted(purchases: readonly LatePurchase[]): Promise<void> {
  const posted_at = new Date().toISOString()
  await loadFile(
    'transactions',
    purchases.map((purchase) => ({ ...purchase, status: 'POSTED', posted_at })),
  )
}

function aLatePurchase(card_number: string, index: number) {
  const id = 800_000_000_000 + randomInt(2 ** 32)
  const day = daysAgo(40 - index)
  return {
    transaction_id: id,
    card_number,
    business_date: day,
    transaction_at: `${day}T02:00:00Z`,
    posted_at: '',
    source_system: 'FUEL',
    source_tran_code: 'SALE',
    tran_code: '1000',
    tran_class: 'EARN',
    company_code: 'NLF',
    branch_code: '0101',
    receipt_no: `N${id}`,
    amount: `${1_000 + index}.50`,
    points: `${5 + index}.00`,
    status: 'PENDING',
  }
}
