import type { Access } from '@backoffice/contract/access'
import { permissionsOf } from '@backoffice/contract/grants'

/** Naive model of access and approval rules. It applies each accepted call in memory, with a clock in hours. */

export type AccessCall =
  | { do: 'user'; id: string; role_id: string; extra_policies: readonly string[] }
  | { do: 'role'; id: string; modules: readonly string[]; policy_ids: readonly string[] }
  | { do: 'policy'; id: string; statements: readonly string[] }
  | { do: 'status'; ids: readonly string[] }
  | { do: 'remove'; id: string }
  | { do: 'access'; gives: Gives; hours: number }
  | { do: 'break-glass'; gives: Gives; hours: number }
  | { do: 'end'; user: string; gives: Gives }
  | { do: 'rule'; kind: string; isOn: boolean }
export type Gives = { role_id: string } | { policy_id: string }

type Loan = { user: string; gives: Gives; modules: readonly string[]; until: number; approval: string | null }
type ModelUser = { status: string; role_id: string; extra_policies: readonly string[] }
type ModelRole = { modules: readonly string[]; policy_ids: readonly string[] }

export type View = 'permanent' | 'inForce'
export type UserState = { status: string } & { readonly [V in View]: Access }
export type State = {
  /** By id, without deleted users. */
  users: ReadonlyMap<string, UserState>
  rules: ReadonlyMap<string, boolean>
  /** `user role-or-policy hours-left` of temporary access in force, sorted. */
  loans: readonly string[]
}

/** Modules of the actions that the steps grant. */
const MODULE_OF = {
  'approval:decide': 'Users',
  'user:update': 'Users',
  'card:unmask': 'SMAC Inquiry',
  'inquiry:run': 'SMAC Inquiry',
  'tender:view': 'Lookup',
} as const satisfies Record<string, string>
export type Statement = keyof typeof MODULE_OF
const isStatement = (text: string): text is Statement => text in MODULE_OF

export class AccessModel {
  hour = 0
  readonly users = new Map<string, ModelUser>()
  readonly roles = new Map<string, ModelRole>()
  readonly policies = new Map<string, readonly string[]>()
  readonly rules = new Map<string, boolean>()
  loans: Loan[] = []

  /**
   * Applies an accepted call. `statusOf` gives statuses of users after it, because items of a call may be refused.
   * `approval` is the id of the request that a call for break-glass access leaves.
   */
  apply(call: AccessCall, by: string, statusOf: (id: string) => string, approval: string | null = null) {
    const { users, roles, policies, rules } = this
    if (call.do === 'user') {
      const { id, role_id, extra_policies } = call
      users.set(id, { status: statusOf(id), role_id, extra_policies })
    } else if (call.do === 'role') roles.set(call.id, { modules: call.modules, policy_ids: call.policy_ids })
    else if (call.do === 'policy') policies.set(call.id, call.statements)
    else if (call.do === 'rule') rules.set(call.kind, call.isOn)
    else if (call.do === 'remove') {
      users.delete(call.id)
      this.loans = this.loans.filter(({ user }) => user !== call.id)
    } else if (call.do === 'status') {
      for (const id of call.ids) {
        const user = users.get(id)
        if (user) users.set(id, { ...user, status: statusOf(id) })
      }
    } else if (call.do === 'end') this.#end(call.user, call.gives)
    else this.#lend(by, call.gives, call.hours, approval)
  }

  #lend(user: string, gives: Gives, hours: number, approval: string | null) {
    this.#end(user, gives)
    const statements = 'policy_id' in gives ? (this.policies.get(gives.policy_id) ?? []) : []
    const modules = statements.filter(isStatement).map((each) => MODULE_OF[each])
    this.loans.push({ user, gives, modules, until: this.hour + hours, approval })
  }

  /** Ends the temporary role of the user, or the same policy. */
  #end(user: string, gives: Gives) {
    const isSame = (other: Gives) =>
      'role_id' in gives ? 'role_id' in other : 'policy_id' in other && other.policy_id === gives.policy_id
    this.loans = this.loans.filter((loan) => loan.user !== user || !isSame(loan.gives))
  }

  /** Ends what was given with the approval. */
  reject(approval: string) {
    this.loans = this.loans.filter((loan) => loan.approval !== approval)
  }

  loansOf(id: string) {
    return this.loans.filter(({ user, until }) => user === id && until > this.hour)
  }

  state(): State {
    const loans = this.loans
      .filter(({ until }) => until > this.hour)
      .map(({ user, gives, until }) => `${user} ${Object.values(gives)[0]} ${until - this.hour}`)
    const users = [...this.users].map(([id, user]): [string, UserState] => {
      const [permanent, inForce] = [this.#accessOf(user, []), this.#accessOf(user, this.loansOf(id))]
      return [id, { status: user.status, permanent, inForce }]
    })
    return { users: new Map(users), rules: new Map(this.rules), loans: loans.sort() }
  }

  #accessOf({ role_id, extra_policies }: ModelUser, loans: readonly Loan[]): Access {
    const given = loans.map(({ gives }) => gives)
    const [roleId = role_id] = given.flatMap((each) => ('role_id' in each ? each.role_id : []))
    const role = this.roles.get(roleId)
    const lent = given.flatMap((each) => ('policy_id' in each ? each.policy_id : []))
    const policies = [...(role?.policy_ids ?? []), ...extra_policies, ...lent]
    return {
      modules: sortedSet([...(role?.modules ?? []), ...loans.flatMap(({ modules }) => modules)]),
      policies: sortedSet(policies.flatMap((id) => this.policies.get(id) ?? [])),
    }
  }
}

const sortedSet = (values: readonly string[]) => [...new Set(values)].sort()

/** Modules and permissions. */
export const namesIn = (access: Access) => new Set<string>([...access.modules, ...permissionsOf(access)])

/** Active users who can decide permanently. */
export function decidersIn({ users }: State): string[] {
  return [...users].flatMap(([id, { status, permanent }]) =>
    status === 'ACTIVE' && namesIn(permanent).has('approval:decide') ? [id] : [],
  )
}

/** A temporary role can hide the permission of a decider. */
export function canDecide(state: State, id: string): boolean {
  const user = state.users.get(id)
  return user !== undefined && decidersIn(state).includes(id) && namesIn(user.inForce).has('approval:decide')
}

export type Difference = { gained: string[]; lost: string[] }

/** Differences by user, for those with any. With `isStatus`, disabled users have no access. */
export function differences(
  before: State,
  after: State,
  view: View,
  isStatus = false,
): Map<string, Difference> {
  const namesOf = (user: UserState | undefined): ReadonlySet<string> =>
    user && !(isStatus && user.status === 'DISABLED') ? namesIn(user[view]) : new Set()
  const found = new Map<string, Difference>()
  for (const [id, user] of after.users) {
    const [old, now] = [namesOf(before.users.get(id)), namesOf(user)]
    const gained = [...now].filter((name) => !old.has(name)).sort()
    const lost = [...old].filter((name) => !now.has(name)).sort()
    if (gained.length + lost.length > 0) found.set(id, { gained, lost })
  }
  return found
}
