import { type Permission, permissionsOf, RESOURCES, type Resource } from '@backoffice/contract/access'
import { type Explanation, explain, type Grants, inForce, permanentOf } from '@backoffice/contract/grants'
import { keysOf } from '@backoffice/contract/objects'

export type NumberedPolicy = {
  id: string
  name: string
  number: number
  via: 'role' | 'extra'
  /** End of temporary access, as ISO time; null if permanent. */
  until: string | null
}

export type MatrixCell = {
  permission: Permission
  isAllowed: boolean
  /** Policies whose statements include the action, even if the role lacks the module. */
  policies: readonly NumberedPolicy[]
  /** End of the permission, if only temporary access allows it; null otherwise. */
  until: string | null
}

export type MatrixRow = {
  resource: Resource
  label: string
  module: string
  isModuleHeld: boolean
  /** One per action of the matrix; undefined if the resource does not have the action. */
  cells: readonly (MatrixCell | undefined)[]
}

export type Matrix = {
  actions: readonly string[]
  /** Resources with an allowed action, or all of them. */
  rows: readonly MatrixRow[]
  policies: readonly NumberedPolicy[]
  allowed: number
  total: number
  /** Labels of the resources without an allowed action. */
  nothingOn: readonly string[]
}

/** From reading to exporting and deleting; other actions come last. */
const ACTION_ORDER = [
  'view',
  'view-all',
  'run',
  'create',
  'update',
  'assign',
  'resolve',
  'decide',
  'manage',
  'upsert',
  'move',
  'update-status',
  'reset-password',
  'grant',
  'upload',
  'download',
  'cancel',
  'retry',
  'delete',
  'import',
  'export',
  'unmask',
]

/** Policies of the role in force, then the extra and temporary ones; a policy in both counts as the role's. */
export function numberedPolicies(grants: Grants): NumberedPolicy[] {
  const { role, extra_policies } = inForce(grants)
  const held = [
    ...role.policies.map(({ id, name }) => ({ id, name, via: 'role' as const, until: role.until ?? null })),
    ...extra_policies.map(({ id, name, until = null }) => ({ id, name, via: 'extra' as const, until })),
  ]
  return held
    .filter(({ id }, index) => held.findIndex((other) => other.id === id) === index)
    .map((policy, index) => ({ ...policy, number: index + 1 }))
}

/** Allowed actions by resource, with the policies that allow them. */
export function matrixOf(grants: Grants, isComplete: boolean): Matrix {
  const policies = numberedPolicies(grants)
  const { modules } = inForce(grants).role
  const permanent = permanentOf(grants)
  const cellOf = (permission: Permission): MatrixCell => {
    const explained = explain(grants, permission)
    const ids = new Set(explained.origins.map(({ policy }) => policy.id))
    const isPermanent = !explained.allowed || explain(permanent, permission).allowed
    return {
      permission,
      isAllowed: explained.allowed,
      policies: policies.filter(({ id }) => ids.has(id)),
      until: isPermanent ? null : endOf(explained),
    }
  }
  const all = keysOf(RESOURCES).map((resource) => {
    const { label, module } = RESOURCES[resource]
    const cells = new Map<string, MatrixCell>(
      permissionsOf(resource).map((permission) => [
        permission.slice(resource.length + 1),
        cellOf(permission),
      ]),
    )
    const isModuleHeld = modules.some((held) => held === 'All' || held === module)
    return { resource, label, module, isModuleHeld, cells, hasAny: [...cells.values()].some(isAllowedCell) }
  })
  const shown = isComplete ? all : all.filter(({ hasAny }) => hasAny)
  const actions = [...new Set(shown.flatMap(({ cells }) => [...cells.keys()]))].sort(compareActions)
  const cells = all.flatMap((row) => [...row.cells.values()])
  return {
    actions,
    rows: shown.map(({ cells, hasAny: _, ...row }) => ({
      ...row,
      cells: actions.map((action) => cells.get(action)),
    })),
    policies,
    allowed: cells.filter(isAllowedCell).length,
    total: cells.length,
    nothingOn: all.filter(({ hasAny }) => !hasAny).map(({ label }) => label),
  }
}

/** The earlier of the end of the module and the last end of a statement. */
function endOf({ module, origins }: Explanation): string | null {
  const ofStatements = origins.some(({ until }) => until === null)
    ? null
    : (origins
        .flatMap(({ until }) => until ?? [])
        .toSorted()
        .at(-1) ?? null)
  return [module.until, ofStatements].flatMap((until) => until ?? []).toSorted()[0] ?? null
}

const isAllowedCell = ({ isAllowed }: MatrixCell) => isAllowed
const rank = (action: string) => (ACTION_ORDER.includes(action) ? ACTION_ORDER.indexOf(action) : Infinity)

/** From reading to exporting and deleting. */
export function compareActions(one: string, other: string): number {
  const [a, b] = [rank(one), rank(other)]
  return a === b ? one.localeCompare(other) : a - b
}

/** `update-status` → "Update status". */
export function actionLabel(action: string): string {
  const words = action.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
