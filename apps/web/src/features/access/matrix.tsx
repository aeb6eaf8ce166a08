import type { Permission } from '@backoffice/contract/access'
import type { Grants } from '@backoffice/contract/grants'
import type { UserStatus } from '@backoffice/contract/lists/users'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { formatDateTime } from '../../kit/format/format-time.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { scrollCue } from '../../ui/table.tsx'
import css from './matrix.module.css'
import { actionLabel, type MatrixCell, matrixOf, type NumberedPolicy } from './matrix-rows.ts'

type Props = {
  grants: Grants
  /** Status of the user. A disabled or deleted user has no access in force. */
  status: UserStatus
  /** The permission of the explained cell. */
  selected: Permission | undefined
  onSelect: (permission: Permission) => void
}

/** Words about access that is not in force. `when` begins the description of a cell. */
type Lapse = { title: string; note: string; when: string }
const LAPSES: Partial<Record<UserStatus, Lapse>> = {
  DISABLED: {
    title: 'Access when enabled',
    note: 'None now: the user is disabled.',
    when: 'when enabled, ',
  },
  DELETED: {
    title: 'Access before deletion',
    note: 'None now: the user was deleted.',
    when: 'before deletion, ',
  },
}

/** Matrix of allowed actions, each with the numbers of its policies. */
export function AccessMatrix({ grants, status, selected, onSelect }: Props) {
  const lapse = LAPSES[status]
  const title = lapse?.title ?? 'Effective access'
  const [isComplete, setComplete] = useState(false)
  const matrix = useMemo(() => matrixOf(grants, isComplete), [grants, isComplete])
  const { actions, rows, policies, allowed, total, nothingOn } = matrix
  const first = rows.flatMap(({ cells }) => cells).find((cell) => cell !== undefined)?.permission
  const isSelectedShown = rows.some(({ cells }) => cells.some((cell) => cell?.permission === selected))
  const tabStop = isSelectedShown ? selected : first
  const resources = rows.length + (isComplete ? 0 : nothingOn.length)
  return (
    <Card
      title={title}
      flush
      aside={
        <>
          <span>
            {allowed} of {total} actions, on {resources - nothingOn.length} of {resources} resources
          </span>
          {nothingOn.length > 0 && (
            <button
              type="button"
              className={css.all}
              aria-expanded={isComplete}
              onClick={() => setComplete(!isComplete)}
            >
              {isComplete ? 'Show less' : 'Show all'}
              <span className="visually-hidden">
                {isComplete ? ': only resources with access' : ' resources'}
              </span>
            </button>
          )}
        </>
      }
    >
      {lapse && <p className={css.rest}>{lapse.note}</p>}
      {rows.length > 0 && (
        <div ref={scrollCue} className={css.scroll}>
          {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move through its cells */}
          <table role="grid" aria-label={title} className={css.table} onKeyDown={moveByArrow}>
            <thead>
              <tr>
                <th scope="col">Resource</th>
                {actions.map((action) => (
                  <th key={action} scope="col">
                    {actionLabel(action)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ resource, label, module, isModuleHeld, cells }) => (
                <tr key={resource}>
                  <th
                    scope="row"
                    title={isModuleHeld ? undefined : `The role doesn’t include the module ${module}`}
                  >
                    {label}
                  </th>
                  {cells.map((cell, index) => (
                    <td key={actions[index]}>
                      {cell && (
                        <Cell
                          cell={cell}
                          lapse={lapse}
                          isSelected={cell.permission === selected}
                          isTabStop={cell.permission === tabStop}
                          onSelect={onSelect}
                        />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!isComplete && nothingOn.length > 0 && <p className={css.rest}>No access to {inWords(nothingOn)}.</p>}
      <Legend policies={policies} />
    </Card>
  )
}

type CellProps = {
  cell: MatrixCell
  lapse: Lapse | undefined
  isSelected: boolean
  isTabStop: boolean
} & Pick<Props, 'onSelect'>

function Cell({
  cell: { permission, isAllowed, policies, until },
  lapse,
  isSelected,
  isTabStop,
  onSelect,
}: CellProps) {
  const by = policies.map(({ number }) => number).join(', ')
  const end = until === null ? '' : ` until ${formatDateTime(until)}`
  const verdict = isAllowed ? `${lapse?.when ?? ''}allowed by policy ${by}${end}` : 'not allowed'
  return (
    <button
      type="button"
      className={css.cell}
      data-via={isAllowed && !lapse ? viaOf(policies) : undefined}
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isSelected}
      aria-label={`${PERMISSION_LABELS[permission]}: ${verdict}`}
      title={`${permission}${end}`}
      data-ends={until === null ? undefined : true}
      onClick={() => onSelect(permission)}
    >
      {isAllowed ? (
        <>
          <Icon name="check" size={14} />
          {by}
        </>
      ) : (
        '–'
      )}
    </button>
  )
}

/** The role's policies take precedence over extra ones. */
const viaOf = (policies: readonly NumberedPolicy[]) =>
  policies.some(({ via }) => via === 'role') ? 'role' : 'extra'

function Legend({ policies }: { policies: readonly NumberedPolicy[] }) {
  const groups = [
    { via: 'role', label: 'By the role' },
    { via: 'extra', label: 'Extra' },
  ] as const
  return (
    <div className={css.legend}>
      {groups.map(({ via, label }) => {
        const own = policies.filter((policy) => policy.via === via)
        return (
          own.length > 0 && (
            <dl key={via} className={css.group}>
              <dt>{label}</dt>
              {own.map(({ id, number, name, until }) => (
                <dd key={id}>
                  <span className={css.number} data-via={via}>
                    {number}
                  </span>
                  {name}
                  {until !== null && <span className={css.until}>until {formatDateTime(until)}</span>}
                </dd>
              ))}
            </dl>
          )
        )
      })}
      <span className={css.none}>
        <strong>–</strong> not allowed
      </span>
    </div>
  )
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

/** Moves the focus to the next cell with a button in the direction of the arrow. */
function moveByArrow(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.key]
  const from = event.target instanceof Element ? event.target.closest('td') : null
  const row = from?.parentElement
  if (!step || !from || !(row instanceof HTMLTableRowElement)) return
  event.preventDefault()
  const [down, right] = step
  const rows = [...event.currentTarget.tBodies].flatMap((body) => [...body.rows])
  let [y, x] = [rows.indexOf(row) + down, from.cellIndex + right]
  let next: HTMLElement | null | undefined
  for (; !next && rows[y]?.cells[x]; y += down, x += right) next = rows[y]?.cells[x]?.querySelector('button')
  next?.focus()
}

function inWords(labels: readonly string[]): string {
  return labels.length > 1 ? `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}` : (labels[0] ?? '')
}
