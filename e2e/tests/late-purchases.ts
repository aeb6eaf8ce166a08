import { randomInt } from 'node:crypto'
import { loadFile } from '../system/load-file.ts'
import { daysAgo, withCheckDigit } from './card-files.ts'

export type LatePurchase = ReturnType<typeof aLatePurchase>

/** Loads a card of its own with pending purchases that are late, the oldest first. */
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

/** A load reports the purchases as posted. */
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
