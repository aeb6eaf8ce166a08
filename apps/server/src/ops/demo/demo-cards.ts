import { elementAt } from '@backoffice/contract/objects'
import { checkDigit } from '../../files/csv/cells.ts'
import { dayText } from './tables/calendar-days.ts'
import { createRandom } from './tables/seeded-random.ts'

export const STATUSES = ['ACTIVE', 'REGISTERED', 'LINKED', 'EXPIRED', 'BLOCKED', 'LOST', 'INACTIVE'] as const
const STATUS_SHARES = [0.86, 0.03, 0.04, 0.035, 0.015, 0.01, 0.01] as const
const TIERS = ['CLASSIC', 'SILVER', 'GOLD', 'PLATINUM'] as const
const TIER_SHARES = [0.7, 0.2, 0.08, 0.02] as const
/** Years of validity by tier. */
const TIER_YEARS = [2, 3, 3, 5] as const
const INITIALS = 'ABCDEFGIJLMNOPRSTV'
const HISTORY_DAYS = 1_100

/** Cards with documented properties for demonstrations and tests; generated numbers start with 9991. */
export const FIXED_CARDS = {
  pendingTooLong: '9990000000000011',
  blocked: '9990000000000029',
  expired: '9990000000001233',
  justPosted: '9999000000004568',
} as const

/** Multiplying by a prime modulo 10^11 permutes the indexes to unique, random-looking numbers. */
const PRIME = 2_147_483_647
const RANGE = 1e11

export function cardNumber(index: number): string {
  const front = `9991${String((index * PRIME + 40_507) % RANGE).padStart(11, '0')}`
  return `${front}${checkDigit(front)}`
}

/** Cards as typed arrays, because two million objects would not fit in memory. Sorted by activation. */
export class DemoCards {
  readonly count: number
  readonly activatedOn: Int32Array
  readonly expiresOn: Int32Array
  /** Last possible day of use; 0 if never used. */
  readonly lastUse: Int32Array
  readonly balance: Float64Array
  readonly #status: Uint8Array
  readonly #tier: Uint8Array

  constructor(count: number, asOf: number, seed: number) {
    const random = createRandom(seed)
    this.count = count
    this.activatedOn = new Int32Array(count)
    this.expiresOn = new Int32Array(count)
    this.lastUse = new Int32Array(count)
    this.balance = new Float64Array(count)
    this.#status = new Uint8Array(count)
    this.#tier = new Uint8Array(count)
    for (let i = 0; i < count; i++) {
      const tier = weightedIndex(TIER_SHARES, random.next())
      const status = weightedIndex(STATUS_SHARES, random.next())
      const activated = asOf - HISTORY_DAYS + Math.floor((i / count) * (HISTORY_DAYS - 1))
      const ended = activated + Math.floor(random.next() * (asOf - activated))
      const years = elementAt(TIER_YEARS, tier)
      const isExpired = STATUSES[status] === 'EXPIRED'
      this.#tier[i] = tier
      this.#status[i] = status
      this.activatedOn[i] = activated
      this.expiresOn[i] = isExpired ? ended : Math.max(activated + years * 365, asOf + 30)
      this.lastUse[i] = status <= 2 ? asOf : STATUSES[status] === 'INACTIVE' ? 0 : ended
    }
  }

  status(index: number): string {
    return elementAt(STATUSES, elementAt(this.#status, index))
  }

  /** Line for COPY. */
  line(index: number): string {
    const initial = (n: number) => INITIALS[(index * n + n) % INITIALS.length]
    const member = `${initial(7)}••• ${initial(11)}•• ${initial(13)}•••`
    const day = (column: Int32Array) => dayText(elementAt(column, index))
    return `${cardNumber(index)}\t${accountNumber(index)}\t${TIERS[elementAt(this.#tier, index)]}\t${this.status(index)}\t${day(this.activatedOn)}\t${day(this.expiresOn)}\t${this.balance[index]}\t${member}\n`
  }
}

function accountNumber(index: number): string {
  return String(4_000_000_000 + index)
}

function weightedIndex(shares: readonly number[], roll: number): number {
  let left = roll
  const index = shares.findIndex((share) => {
    left -= share
    return left < 0
  })
  return index === -1 ? 0 : index
}
