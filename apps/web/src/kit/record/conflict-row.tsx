import { useId } from 'react'
import { Icon } from '../../ui/icon.tsx'
import css from './conflict-dialog.module.css'
import type { MergedField, Side } from './merge.ts'

type Props = {
  field: MergedField
  label: string
  /** The user of the other version, by name. */
  by: string | undefined
  choice: Side | undefined
  shown: (value: string) => string
  onChoose: (side: Side) => void
}

export function ConflictRow({ field, label, by, choice, shown, onChoose }: Props) {
  const group = useId()
  const isConflict = field.changed === 'both'
  const cell = (side: Side) =>
    isConflict ? (
      <label className={css.choice}>
        <input
          type="radio"
          name={group}
          aria-label={`${label}, ${side === 'mine' ? 'yours' : 'theirs'}: ${shown(field[side])}`}
          checked={choice === side}
          onChange={() => onChoose(side)}
        />
        {shown(field[side])}
      </label>
    ) : field.changed === side ? (
      shown(field[side])
    ) : (
      <span className={css.unchanged}>not changed</span>
    )
  return (
    <tr data-open={(isConflict && choice === undefined) || undefined}>
      <th scope="row">
        {label}
        <span className={css.note}>was {shown(field.base)}</span>
      </th>
      <td data-column="Yours">{cell('mine')}</td>
      <td data-column="Theirs">{cell('theirs')}</td>
      <td data-column="Result">
        <Result {...{ field, by, choice, shown }} />
      </td>
    </tr>
  )
}

function Result({ field, by, choice, shown }: Pick<Props, 'field' | 'by' | 'choice' | 'shown'>) {
  const { changed } = field
  const side = changed === 'both' ? choice : changed === 'equal' ? 'theirs' : changed
  if (!side)
    return (
      <>
        <span className={css.open}>
          <Icon name="warning" /> Choose one
        </span>
        <span className={css.note}>both changed</span>
      </>
    )
  const chosen = side === 'mine' ? 'yours' : 'theirs'
  const reason =
    changed === 'both'
      ? `both changed, ${chosen} chosen`
      : `only ${side === 'mine' ? 'you' : (by ?? 'they')} changed it`
  return (
    <>
      <span className={css.value}>{shown(field[side])}</span>
      <span className={css.note}>{reason}</span>
    </>
  )
}
