import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { MAX_ROW_RANGE_DAYS } from '@backoffice/contract/endpoints/inquiries'
import type { RuleForm } from '../../kit/form/rule-form.ts'
import { plural } from '../../kit/format-number.ts'
import { today } from '../../kit/format-time.ts'
import { PURPOSE_LABELS } from '../../kit/purposes.ts'
import { Fields } from '../../ui/fields.tsx'
import { NativeSelectField } from '../../ui/native-select-field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ConfirmationValues } from './confirmation-values.ts'

type Props = { file: TrackedFile; form: RuleForm<ConfirmationValues> }

const EXTENTS = [
  { value: 'valid', label: 'Valid rows only: the others are listed in the result with what is wrong' },
  { value: 'all', label: 'All or nothing: nothing runs while a row is invalid' },
]

export function ConfirmationFields({ file, form }: Props) {
  return (
    <>
      <Fields columns={2}>
        <NativeSelectField {...form.field('purpose')}>
          <option value="">Select option</option>
          {Object.entries(PURPOSE_LABELS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </NativeSelectField>
        <TextField {...form.field('ticket_no')} />
        {file.rows_without_dates > 0 && (
          <>
            <TextField
              {...form.field('date_from')}
              type="date"
              max={today()}
              hint={`For the ${plural(file.rows_without_dates, 'row')} without dates.`}
            />
            <TextField
              {...form.field('date_to')}
              type="date"
              max={today()}
              hint={`At most ${MAX_ROW_RANGE_DAYS} days, both ends counted.`}
            />
          </>
        )}
      </Fields>
      {file.already_uploaded && <TextField {...form.field('duplicate_reason')} />}
      {file.counts.error > 0 && <RadioGroup {...form.field('partial')} options={EXTENTS} />}
    </>
  )
}
