import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import css from './conflict-dialog.module.css'
import { type Choices, chooseAll, type MergedField, results, type Side, unresolved } from './merge.ts'

export type ConflictProps = {
  /** `tender`. */
  noun: string
  /** Parts of `Carla Lim saved FUEL 0041 at 08:11, two minutes after you opened it.` */
  saved: {
    /** Undefined if unknown. */
    actor: string | undefined
    record: string
    when: string
  }
  /** The other user's version. */
  version: number
  fields: readonly MergedField[]
  labelOf: (name: string) => string
  /** Displayed text of a value: `15 Jul 2025`, `AR Account`, `no end`. */
  shown: (name: string, value: string) => string
  /** Label of the primary button; default: Save. */
  save?: string
  onSave: (values: Record<string, string>) => void
  onDiscard: () => void
  onBack: () => void
}

/** Compares both versions and the result by field. Fields that both sides changed need a choice before saving. */
export function ConflictDialog(props: ConflictProps) {
  const { noun, saved, version, fields, labelOf, shown, save = 'Save', onSave, onDiscard, onBack } = props
  const [choices, setChoices] = useState<Choices>({})
  const id = useId()
  const title = `Someone else saved this ${noun} first`
  const changed = fields.filter((field) => field.changed !== 'equal').sort(conflictsFirst)
  const same = fields.filter((field) => field.changed === 'equal')
  const left = unresolved(fields, choices).length
  const take = (side: Side) => setChoices(chooseAll(fields, side))
  return (
    <Dialog label={title} place="wide" describedBy={id} onClose={onBack}>
      <DialogHead title={title} onClose={onBack} />
      <div className={css.scroll}>
        <p id={id} className={css.intro}>
          {saved.actor ?? 'Another user'} saved <strong>{saved.record}</strong> {saved.when}. A field that
          only one of you changed keeps that change. For each field that both of you changed, choose a
          version.
        </p>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">
                Yours <TakeAll side="yours" onClick={() => take('mine')} />
              </th>
              <th scope="col">
                Theirs, version {version} <TakeAll side="theirs" onClick={() => take('theirs')} />
              </th>
              <th scope="col">Result, version {version + 1}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((field) => (
              <ConflictRow
                key={field.name}
                field={field}
                label={labelOf(field.name)}
                actor={saved.actor}
                choice={choices[field.name]}
                shown={(value) => shown(field.name, value)}
                onChoose={(side) => setChoices({ ...choices, [field.name]: side })}
              />
            ))}
          </tbody>
        </table>
        {same.length > 0 && (
          <details className={css.same}>
            <summary>
              {same.length === 1 ? '1 field is' : `${same.length} fields are`} the same on both sides
            </summary>
            <dl>
              {same.map(({ name, theirs }) => (
                <FieldValue key={name} label={labelOf(name)} value={shown(name, theirs)} />
              ))}
            </dl>
          </details>
        )}
      </div>
      <footer className={css.foot}>
        <span className={css.left} role="status" data-open={left > 0 || undefined}>
          {left > 0 ? `${left} ${left === 1 ? 'field' : 'fields'} left to choose` : 'Nothing left to choose'}
        </span>
        <Button variant="danger" onClick={onDiscard}>
          Discard my changes
        </Button>
        <Button onClick={onBack}>Back to the form</Button>
        <Button
          variant="primary"
          aria-disabled={left > 0 || undefined}
          onClick={() => left === 0 && onSave(results(fields, choices))}
        >
          {save}
        </Button>
      </footer>
    </Dialog>
  )
}

const conflictsFirst = (one: MergedField, other: MergedField) =>
  Number(other.changed === 'both') - Number(one.changed === 'both')

function TakeAll({ side, onClick }: { side: string; onClick: () => void }) {
  return (
    <button type="button" className={css.take} aria-label={`Take all of ${side}`} onClick={onClick}>
      Take all
    </button>
  )
}

function FieldValue({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}

type RowProps = {
  field: MergedField
  label: string
  /** Name of the other user. */
  actor: string | undefined
  choice: Side | undefined
  shown: (value: string) => string
  onChoose: (side: Side) => void
}

function ConflictRow({ field, label, actor, choice, shown, onChoose }: RowProps) {
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
        <Result {...{ field, actor, choice, shown }} />
      </td>
    </tr>
  )
}

function Result({ field, actor, choice, shown }: Pick<RowProps, 'field' | 'actor' | 'choice' | 'shown'>) {
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
      : `only ${side === 'mine' ? 'you' : (actor ?? 'they')} changed it`
  return (
    <>
      <span className={css.value}>{shown(field[side])}</span>
      <span className={css.note}>{reason}</span>
    </>
  )
}
