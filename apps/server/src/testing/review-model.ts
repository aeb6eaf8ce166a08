import type { ReviewDecision, ReviewOutcome } from '@backoffice/contract/reviews'
import * as fc from 'fast-check'

/** The property test has two reviewers and two other users, all with the reviewed role. */
export const PEOPLE = ['viewer', 'agent', 'rosa', 'leo'] as const
export const REVIEWERS = ['viewer', 'agent'] as const
export type Person = (typeof PEOPLE)[number]
type Kind = 'role' | 'policy'

const person = fc.constantFrom(...PEOPLE)
const reviewer = fc.constantFrom(...REVIEWERS)
const kind = fc.constantFrom<Kind>('role', 'policy')
const decision = fc.constantFrom<ReviewDecision | null>('KEEP', 'REMOVE', 'REMOVE', null)

export const reviewStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      by: reviewer,
      about: person,
      kind,
      decision,
      isStale: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('hold' as const), about: person, kind, holds: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('finish' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deadline' as const) }) },
)
export type ReviewStep = typeof reviewStep extends fc.Arbitrary<infer Step> ? Step : never
type Deciding = Extract<ReviewStep, { do: 'decide' }>

/** No access, the role, or role and policy. The policy has no effect without the role. */
type Level = 0 | 1 | 2

type ModelItem = {
  decision: ReviewDecision | null
  by: Person | null
  /** Agrees with the removal. */
  second: Person | null
  /** Access of `by`; users with more exceed them. */
  level: Level
  needsSecond: boolean
  version: number
  outcome: ReviewOutcome | null
}
const NO_DECISION = { decision: null, by: null, second: null, level: 0, needsSecond: false } as const
const isUndecided = ({ decision, needsSecond, second }: ModelItem) =>
  decision === null || (needsSecond && second === null)

type Key = `${Person} ${Kind}`

/** Expected state of a review of a role and extra policies; the role allows reviewing. */
export class ReviewModel {
  readonly items = new Map<Key, ModelItem>()
  /** Assignments that users hold. */
  readonly held = new Set<Key>()
  isOpen = true
  readonly #removesUndecided: boolean

  constructor(removesUndecided: boolean) {
    this.#removesUndecided = removesUndecided
    for (const each of PEOPLE)
      for (const kind of ['role', 'policy'] as const) {
        this.items.set(`${each} ${kind}`, { ...NO_DECISION, version: 1, outcome: null })
        this.held.add(`${each} ${kind}`)
      }
  }

  item(about: Person, kind: Kind): ModelItem {
    const found = this.items.get(`${about} ${kind}`)
    if (!found) throw new Error('Every person has both items')
    return found
  }

  hold(about: Person, kind: Kind, holds: boolean): void {
    if (holds) this.held.add(`${about} ${kind}`)
    else this.held.delete(`${about} ${kind}`)
  }

  canDecide = (who: Person) => this.held.has(`${who} role`)

  /** Expected status of the call. */
  decide({ by, about, kind, decision, isStale }: Deciding): number {
    const item = this.item(about, kind)
    if (!this.canDecide(by)) return 403
    if (!this.isOpen || by === about || isStale) return 409
    if (decision === null && item.decision === null) return 200
    const isOthers = item.decision !== null && item.by !== by
    if (decision === 'KEEP' && item.decision === 'KEEP' && isOthers) return 200
    const [isRemoval, isAgreed] = [item.decision === 'REMOVE', item.second !== null]
    if (decision === 'REMOVE' && isRemoval && isOthers) item.second = by
    else if (decision === null && item.second === by) item.second = null
    else if (decision === null && isAgreed) {
      const level = item.second ? this.levelOf(item.second) : 0
      const needsSecond = this.levelOf(about) > level
      Object.assign(item, { by: item.second, second: null, level, needsSecond })
    }
    // Overturns another decision without a reason, which these steps give for removals only.
    else if (decision !== 'REMOVE' && (isOthers || isAgreed)) return 422
    else {
      const level = this.levelOf(by)
      const needsSecond = decision === 'REMOVE' && this.levelOf(about) > level
      const second = decision === 'REMOVE' && isRemoval ? item.second : null
      Object.assign(item, { decision, by: decision && by, second, level, needsSecond })
    }
    item.version++
    return 200
  }

  levelOf(who: Person): Level {
    if (!this.held.has(`${who} role`)) return 0
    return this.held.has(`${who} policy`) ? 2 : 1
  }

  finish(): number {
    const hasUndecided = [...this.items.values()].some(isUndecided)
    if (!this.isOpen || hasUndecided) return 409
    this.isOpen = false
    return 200
  }

  /** Removes what is to be removed, policies first, once the review has ended. */
  apply(): void {
    for (const kind of ['policy', 'role'] as const)
      for (const about of PEOPLE) {
        const item = this.item(about, kind)
        const isRemoved = isUndecided(item) ? this.#removesUndecided : item.decision === 'REMOVE'
        // The administrator who started the review is exceeded by no one.
        const isOne = !isUndecided(item) && item.second === null
        if (!isRemoved) item.outcome = 'KEPT'
        else if (isOne && this.levelOf(about) > item.level) item.outcome = 'NOT_POSSIBLE'
        else item.outcome = this.held.delete(`${about} ${kind}`) ? 'REMOVED' : 'GONE'
      }
  }
}
