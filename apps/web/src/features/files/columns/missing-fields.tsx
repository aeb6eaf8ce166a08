import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type Choices, missingFields, missingForNewRows } from './choices.ts'
import { atValue } from './match-errors.ts'
import css from './match-form.module.css'
import { describeNames, labelOf } from './match-words.ts'
import { OneValueField } from './one-value-field.tsx'

type Props = {
  layout: ImportLayout
  choices: Choices
  addsRows: boolean
  errors: Readonly<Record<string, string>>
  /** Undefined removes the value. */
  onValue: (field: string, value: string | undefined) => void
}

/** Fields without a column, and the values that all rows get instead. */
export function MissingFields({ layout, choices, addsRows, errors, onValue }: Props) {
  // The field that the user has just given one value: its control gets the focus.
  const opened = useRef<string>(undefined)
  const missing = missingFields(layout, choices)
  const forNewRows = missingForNewRows(layout, choices, addsRows)
  const values = Object.keys(choices.values)
  // With one value for it, every row would be the same.
  const isOnlyKey = layout.required.length === 1
  const names = (fields: readonly string[]) => describeNames(fields.map((field) => labelOf(layout, field)))
  const one = (field: string) => {
    opened.current = field
    onValue(field, '')
  }
  return (
    <>
      {missing.length > 0 && (
        <Notice
          tone="bad"
          title={`${names(missing)} ${missing.length === 1 ? 'is required and has no column.' : 'are required and have no column.'}`}
          action={!isOnlyKey && <OneValueButtons fields={missing} layout={layout} onOpen={one} isProblem />}
        >
          Choose {missing.length === 1 ? 'it for a column' : 'them for columns'} below
          {!isOnlyKey && ', or use one value for all rows'}.
        </Notice>
      )}
      {forNewRows.length > 0 && (
        <Notice
          tone="warn"
          title={`${names(forNewRows)} ${forNewRows.length === 1 ? 'has no column.' : 'have no column.'}`}
          action={<OneValueButtons fields={forNewRows} layout={layout} onOpen={one} />}
        >
          New rows need {forNewRows.length === 1 ? 'it' : 'them'}: choose{' '}
          {forNewRows.length === 1 ? 'it for a column' : 'them for columns'} below, or use one value for all
          rows. Rows that are already in the table keep what they have.
        </Notice>
      )}
      {values.length > 0 && (
        <Card title="One value for all rows">
          <div className={css.values}>
            {values.map((field) => (
              <div key={field} className={css.value}>
                <OneValueField
                  name={field}
                  layout={layout}
                  choices={choices}
                  error={errors[atValue(field)]}
                  isOpened={opened.current === field}
                  onChange={(value) => onValue(field, value)}
                />
                <Button
                  variant="quiet"
                  aria-label={`Remove the value of ${labelOf(layout, field)}`}
                  onClick={() => onValue(field, undefined)}
                >
                  Remove
                </Button>
              </div>
            ))}
          </div>
        </Card>
      )}
    </>
  )
}

type ButtonsProps = {
  fields: readonly string[]
  layout: ImportLayout
  onOpen: (field: string) => void
  isProblem?: boolean
}

function OneValueButtons({ fields, layout, onOpen, isProblem }: ButtonsProps) {
  return fields.map((field) => (
    <Button
      key={field}
      data-problem={isProblem || undefined}
      aria-label={`Use one value for ${labelOf(layout, field)}…`}
      onClick={() => onOpen(field)}
    >
      {fields.length === 1 ? 'Use one value…' : `${labelOf(layout, field)}…`}
    </Button>
  ))
}
