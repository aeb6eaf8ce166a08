import { CASE_RESOLUTION_LABELS, CASE_RESOLUTIONS } from '@backoffice/contract/case-values'
import { type CaseRow, caseEndpoints } from '@backoffice/contract/cases'
import { useState } from 'react'
import { usePermission } from '../../kit/access/permission.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { RadioGroup } from '../../ui/choice.tsx'
import { NativeSelectField, NoOption } from '../../ui/native-select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import {
  CARD_REASON_FIELDS,
  type CardReason,
  CardReasonFields,
  cardReasonOf,
  NO_CARD_REASON,
} from '../files/tracked/card-reason.tsx'
import { type Person, PersonField } from './case-fields.tsx'
import type { Step } from './case-steps.tsx'
import { areSent, describeCases } from './case-words.ts'

type Props = {
  step: Exclude<Step['step'], 'send'>
  rows: readonly CaseRow[]
  /** Throws if the whole call is refused. */
  onStep: (step: Step) => Promise<unknown>
  onClose: () => void
}

/** Dialog for the input of a step, such as an assignee, a resolution, a reason, or the form of card numbers. */
export function StepDialog({ step, ...props }: Props) {
  switch (step) {
    case 'post':
      return <PostDialog {...props} />
    case 'assign':
      return <AssignDialog {...props} />
    case 'resolve':
      return <ResolveDialog {...props} />
    case 'reject':
    case 'reopen':
      return <ReasonDialog {...props} step={step} />
  }
}

export type DialogProps = Omit<Props, 'step'>

function AssignDialog({ rows, onStep, onClose }: DialogProps) {
  const [first] = rows
  const form = useRuleForm<{ assignee_id: Person | null }>({
    fields: { assignee_id: { label: 'Assignee' } },
    values: { assignee_id: (rows.length === 1 && first?.assignee) || null },
    submit: ({ assignee_id }) => onStep({ step: 'assign', assignee: assignee_id }),
    saved: onClose,
    confirmLeave: false,
  })
  return (
    <FormDialog
      form={form}
      title={`Assign ${describeCases(rows)}`}
      message="The assignee sees the case and is notified."
      yes="Assign"
      onClose={onClose}
    >
      <PersonField field={form.widget('assignee_id')} hint="A user who may update cases" />
    </FormDialog>
  )
}

function ResolveDialog({ rows, onStep, onClose }: DialogProps) {
  const form = useRuleForm({
    fields: {
      resolution: { label: 'Resolution', rules: 'select_required' },
      reason: { label: 'Reason', rules: 'max:200' },
    },
    values: { resolution: '', reason: '' },
    submit: ({ resolution, reason }) => {
      const known = CASE_RESOLUTIONS.find((each) => each === resolution)
      if (!known) throw new Error('The form was submitted without a resolution.')
      return onStep({ step: 'resolve', resolution: known, reason })
    },
    saved: onClose,
    confirmLeave: false,
  })
  return (
    <FormDialog
      form={form}
      title={`Resolve ${describeCases(rows)}`}
      message="Its purchases can then be followed in another case. A resolved case can be reopened."
      yes="Resolve"
      onClose={onClose}
    >
      <NativeSelectField {...form.field('resolution')}>
        <NoOption />
        {CASE_RESOLUTIONS.map((each) => (
          <option key={each} value={each}>
            {CASE_RESOLUTION_LABELS[each]}
          </option>
        ))}
      </NativeSelectField>
      <TextArea {...form.field('reason')} hint="Visible in history" maxLength={800} />
    </FormDialog>
  )
}

const REASON_WORDS = {
  reject: {
    verb: 'Reject',
    message: 'The points are not owed or cannot be posted. A rejected case can be reopened.',
  },
  reopen: {
    verb: 'Reopen',
    message: 'The case is open again and follows its purchases, unless another case now does.',
  },
} as const

function ReasonDialog({ step, rows, onStep, onClose }: DialogProps & { step: 'reject' | 'reopen' }) {
  const form = useRuleForm({
    fields: caseEndpoints[step].rules,
    values: { reason: '' },
    submit: ({ reason }) => onStep({ step, reason }),
    saved: onClose,
    confirmLeave: false,
  })
  const { verb, message } = REASON_WORDS[step]
  return (
    <FormDialog
      form={form}
      title={`${verb} ${describeCases(rows)}`}
      message={message}
      yes={verb}
      isDangerous={step === 'reject'}
      onClose={onClose}
    >
      <TextArea {...form.field('reason')} hint="Visible in history" maxLength={800} />
    </FormDialog>
  )
}

/** Sends cases to posting with the last four digits of their cards, or with whole numbers and a reason. */
function PostDialog({ rows, onStep, onClose }: DialogProps) {
  const unmask = usePermission('card:unmask')
  const [isWhole, setWhole] = useState(false)
  const form = useRuleForm<CardReason>({
    fields: isWhole ? CARD_REASON_FIELDS : {},
    values: NO_CARD_REASON,
    submit: (entered) => onStep({ step: 'post', wholeNumbers: isWhole ? cardReasonOf(entered) : undefined }),
    saved: onClose,
    confirmLeave: false,
  })
  const chooseWhole = unmask.guard(() => setWhole(true))
  const isAgain = areSent(rows)
  return (
    <FormDialog
      form={form}
      title={`Send ${describeCases(rows)} to posting${isAgain ? ' again' : ''}`}
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
