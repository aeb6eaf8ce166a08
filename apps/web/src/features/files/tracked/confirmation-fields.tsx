import { MAX_ROW_RANGE_DAYS } from '@backoffice/contract/inquiries'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import type { RuleForm } from '../../../kit/form/rule-form.ts'
import { plural } from '../../../kit/format/format-number.ts'
import { today } from '../../../kit/format/format-time.ts'
import { RadioGroup } from '../../../ui/choice.tsx'
import { DateField } from '../../../ui/date/date-input.tsx'
import { Fields, TextField } from '../../../ui/field.tsx'
import { NativeSelectField, NoOption } from '../../../ui/native-select-field.tsx'
import type { ConfirmationValues } from './confirmation-form.ts'

type Props = {
  form: RuleForm<ConfirmationValues>
  rowsWithoutDates: number
  /** The same content was uploaded before. */
  isRepeated: boolean
  /** The user chooses how to treat them, if there are any. */
  invalidRows: number
}

const EXTENTS = [
  { value: 'valid', label: 'Valid rows only: the result lists the other rows with their errors' },
  { value: 'all', label: 'All or nothing: nothing runs if any row is invalid' },
]

/** Fields that confirm one checked inquiry file, or several with the same values. */
export function ConfirmationFields({ form, rowsWithoutDates, isRepeated, invalidRows }: Props) {
  return (
    <>
      <Fields columns={2}>
        <NativeSelectField {...form.field('purpose')}>
          <NoOption />
          {Object.entries(PURPOSE_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelectField>
        <TextField {...form.field('ticket_no')} />
        {rowsWithoutDates > 0 && (
          <>
            <DateField
              {...form.date('date_from')}
              max={today()}
              hint={`For the ${plural(rowsWithoutDates, 'row')} without dates.`}
            />
            <DateField
              {...form.date('date_to')}
              max={today()}
              hint={`At most ${MAX_ROW_RANGE_DAYS} days, both ends counted.`}
            />
          </>
        )}
      </Fields>
      {isRepeated && <TextField {...form.field('duplicate_reason')} />}
      {invalidRows > 0 && <RadioGroup {...form.field('partial')} options={EXTENTS} />}
    </>
  )
}
