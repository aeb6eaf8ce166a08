import { ownCode, type TableDeclaration } from '@backoffice/contract/table'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { FieldTexts } from './merge.ts'
import css from './move-dialog.module.css'
import { useReferenceNames } from './references.ts'
import { recordFields } from './rows.ts'
import { useQuestion } from './use-question.ts'

type Move = { before: FieldTexts; after: FieldTexts }

type Props = Move & {
  table: TableDeclaration
  onYes: () => void
  onNo: () => void
}

/** Changed fields that move a row. */
export function movedFields({ movedBy = [] }: TableDeclaration, { before, after }: Move): string[] {
  return movedBy.filter((name) => before[name] !== after[name])
}

/** Confirms the move of a row, with its old and new place. */
export function useMoveQuestion(table: TableDeclaration) {
  const { confirm, open } = useQuestion<Move>()
  return { confirm, dialog: open && <MoveDialog table={table} {...open} /> }
}

function MoveDialog({ table, before, after, onYes, onNo }: Props) {
  const id = useId()
  const { noun, movedBy = [] } = table
  const code = before[ownCode(table)] ?? ''
  const title = `Move ${noun} ${code}?`
  const fields = recordFields(table).filter(({ name }) => movedBy.includes(name))
  const names = useReferenceNames(table, recordFields(table), (name) => [
    before[name] ?? '',
    after[name] ?? '',
  ])
  const place = (label: string, values: FieldTexts) => (
    <dl className={css.place}>
      <dt>{label}</dt>
      {fields.map((field) => {
        const value = values[field.name] ?? ''
        const shown = names(field, value) ?? value
        return (
          <dd key={field.name}>
            {before[field.name] === after[field.name] ? shown : <strong>{shown}</strong>}
          </dd>
        )
      })}
    </dl>
  )
  return (
    <Dialog role="alertdialog" label={title} describedBy={id} onClose={onNo}>
      <DialogHead title={title} onClose={onNo} />
      <div className={css.body}>
        <div className={css.places}>
          {place('Current', before)}
          <Icon name="next" />
          {place('New', after)}
        </div>
        <p id={id} className={css.note}>
          Future transactions belong to the new branch. The history shows where the {noun} was, and until
          when.
        </p>
        <div className={css.actions}>
          <Button onClick={onNo}>Cancel</Button>
          <Button variant="primary" onClick={onYes}>
            Move {noun}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
