import { APPROVAL_EXPIRES_AFTER_HOURS, type ApprovalKind, RULE_KINDS } from '@backoffice/contract/approvals'
import { HIGH_RISK } from '@backoffice/contract/grants'
import { expect } from 'vitest'
import {
  type AccessCall,
  type AccessModel,
  canDecide,
  differences,
  namesIn,
  type State,
} from './access-model.ts'
import { predicted, type StoredRequest } from './approval-state.ts'
import type { ApprovalStep } from './approval-steps.ts'
import type { PerformedStep } from './perform-approval-step.ts'

type Requests = ReadonlyMap<string, StoredRequest>
/** Requests before and after a step, and statuses of users after it. */
type StoredRequests = { before: Requests; after: Requests; statusOf: (id: string) => string }
type RequestedCall = { call: AccessCall; by: string; expires: number; decidedAt: number | null }

/** Checks the reply of each step, and applies accepted calls to the model. */
export class ApprovalJournal {
  readonly #model: AccessModel
  readonly #takers: readonly string[]
  readonly #requests = new Map<string, RequestedCall>()

  constructor(model: AccessModel, takers: readonly string[]) {
    this.#model = model
    this.#takers = takers
  }

  follow(step: ApprovalStep['do'], performed: PerformedStep, stored: StoredRequests): void {
    const touched = performed && 'requests' in performed ? performed.requests : []
    const isRecorded = performed && 'hours' in performed && performed.isRecorded
    if (performed && 'hours' in performed) this.#model.hour += performed.hours
    for (const [id, { status, about }] of stored.before) {
      if (touched.includes(id)) continue
      const isPending = status === 'PENDING'
      const hasExpired = isRecorded && this.#hasExpired(id)
      const hasLeft = about !== null && this.#leaves(about, stored.statusOf(about))
      const ended = hasExpired ? 'EXPIRED' : hasLeft ? 'WITHDRAWN' : status
      expect(stored.after.get(id)?.status).toBe(isPending ? ended : status)
    }
    if (!performed || 'hours' in performed) return
    expect(performed.reply.status).toBeLessThan(500)
    if ('call' in performed) this.#followCall(performed, stored)
    else for (const id of touched) this.#followDecision(step, id, performed, stored)
  }

  /** True if the step disables or deletes the user, which ends requests about them. */
  #leaves(id: string, status: string): boolean {
    const before = this.#model.users.get(id)?.status ?? 'DELETED'
    return status !== before && (status === 'DISABLED' || status === 'DELETED')
  }

  #hasExpired(id: string) {
    return (this.#requests.get(id)?.expires ?? 0) <= this.#model.hour
  }

  #followCall(
    { by, call, reply: { status } }: PerformedCall,
    { before, after, statusOf }: StoredRequests,
  ): void {
    const isBreakGlass = call.do === 'break-glass' && status === 200
    const added = [...after.values()].filter(({ id }) => !before.has(id))
    expect(added).toHaveLength(status === 202 || isBreakGlass ? 1 : 0)
    const [request] = added
    const old = this.#model.state()
    if (request) {
      expect(isRequired(old, request.kind)).toBe(true)
      const expires = isBreakGlass
        ? Number.POSITIVE_INFINITY
        : this.#model.hour + APPROVAL_EXPIRES_AFTER_HOURS
      this.#requests.set(request.id, { call, by, expires, decidedAt: null })
    }
    if (isBreakGlass) this.#checkBreakGlass(by, before)
    if (status !== 200) return
    // Access for a time, and rules while one is on, always need a decision.
    expect(call.do === 'access' || (call.do === 'rule' && isAnyRuleOn(old) && isChanged(old, call))).toBe(
      false,
    )
    this.#model.apply(call, by, statusOf, request?.id)
    if (GRANTS.has(call.do)) expect(guardedGains(old, this.#model.state())).toEqual([])
  }

  /** Only for the named roles, and not again before its review, or within 24 hours of a rejection. */
  #checkBreakGlass(by: string, before: Requests): void {
    expect(this.#takers).toContain(this.#model.users.get(by)?.role_id)
    for (const { id, kind, status, requested_by } of before.values()) {
      if (kind !== 'BREAK_GLASS' || requested_by !== by) continue
      expect(['EXECUTED', 'REJECTED']).toContain(status)
      const decidedAt = this.#requests.get(id)?.decidedAt ?? 0
      if (status === 'REJECTED') expect(this.#model.hour - decidedAt).toBeGreaterThanOrEqual(24)
    }
  }

  /** An approval, a rejection or a withdrawal. */
  #followDecision(
    step: ApprovalStep['do'],
    id: string,
    { by, reply: { status }, requests }: PerformedDecision,
    { before, after, statusOf }: StoredRequests,
  ): void {
    const [request, held] = [before.get(id), this.#requests.get(id)]
    if (!request || !held) throw new Error('Each request was announced by a reply')
    const old = this.#model.state()
    const isOpen = request.status === 'PENDING' && !this.#hasExpired(id)
    const isOther = request.requested_by !== by && !request.subjects.includes(by)
    const isDecidable = isOpen && isOther && canDecide(old, by)
    const ended = after.get(id)?.status
    if (ended !== request.status) {
      const isWithdrawn = step === 'withdraw'
      expect(isWithdrawn ? isOpen && request.requested_by === by : isDecidable).toBe(true)
      held.decidedAt = this.#model.hour
    } else if (status === 200) {
      expect(requests.length).toBeGreaterThan(1)
      if (request.kind !== 'ACCESS') expect(isDecidable).toBe(false)
    }
    if (requests.length === 1) this.#checkReply(step, { request, isOpen, isDecidable, by, status })
    if (ended === request.status) return
    if (ended === 'REJECTED') this.#model.reject(id)
    if (ended !== 'EXECUTED' || request.kind === 'BREAK_GLASS') return
    this.#model.apply(held.call, held.by, statusOf)
    this.#checkImpact(request, old)
  }

  #checkReply(step: ApprovalStep['do'], { request, isOpen, isDecidable, by, status }: Decision): void {
    const { kind, requested_by } = request
    if (step === 'withdraw') {
      const isActive = this.#model.users.get(by)?.status === 'ACTIVE'
      const isOwn = requested_by === by && kind !== 'BREAK_GLASS'
      expect(status === 200).toBe(isOpen && isOwn && isActive)
    } else if (step === 'reject' || kind !== 'ACCESS') expect(status === 200).toBe(isDecidable)
    // Access for a time also takes the access of the decider.
    else if (!isDecidable) expect(status).not.toBe(200)
  }

  /** An approval changes exactly the access that its request has shown. */
  #checkImpact(request: StoredRequest, old: State): void {
    const { endpoint, kind, requested_by, subjects } = request
    const now = this.#model.state()
    const isStatus = endpoint === 'users.updateStatus'
    const shown = predicted(request)
    const [permanent, inForce] = [
      differences(old, now, 'permanent', isStatus),
      differences(old, now, 'inForce', isStatus),
    ]
    for (const id of [...permanent.keys(), ...inForce.keys()]) expect(subjects).toContain(id)
    const hadLoans = (id: string) => old.loans.some((loan) => loan.startsWith(id))
    const isAccess = kind === 'ACCESS'
    if (!(isAccess ? hadLoans(requested_by) : isStatus && subjects.some(hadLoans))) {
      expect(endpoint.startsWith('users.') ? permanent : inForce).toEqual(shown)
      return
    }
    // Access that returns later or is extended is shown too. A role that replaces a temporary one is compared with the
    // permanent role.
    for (const [id, { gained }] of inForce) {
      const known = new Set(shown.get(id)?.gained)
      const user = old.users.get(id)
      if (isAccess && user) for (const name of namesIn(user.permanent)) known.add(name)
      expect(gained.filter((name) => !known.has(name))).toEqual([])
    }
  }
}

type PerformedCall = Extract<PerformedStep, { call: AccessCall }>
type PerformedDecision = Extract<PerformedStep, { requests: readonly string[] }>
type Decision = {
  request: StoredRequest
  isOpen: boolean
  isDecidable: boolean
  by: string
  status: number
}

export const isAnyRuleOn = ({ rules }: State) => RULE_KINDS.some((kind) => rules.get(kind))

const isChanged = ({ rules }: State, { kind, isOn }: { kind: string; isOn: boolean }) =>
  rules.get(kind) !== isOn

function isRequired(state: State, kind: ApprovalKind): boolean {
  if (kind === 'ACCESS' || kind === 'BREAK_GLASS') return true
  // With any rule, a new decider needs approval as high-risk access does.
  if (kind === 'RULES' || kind === 'HIGH_RISK_GRANT') return isAnyRuleOn(state)
  return state.rules.get(kind) === true
}

/** Calls that change what users may do permanently. */
const GRANTS: ReadonlySet<AccessCall['do']> = new Set(['user', 'role', 'policy', 'status', 'remove'])
const HIGH_RISK_NAMES: ReadonlySet<string> = HIGH_RISK

function isGuarded(name: string, state: State): boolean {
  if (state.rules.get('HIGH_RISK_GRANT')) return HIGH_RISK_NAMES.has(name)
  return name === 'approval:decide' && isAnyRuleOn(state)
}

/** Permissions that any user gains, given or in force by a change of status, and that need approval. */
function guardedGains(before: State, after: State): string[] {
  return (['permanent', 'inForce'] as const).flatMap((view) =>
    [false, true].flatMap((isStatus) =>
      [...differences(before, after, view, isStatus)].flatMap(([id, { gained }]) =>
        gained.filter((name) => isGuarded(name, before)).map((name) => `${id} ${name}`),
      ),
    ),
  )
}
