import type { Impact } from '@backoffice/contract/explain'
import { type PermissionRow, permissionRows } from './permission-rows.ts'
import css from './permission-table.module.css'

type Effects = Impact['gains']

/** Gained and lost permissions by resource: `Tenders: View, Create`. High-risk actions are marked. */
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
  return actions.map(({ name, label, isHighRisk }, at) => (
    <span key={name} title={name}>
      {at > 0 && ', '}
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
