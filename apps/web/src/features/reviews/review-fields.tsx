import {
  MAX_REVIEW_DAYS,
  MAX_REVIEW_NAME_CHARS,
  MIN_NOTICE_DAYS,
  MIN_REVIEWERS,
  UNDECIDED,
} from '@backoffice/contract/reviews'
import { useMemo } from 'react'
import type { FieldRules, RuleForm, Values } from '../../kit/form/rule-form.ts'
import { dayAfter, today } from '../../kit/format/format-time.ts'
import { RadioGroup } from '../../ui/choice.tsx'
import { DateField } from '../../ui/date/date-input.tsx'
import { TextField } from '../../ui/field.tsx'
import { SearchableSelectField } from '../../ui/select/select.tsx'

/** Values that can be changed while a review is open. */
export type ReviewValues = { name: string; due_on: string; undecided: string; reviewers: string[] }

const TOO_FEW = `Choose at least ${MIN_REVIEWERS} reviewers: no one decides about their own access`

const fields = {
  name: { label: 'Name', rules: `required|max:${MAX_REVIEW_NAME_CHARS}` },
  due_on: {
    label: 'Due date',
    rules: 'required',
    check: (value: string) => {
      if (value < today()) return 'The due date is in the past'
      const last = dayAfter(today(), MAX_REVIEW_DAYS)
      return value > last ? `Choose a date within ${MAX_REVIEW_DAYS} days` : undefined
    },
  },
  undecided: { label: 'If undecided', rules: 'required' },
  reviewers: {
    label: 'Reviewers',
    rules: 'select_required',
    check: (value: string[]) => (value.length < MIN_REVIEWERS ? TOO_FEW : undefined),
  },
} as const satisfies { [K in keyof ReviewValues]: FieldRules<Values, never> }

const firstRemoval = () => dayAfter(today(), MIN_NOTICE_DAYS)

/** Fields of a review. `dueOn` is its current due date, which can be moved to any later day. */
export function reviewFields(dueOn?: string) {
  const check = (value: string, { undecided }: ReviewValues) =>
    undecided === 'REMOVE' && (dueOn === undefined || value < dueOn) && value < firstRemoval()
      ? `Choose a date at least ${MIN_NOTICE_DAYS} days from today: undecided access is removed then`
      : fields.due_on.check(value)
  return { ...fields, due_on: { ...fields.due_on, check, reads: ['undecided' as const] } }
}

type NameProps<V extends ReviewValues> = { form: RuleForm<V> }

export function NameField<V extends ReviewValues>({ form }: NameProps<V>) {
  return <TextField {...form.field('name')} maxLength={MAX_REVIEW_NAME_CHARS} />
}

/** `email` distinguishes users with the same name. */
type Person = { id: string; name: string; email?: string }
type Props<V extends ReviewValues> = {
  form: RuleForm<V>
  /** Users who can be reviewers; undefined while loading. */
  people: readonly Person[] | undefined
  /** Current reviewers, who may no longer be offered. */
  known?: readonly Person[]
  /** The review keeps undecided access and has started, so it will not remove it. */
  isKept?: boolean
}

const option = ({ id, name, email }: Person) => ({ value: id, label: name, ...(email && { note: email }) })

/** Due date, reviewers and the treatment of undecided items. */
export function ReviewFields<V extends ReviewValues>({ form, people, known = [], isKept = false }: Props<V>) {
  const options = useMemo(() => (people ?? []).map(option), [people])
  const { onChange, ...reviewers } = form.widget('reviewers')
  return (
    <>
      <DateField {...form.date('due_on')} hint="The review ends at the end of this day" />
      <SearchableSelectField
        {...reviewers}
        multiple
        options={options}
        known={known.map(option)}
        loading={people === undefined}
        // The field has no other type.
        onChange={(ids: string[]) => onChange(ids as V['reviewers'])}
        closeOnSelect={false}
        clearOnSelect
        showLabels={false}
        placeholder="Users who may decide in reviews"
        limit={50}
      />
      <RadioGroup
        {...form.field('undecided')}
        options={[
          {
            value: 'KEEP',
            label: UNDECIDED.KEEP,
            note: 'Access stays, and the evidence lists it as undecided',
          },
          {
            value: 'REMOVE',
            label: UNDECIDED.REMOVE,
            note: isKept ? 'Can only be chosen when a review starts' : 'Access without a decision ends',
            disabled: isKept,
          },
        ]}
      />
    </>
  )
}
