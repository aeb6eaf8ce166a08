import { elementAt } from '@backoffice/contract/objects'
import { cardNumber, type DemoCards } from './demo-cards.ts'
import { dayText, weekday } from './tables/calendar-days.ts'
import type { Random } from './tables/seeded-random.ts'
import { type Company, createTerminals, pickTerminal, type Terminal } from './tables/terminal-ids.ts'

const CENTAVOS_PER_POINT = 200
/** Tender numbers and their payment methods; the last is new and not mapped. */
const TENDERS = [
  { tender: '01', method: 'CSH', share: 0.46 },
  { tender: '02', method: 'CRD', share: 0.22 },
  { tender: '03', method: 'DBT', share: 0.12 },
  { tender: '07', method: 'EWL', share: 0.165 },
  { tender: '09', method: 'GCT', share: 0.03 },
  { tender: null, method: null, share: 0.005 },
] as const
/** Recent tender numbers of the sources, still unmapped, and the days since they started. */
const NEW_TENDERS = { FUEL: '88', POS: '90', ONLINE: '61', KIOSK: '71' } as const
const NEW_TENDER_DAYS = 40
const NEW_TRAN_CODES = [
  { company: 'BYH', kind: 'EARN', code: 'ORDERX', days: 9, each: 3 },
  { company: 'KSN', kind: 'EARN', code: 'DELIVER', days: 5, each: 9 },
  { company: 'SRV', kind: 'ADJUSTMENT', code: 'ADJ2', days: 12, each: 1 },
] as const
const REJECTIONS = ['Outside the earning window', 'Card not active', 'Duplicate receipt'] as const
/** Weights of weekdays, from Sunday. */
const DAY_WEIGHTS = [1.25, 0.85, 0.85, 0.9, 0.95, 1.15, 1.3] as const

/** Distributes `total` over the days, weighted by weekday. */
export function distributeByWeekday(total: number, firstDay: number, days: number): number[] {
  const weights = Array.from({ length: days }, (_, i) => elementAt(DAY_WEIGHTS, weekday(firstDay + i)))
  const sum = weights.reduce((a, b) => a + b, 0)
  let distributed = 0
  let weightSoFar = 0
  return weights.map((weight) => {
    weightSoFar += weight
    const upToHere = Math.round((total * weightSoFar) / sum)
    const today = upToHere - distributed
    distributed = upToHere
    return today
  })
}

/** Generates one transaction of a random card at a time and updates its balance. */
export class TransactionGenerator {
  readonly #cards: DemoCards
  readonly #random: Random
  readonly #asOf: number
  readonly #terminals: Map<Company, Terminal[]>

  constructor(cards: DemoCards, random: Random, asOf: number, seed: number) {
    this.#cards = cards
    this.#random = random
    this.#asOf = asOf
    this.#terminals = createTerminals(seed)
  }

  generate(day: number, activated: number): Transaction {
    const random = this.#random
    const index = this.#cardUsedOn(day, activated)
    const terminal = this.#terminalOn(day, pickTerminal(this.#terminals, random))
    const { company } = terminal
    const roll = random.next()
    const kind = roll < 0.8 ? 'EARN' : roll < 0.95 ? 'REDEEM' : roll < 0.985 ? 'REVERSAL' : 'ADJUSTMENT'
    const tender = this.#tender(day, company)
    // The fourth power makes few tickets large.
    const pesos = Math.round(company.ticket * (0.15 + random.next() + 4 * random.next() ** 4) * 4) / 4
    const amount = kind === 'ADJUSTMENT' ? 0 : Math.round(pesos * 100) * (kind === 'REVERSAL' ? -1 : 1)
    const status = this.#status(day, kind)
    const points = this.#points(kind, amount, elementAt(this.#cards.balance, index))
    if (status === 'POSTED') this.#cards.balance[index] = elementAt(this.#cards.balance, index) + points
    const second = 28_800 + Math.floor((random.next() + random.next()) * 25_000)
    const isNew = NEW_TRAN_CODES.find(
      (each) =>
        each.company === company.code &&
        each.kind === kind &&
        day > this.#asOf - each.days &&
        second % each.each === 0,
    )
    return {
      card: cardNumber(index),
      day,
      second,
      postedDay: status === 'POSTED' ? Math.min(day + 1 + random.below(3), this.#asOf) : null,
      source: company.source,
      sourceTranCode: isNew?.code ?? SOURCE_CODES[kind],
      sourceTender: kind === 'ADJUSTMENT' ? null : tender.tender,
      sourceTerminal: terminal.id,
      tranCode: isNew ? null : TRAN_CODES[kind],
      tranClass: isNew ? null : kind,
      company: company.code,
      branch: terminal.isMapped ? terminal.branch : null,
      terminal: terminal.isMapped ? terminal.id : null,
      paymentMethod: kind === 'REDEEM' ? 'PTS' : kind === 'ADJUSTMENT' ? null : tender.method,
      receiptPrefix: company.receipt,
      approval:
        tender.method === 'CRD' || tender.method === 'EWL' ? String(100_000 + random.below(900_000)) : null,
      amount,
      points,
      balanceAfter: status === 'POSTED' ? elementAt(this.#cards.balance, index) : null,
      status,
      rejectReason: status === 'REJECTED' ? random.pick(REJECTIONS) : null,
    }
  }

  /** A card activated by that day, favouring recently activated ones. */
  #cardUsedOn(day: number, activated: number): number {
    for (let tries = 0; tries < 50; tries++) {
      const index = Math.floor(this.#random.next() ** 0.8 * activated)
      if (elementAt(this.#cards.lastUse, index) >= day) return index
    }
    return 0
  }

  #tender(day: number, { source }: Company): { tender: string; method: string | null } {
    let left = this.#random.next()
    for (const { tender, method, share } of TENDERS) {
      left -= share
      if (left >= 0) continue
      if (tender !== null) return { tender, method }
      if (day > this.#asOf - NEW_TENDER_DAYS) return { tender: NEW_TENDERS[source], method }
    }
    return TENDERS[0]
  }

  /** An unmapped terminal is new; the first terminal of its branch replaces it on earlier days. */
  #terminalOn(day: number, terminal: Terminal): Terminal {
    const daysAgo = 2 + (Number(terminal.id) % 28)
    if (terminal.isMapped || day > this.#asOf - daysAgo) return terminal
    const others = this.#terminals.get(terminal.company) ?? []
    return others.find(({ branch, isMapped }) => branch === terminal.branch && isMapped) ?? terminal
  }

  /** Points post within 15 working days; a few stay pending. */
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

export type Transaction = {
  card: string
  day: number
  /** Seconds since midnight in Manila. */
  second: number
  postedDay: number | null
  source: string
  sourceTranCode: string
  sourceTender: string | null
  sourceTerminal: string | null
  tranCode: string | null
  tranClass: string | null
  company: string | null
  branch: string | null
  terminal: string | null
  paymentMethod: string | null
  receiptPrefix: string
  approval: string | null
  /** Centavos. */
  amount: number
  /** Hundredths. */
  points: number
  balanceAfter: number | null
  status: string
  rejectReason: string | null
}

export const TRANSACTION_COLUMNS = `transaction_id, card_number, business_date, transaction_at, posted_at,
  source_system, source_tran_code, source_tender_id, source_terminal_id, tran_code, tran_class, company_code,
  branch_code, terminal_id, payment_method_code, receipt_no, rrn, approval_code, amount, points, balance_after,
  status, reject_reason`

const two = (n: number) => (n < 10 ? `0${n}` : String(n))

function clock(second: number): string {
  return `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}+08`
}

/** Line for COPY. */
export function transactionLine(id: number, t: Transaction): string {
  const or = (value: string | number | null) => value ?? '\\N'
  const day = dayText(t.day)
  const at = `${day} ${clock(t.second)}`
  // A retrieval reference number has the last digit of the year, the day of the year, the hour and a counter.
  const dayOfYear = t.day - Math.floor(Date.parse(`${day.slice(0, 4)}-01-01`) / 86_400_000) + 1
  const rrn = `${day[3]}${String(dayOfYear).padStart(3, '0')}${two(Math.floor(t.second / 3600))}${String(id % 1_000_000).padStart(6, '0')}`
  const posted = t.postedDay === null ? '\\N' : `${dayText(t.postedDay)} 04:30:00+08`
  return `${id}\t${t.card}\t${day}\t${at}\t${posted}\t${t.source}\t${t.sourceTranCode}\t${or(t.sourceTender)}\t${or(t.sourceTerminal)}\t${or(t.tranCode)}\t${or(t.tranClass)}\t${or(t.company)}\t${or(t.branch)}\t${or(t.terminal)}\t${or(t.paymentMethod)}\t${t.receiptPrefix}${String(id).padStart(9, '0')}\t${rrn}\t${or(t.approval)}\t${t.amount}\t${t.points}\t${or(t.balanceAfter)}\t${t.status}\t${or(t.rejectReason)}\n`
}
