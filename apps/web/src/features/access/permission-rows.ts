import { type Permission, RESOURCES, resourceOf } from '@backoffice/contract/access'
import type { Impact } from '@backoffice/contract/explain'
import { actionLabel, compareActions } from './matrix-rows.ts'

type Effect = Impact['gains'][number]
type Action = { name: string; label: string; isHighRisk: boolean }

/** Gained and lost actions of a resource; the first row has the modules. */
export type PermissionRow = { key: string; label: string; gained: Action[]; lost: Action[] }

/** Gains and losses by resource, each action once. */
export function permissionRows(gains: readonly Effect[], losses: readonly Effect[]): PermissionRow[] {
  const rows = new Map<string, PermissionRow>([
    ['', { key: '', label: 'Modules', gained: [], lost: [] }],
    ...Object.entries(RESOURCES).map(
      ([key, { label }]) => [key, { key, label, gained: [], lost: [] }] as [string, PermissionRow],
    ),
  ])
  const add = (effects: readonly Effect[], way: 'gained' | 'lost') => {
    for (const effect of effects) rows.get(keyOf(effect))?.[way].push(actionOf(effect))
  }
  add(gains, 'gained')
  add(losses, 'lost')
  const shown = [...rows.values()].filter(({ gained, lost }) => gained.length + lost.length > 0)
  for (const { key, gained, lost } of shown) {
    if (key === '') continue
    for (const actions of [gained, lost]) actions.sort((a, b) => compareActions(codeOf(a), codeOf(b)))
  }
  return shown
}

const keyOf = ({ type, name }: Effect) => (type === 'module' ? '' : resourceOf(name as Permission))
const codeOf = ({ name }: Action) => name.slice(name.indexOf(':') + 1)

function actionOf({ type, name, risk }: Effect): Action {
  const label = type === 'module' ? name : actionLabel(name.slice(name.indexOf(':') + 1))
  return { name, label, isHighRisk: risk === 'HIGH' }
}
