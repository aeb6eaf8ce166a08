import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import fieldCss from '../../ui/field.module.css'
import { Message } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import css from './picker.module.css'

export type PickRow = {
  id: string
  label: string
  /** Statements, in monospace. */
  code: string
  /** The permissions it covers, or the row that covers it. */
  note?: string | undefined
  isHighRisk: boolean
  isChosen: boolean
  /** Chosen before the form was changed; undefined for a new record. */
  wasChosen?: boolean | undefined
  /** True if another chosen row covers it. */
  isCovered?: boolean
  /** The reason why the user cannot grant it. */
  refusal?: string | undefined
  isIndented?: boolean
}

export type PickGroup = { label: string; rows: readonly PickRow[] }

type Props = {
  label: string
  hint: string
  error?: string | undefined
  search: string
  groups: readonly PickGroup[]
  isReadOnly?: boolean
  onPick: (id: string, isChosen: boolean) => void
  children?: ReactNode
}

/** A long list of choices that is searchable and grouped, and marks added and removed items. */
export function Picker({ label, hint, error, search, groups, isReadOnly = false, onPick, children }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [isChosenOnly, setChosenOnly] = useState(isReadOnly)
  const sought = useDeferredValue(text).trim().toLowerCase()
  const isTouched = ({ isChosen, wasChosen, isCovered }: PickRow) => isChosen || wasChosen || isCovered
  const count = groups.flatMap(({ rows }) => rows).filter(({ isChosen }) => isChosen).length
  const shown = groups
    .map((group) => ({
      ...group,
      rows: group.rows.filter(
        (row) => (!isChosenOnly || isTouched(row)) && textOf(group, row).includes(sought),
      ),
    }))
    .filter(({ rows }) => rows.length > 0)
  return (
    <fieldset
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-message` : undefined}
      aria-invalid={error ? true : undefined}
      className={css.field}
    >
      <p className={css.legend}>
        <span id={`${id}-label`}>{label}</span> <span className={css.hint}>{hint}</span>
      </p>
      <div className={css.box} data-error={error ? true : undefined}>
        <div className={css.tools}>
          <input
            type="search"
            className={fieldCss.control}
            aria-label={search}
            placeholder={search}
            maxLength={100}
            value={text}
            onChange={({ target }) => setText(target.value)}
            // Enter would save the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <button
            type="button"
            className={css.chosen}
            aria-pressed={isChosenOnly}
            onClick={() => setChosenOnly(!isChosenOnly)}
          >
            Chosen <strong>{formatNumber(count)}</strong>
          </button>
        </div>
        <div className={css.list}>
          {shown.map((group) => (
            <Group key={group.label} group={group} isReadOnly={isReadOnly} onPick={onPick} />
          ))}
          {shown.length === 0 && (
            <p className={css.empty}>{sought ? `No match for “${text.trim()}”.` : 'Nothing chosen.'}</p>
          )}
        </div>
        {children}
      </div>
      <Message id={id} error={error} />
    </fieldset>
  )
}

const textOf = (group: PickGroup, { label, code, note = '' }: PickRow) =>
  `${group.label} ${label} ${code} ${note}`.toLowerCase()

type SharedProps = { isReadOnly: boolean } & Pick<Props, 'onPick'>

function Group({ group, isReadOnly, onPick }: { group: PickGroup } & SharedProps) {
  const id = useId()
  return (
    <fieldset className={css.plain} aria-labelledby={id}>
      <p id={id} className={css.group}>
        {group.label}
      </p>
      {group.rows.map((row) => (
        <Row key={row.id} row={row} isReadOnly={isReadOnly} onPick={onPick} />
      ))}
    </fieldset>
  )
}

function Row({ row, isReadOnly, onPick }: { row: PickRow } & SharedProps) {
  const id = useId()
  const { label, code, note, isHighRisk, isChosen, wasChosen = isChosen, isCovered, refusal } = row
  // An item that was chosen before may be removed and added again.
  const isLocked = isReadOnly || isCovered || (refusal !== undefined && !isChosen && !wasChosen)
  const change = isCovered || isChosen === wasChosen ? undefined : isChosen ? 'Added' : 'Removed'
  return (
    <label
      className={css.row}
      data-change={change}
      data-locked={isLocked || undefined}
      data-indented={row.isIndented}
    >
      <input
        type="checkbox"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-more`}
        aria-disabled={isLocked || undefined}
        checked={isChosen || (isCovered ?? false)}
        onChange={() => !isLocked && onPick(row.id, !isChosen)}
      />
      <span className={css.text}>
        <span className={css.name}>
          <span id={`${id}-label`}>{label}</span>
          {isHighRisk && <Badge tone="warn">High risk</Badge>}
        </span>
        <span id={`${id}-more`} className={css.more}>
          <code title={code}>{code}</code>
          {note && <span>{note}</span>}
          {!isReadOnly && refusal && isLocked && <span>{refusal}</span>}
        </span>
      </span>
      {change && <strong className={css.change}>{change}</strong>}
    </label>
  )
}
