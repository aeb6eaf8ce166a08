import type { ReviewDecision, ReviewOutcome } from '@backoffice/contract/reviews'
import * as fc from 'fast-check'

/** Users of the property test: two reviewers and two others, all with the reviewed role. */
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

type ModelItem = { decision: ReviewDecision | null; version: number; outcome: ReviewOutcome | null }
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
        this.items.set(`${each} ${kind}`, { decision: null, version: 1, outcome: null })
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
    item.decision = decision
    item.version++
    return 200
  }

  finish(): number {
    const hasUndecided = [...this.items.values()].some(({ decision }) => decision === null)
    if (!this.isOpen || hasUndecided) return 409
    this.isOpen = false
    return 200
  }

  /** Removes what is to be removed, once the review has ended. */
  apply(): void {
    for (const [key, item] of this.items) {
      const isRemoved = item.decision === 'REMOVE' || (item.decision === null && this.#removesUndecided)
      if (!isRemoved) item.outcome = 'KEPT'
      else item.outcome = this.held.delete(key) ? 'REMOVED' : 'GONE'
    }
  }
}
