import { type CardBook, cardNumber } from './card-book.ts'
import { weekday } from './days.ts'
import { type Company, makeTerminals, pickTerminal, type Terminal } from './places.ts'
import type { Random } from './random.ts'
import type { Transaction } from './transaction-line.ts'

const CENTAVOS_PER_POINT = 200
/** Tender as the tills number it, and what it is to us; the last one nobody has mapped yet. */
const TENDERS = [
  { tender: '01', method: 'CSH', share: 0.46 },
  { tender: '02', method: 'CRD', share: 0.22 },
  { tender: '03', method: 'DBT', share: 0.12 },
  { tender: '07', method: 'EWL', share: 0.165 },
  { tender: '09', method: 'GCT', share: 0.03 },
  { tender: '41', method: null, share: 0.005 },
] as const
const REJECTIONS = ['Outside the earning window', 'Card not active', 'Duplicate receipt'] as const
/** Friday to Sunday are busy. */
const DAY_WEIGHTS = [1.25, 0.85, 0.85, 0.9, 0.95, 1.15, 1.3] as const

/** How many of `total` fall on each day, by weekday. */
export function spread(total: number, firstDay: number, days: number): number[] {
  const weights = Array.from({ length: days }, (_, i) => DAY_WEIGHTS[weekday(firstDay + i)] as number)
  const sum = weights.reduce((a, b) => a + b, 0)
  let given = 0
  let reached = 0
  return weights.map((weight) => {
    reached += weight
    const upToHere = Math.round((total * reached) / sum)
    const today = upToHere - given
    given = upToHere
    return today
  })
}

/** Makes one transaction of a random card at a time, and keeps the balances of the book. */
export class TransactionMaker {
  readonly #book: CardBook
  readonly #random: Random
  readonly #asOf: number
  readonly #terminals: Map<Company, Terminal[]>

  constructor(book: CardBook, random: Random, asOf: number, seed: number) {
    this.#book = book
    this.#random = random
    this.#asOf = asOf
    this.#terminals = makeTerminals(seed)
  }

  make(day: number, known: number): Transaction {
    const random = this.#random
    const index = this.#cardUsedOn(day, known)
    const terminal = pickTerminal(this.#terminals, random)
    const { company } = terminal
    const roll = random.next()
    const kind = roll < 0.8 ? 'EARN' : roll < 0.95 ? 'REDEEM' : roll < 0.985 ? 'REVERSAL' : 'ADJUSTMENT'
    const tender = this.#tender()
    // A few tickets are large: the square of the square.
    const pesos = Math.round(company.ticket * (0.15 + random.next() + 4 * random.next() ** 4) * 4) / 4
    const amount = kind === 'ADJUSTMENT' ? 0 : Math.round(pesos * 100) * (kind === 'REVERSAL' ? -1 : 1)
    const status = this.#status(day, kind)
    const points = this.#points(kind, amount, this.#book.balance[index] as number)
    if (status === 'POSTED') this.#book.balance[index] = (this.#book.balance[index] as number) + points
    return {
      card: cardNumber(index),
      day,
      second: 28_800 + Math.floor((random.next() + random.next()) * 25_000),
      postedDay: status === 'POSTED' ? Math.min(day + 1 + random.below(3), this.#asOf) : null,
      source: company.source,
      sourceTranCode: SOURCE_CODES[kind],
      sourceTender: kind === 'ADJUSTMENT' ? null : tender.tender,
      sourceTerminal: terminal.id,
      tranCode: TRAN_CODES[kind],
      tranClass: kind,
      company: company.code,
      branch: terminal.isMapped ? terminal.branch : null,
      terminal: terminal.isMapped ? terminal.id : null,
      paymentMethod: kind === 'REDEEM' ? 'PTS' : kind === 'ADJUSTMENT' ? null : tender.method,
      receiptPrefix: company.receipt,
      approval:
        tender.method === 'CRD' || tender.method === 'EWL' ? String(100_000 + random.below(900_000)) : null,
      amount,
      points,
      balanceAfter: status === 'POSTED' ? (this.#book.balance[index] as number) : null,
      status,
      rejectReason: status === 'REJECTED' ? random.pick(REJECTIONS) : null,
    }
  }

  /** One of the cards known by that day, the recently activated ones somewhat more often. */
  #cardUsedOn(day: number, known: number): number {
    for (let tries = 0; tries < 50; tries++) {
      const index = Math.floor(this.#random.next() ** 0.8 * known)
      if ((this.#book.lastUse[index] as number) >= day) return index
    }
    return 0
  }

  #tender() {
    let left = this.#random.next()
    for (const tender of TENDERS) {
      left -= tender.share
      if (left < 0) return tender
    }
    return TENDERS[0]
  }

  /** Points are credited within 15 working days; a few are forgotten. */
  #status(day: number, kind: string): string {
    const age = this.#asOf - day
    const roll = this.#random.next()
    if (roll < 0.006) return 'REJECTED'
    if (kind !== 'EARN') return 'POSTED'
    if (roll < 0.02) return 'REVERSED'
    if (age <= 21 && roll < 0.02 + 0.6 * (1 - age / 22)) return 'PENDING'
    return age <= 60 && roll > 0.9985 ? 'PENDING' : 'POSTED'
  }

  #points(kind: string, amount: number, balance: number): number {
    if (kind === 'REDEEM') return -Math.min(Math.max(0, Math.floor(balance / 200) * 100), amount)
    if (kind === 'ADJUSTMENT') return (this.#random.below(20) - 5) * 100
    return Math.trunc(amount / CENTAVOS_PER_POINT)
  }
}

const TRAN_CODES = { EARN: '1000', REDEEM: '2000', REVERSAL: '1900', ADJUSTMENT: '3000' } as const
const SOURCE_CODES = { EARN: 'SALE', REDEEM: 'RDM', REVERSAL: 'VOID', ADJUSTMENT: 'ADJ' } as const
