import { type Permission, RESOURCES, resourceOf } from '@backoffice/contract/access'
import type { Impact } from '@backoffice/contract/explain'
import { actionLabel, compareActions } from './matrix-rows.ts'
import css from './permission-table.module.css'

type Effects = Impact['gains']

/** Gained and lost permissions by resource, such as `Tenders: View, Create`. High-risk actions are marked. */
export function PermissionTable({ gains, losses }: { gains: Effects; losses: Effects }) {
  const rows = permissionRows(gains, losses)
  const ways = [
    ...(gains.length > 0 ? [{ way: 'gained', heading: 'Gains' } as const] : []),
    ...(losses.length > 0 ? [{ way: 'lost', heading: 'Loses' } as const] : []),
  ]
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Resource</th>
          {ways.map(({ way, heading }) => (
            <th key={way} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.label}</th>
            {ways.map(({ way }) => (
              <td key={way} data-way={way}>
                <Actions actions={row[way]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Actions({ actions }: { actions: PermissionRow['gained'] }) {
  return actions.map(({ name, label, isHighRisk }, index) => (
    <span key={name} title={name}>
      {index > 0 && ', '}
      {isHighRisk ? (
        <strong className={css.risk}>
          {label}
          <span className="visually-hidden"> (high risk)</span>
        </strong>
      ) : (
        label
      )}
    </span>
  ))
}

type Effect = Impact['gains'][number]
type Action = { name: string; label: string; isHighRisk: boolean }

/** Gained and lost actions of a resource; the first row has the modules. */
type PermissionRow = { key: string; label: string; gained: Action[]; lost: Action[] }

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
