import { useState } from 'react'
import { usePermission } from '../../kit/access/permission.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import {
  CARD_REASON_FIELDS,
  type CardReason,
  CardReasonFields,
  cardReasonOf,
  NO_CARD_REASON,
} from '../files/tracked/card-reason.tsx'
import { areSent, casesInWords } from './case-words.ts'
import type { DialogProps } from './step-dialog.tsx'

/** Sends cases to posting: with the last four digits of their cards, or with whole numbers and a reason. */
export function PostDialog({ rows, onStep, onClose }: DialogProps) {
  const unmask = usePermission('card:unmask')
  const [isWhole, setWhole] = useState(false)
  const form = useRuleForm<CardReason>({
    fields: isWhole ? CARD_REASON_FIELDS : {},
    values: NO_CARD_REASON,
    submit: (entered) => onStep({ step: 'post', wholeNumbers: isWhole ? cardReasonOf(entered) : undefined }),
    saved: onClose,
    askOnLeaving: false,
  })
  const chooseWhole = unmask.guard(() => setWhole(true))
  const isAgain = areSent(rows)
  return (
    <FormDialog
      form={form}
      title={`Send ${casesInWords(rows)} to posting${isAgain ? ' again' : ''}`}
      message={`Downloads one CSV for the posting team${isAgain ? '' : ' and marks open cases as sent'}. Notes are not included.`}
      yes={isAgain ? 'Download' : 'Send'}
      onClose={onClose}
    >
      <RadioGroup
        name="numbers"
        label="Card numbers"
        value={isWhole ? 'whole' : 'last-four'}
        onChange={({ target }) => (target.value === 'whole' ? chooseWhole() : setWhole(false))}
        options={[
          { value: 'last-four', label: 'Last four digits' },
          {
            value: 'whole',
            label: 'Whole numbers',
            note: 'Each card is recorded with your name and counts toward your daily limit.',
            input: unmask.attributes,
          },
        ]}
      />
      {isWhole && <CardReasonFields form={form} hasNone />}
    </FormDialog>
  )
}
