import { Link } from '@tanstack/react-router'
import { memo, useId } from 'react'
import { plural } from '../../../kit/format/format-number.ts'
import { recordLink } from '../../../kit/record/record-links.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { scrollCue } from '../../../ui/table.tsx'
import { USERS } from '../users-queries.ts'
import css from './invite.module.css'
import {
  type CellProblems,
  INVITE_FIELDS,
  INVITE_LABELS,
  type InviteField,
  type InviteRow,
} from './invite-rows.ts'

type Change = {
  onChange: (key: number, field: InviteField, value: string) => void
  onRemove: (key: number) => void
}
type Props = Change & {
  rows: readonly InviteRow[]
  problems: ReadonlyMap<number, CellProblems>
  roles: readonly { name: string; is_grantable: boolean }[]
}

/** The rows to invite, each with its problems or its outcome. */
export function InviteTable({ rows, problems, roles, ...change }: Props) {
  const list = useId()
  return (
    <div ref={scrollCue} className={css.scroll}>
      <table className={css.table} aria-label="Users to invite">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Row</span>
            </th>
            {INVITE_FIELDS.map((field) => (
              <th key={field} scope="col">
                {INVITE_LABELS[field]}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Outcome</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row
              key={row.key}
              row={row}
              no={index + 1}
              problems={problems.get(row.key)}
              list={list}
              {...change}
            />
          ))}
        </tbody>
      </table>
      <datalist id={list}>
        {roles.flatMap(({ name, is_grantable }) =>
          is_grantable ? [<option key={name} value={name} />] : [],
        )}
      </datalist>
    </div>
  )
}

type RowProps = Change & { row: InviteRow; no: number; problems: CellProblems | undefined; list: string }

/** Rows render on their own, because a paste can have hundreds. */
const Row = memo(function Row({ row, no, problems, list, onChange, onRemove }: RowProps) {
  const refusal = row.state === 'open' ? row.refused?.rest : undefined
  return (
    <tr data-state={row.state}>
      <td className={css.no}>{no}</td>
      {INVITE_FIELDS.map((field) => (
        <td key={field} data-label={INVITE_LABELS[field]}>
          {row.state === 'open' ? (
            <Cell
              label={`${INVITE_LABELS[field]}, row ${no}`}
              value={row.values[field]}
              problem={problems?.[field]}
              list={field === 'role' ? list : undefined}
              onChange={(value) => onChange(row.key, field, value)}
            />
          ) : (
            row.values[field] || '—'
          )}
        </td>
      ))}
      <td className={css.outcome}>
        {row.state === 'invited' && (
          <Link {...recordLink(USERS, row.user.id)} aria-label={`Open ${row.user.name}`}>
            <Badge tone="ok">Invited</Badge>
          </Link>
        )}
        {row.state === 'waiting' && <Badge tone="info">Waiting for approval</Badge>}
        {row.state === 'open' && (
          <Button
            variant="quiet"
            icon={<Icon name="close" size={12} />}
            aria-label={`Remove row ${no}`}
            onClick={() => onRemove(row.key)}
          />
        )}
        {refusal && <p className={css.problem}>{refusal}</p>}
      </td>
    </tr>
  )
})

type CellProps = {
  label: string
  value: string
  problem: string | undefined
  list: string | undefined
  onChange: (value: string) => void
}

/** Commits on leaving, so that a cell is not checked while typing. */
function Cell({ label, value, problem, list, onChange }: CellProps) {
  const id = useId()
  return (
    <>
      <input
        className={css.cell}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem && id}
        autoComplete="off"
        spellCheck={false}
        list={list}
        defaultValue={value}
        maxLength={1000}
        onBlur={({ currentTarget }) => {
          const text = currentTarget.value.trim()
          if (text !== value) onChange(text)
        }}
      />
      {problem && (
        <p id={id} className={css.problem}>
          {problem}
        </p>
      )}
    </>
  )
}

type SummaryProps = { rows: readonly InviteRow[]; problems: number; isChecked: boolean }

/** Counts of the rows by outcome. */
export function InviteSummary({ rows, problems, isChecked }: SummaryProps) {
  const count = (state: InviteRow['state']) => rows.filter((row) => row.state === state).length
  const [invited, waiting] = [count('invited'), count('waiting')]
  const refused = rows.filter((row) => row.state === 'open' && row.refused).length
  const words = [
    ...(invited > 0 ? [`${plural(invited, 'user')} invited`] : []),
    ...(waiting > 0 ? [`${plural(waiting, 'user')} waiting for approval`] : []),
    ...(refused > 0 ? [`${plural(refused, 'user')} refused`] : []),
    ...(problems > refused && isChecked ? [`${plural(problems - refused, 'row')} to correct`] : []),
  ]
  return (
    <p className={css.summary} role="status">
      {words.join(', ')}
    </p>
  )
}
