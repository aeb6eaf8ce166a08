import type { InquiryResult, Transaction } from '@backoffice/contract/inquiries'
import * as samples from '@backoffice/contract/testing/inquiry-samples'

const posted = (change: Partial<Transaction>) =>
  samples.aTransaction({ card: '•••• 0029', status: 'POSTED', posting_age: null, ...change })

const [card] = samples.aResult().cards

/** Result of a card with three transactions, the oldest pending for longer than allowed. */
export const aResult = (change: Partial<InquiryResult> = {}): InquiryResult =>
  samples.aResult({
    purpose: 'FRAUD_REVIEW',
    ticket_no: 'OPS-29',
    criteria: {
      subject: '•••• 0029',
      card_id: '00000000-0000-4000-8000-000000000003',
      date_from: '2026-09-21',
      date_to: '2026-11-20',
    },
    cards: card ? [{ ...card, card: '999000 •••••• 0029', activated_on: '2024-01-31' }] : [],
    totals: {
      rows: 3,
      amount: 510_000,
      earned: 3_600,
      redeemed: 0,
      pending: 1,
      pending_points: 1_800,
      oldest_pending_working_days: 17,
    },
    items: [
      posted({ business_date: '2026-11-17', transaction_at: '2026-11-17T11:31:00Z', amount: 120_000 }),
      posted({ transaction_id: '2', business_date: '2026-11-10', amount: 300_000 }),
      posted({ transaction_id: '3', amount: 90_000, status: 'PENDING', posting_age: 17 }),
    ],
    ...change,
  })
