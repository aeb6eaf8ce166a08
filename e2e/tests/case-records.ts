import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
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
