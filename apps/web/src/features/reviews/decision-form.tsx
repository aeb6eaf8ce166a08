import { REVIEW_DECISIONS, type ReviewDecision, type ReviewItem } from '@backoffice/contract/reviews'
import { DEFAULT_REPLACEMENT } from '@backoffice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { Form } from '../../kit/form/form.tsx'
import { FormError } from '../../kit/form/form-error.ts'
import { FormRefusal } from '../../kit/form/form-refusal.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { errorMessage } from '../../net/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SearchableSelectField } from '../../ui/select/select.tsx'
import { agrees, consequences, overturns, REASON_FIELD, useDecide, useDeciding } from './decisions.ts'
import css from './items.module.css'
import { itemName, needsReplacement } from './review-words.ts'
import { replacementsQuery } from './reviews-queries.ts'

/** The server’s default, whose id only the list of replacements has. */
const DEFAULT = 'default'

const DEFAULT_OPTION = { value: DEFAULT, label: DEFAULT_REPLACEMENT }

type Role = { id: string; name: string; description?: string | null }

const optionOf = ({ id, name, description }: Role) => ({
  value: name === DEFAULT_REPLACEMENT ? DEFAULT : id,
  label: name,
  ...(description && { note: description }),
})

type Props = { item: ReviewItem; decision: ReviewDecision }

/** Reason of a decision and, for a removed role, its replacement. A refusal keeps what was typed. */
export function DecisionForm({ item, decision }: Props) {
  const { review, closeForm } = useDeciding()
  // The form shows refusals.
  const { send } = useDecide(review, { close: () => undefined })
  const isRemoval = decision === 'REMOVE'
  const hasRole = isRemoval && needsReplacement(item)
  const replacements = useQuery({ ...replacementsQuery(review.id, item.id), enabled: hasRole })
  const chosenBefore = item.replacement?.name === DEFAULT_REPLACEMENT ? null : item.replacement
  const close = () => closeForm(item.id)
  const label = REVIEW_DECISIONS[decision]
  const form = useRuleForm({
    fields: { ...REASON_FIELD, replacement: { label: 'Replacement role', rules: 'select_required' } },
    values: {
      reason: overturns(item, decision) ? '' : (item.reason ?? ''),
      replacement: chosenBefore?.id ?? DEFAULT,
    },
    submit: async ({ reason, replacement }) => {
      // Without a role, the reviewer agrees to that of the other one.
      const isOther = agrees(item) && chosenBefore !== null
      const byDefault = isOther
        ? replacements.data?.find(({ name }) => name === DEFAULT_REPLACEMENT)?.id
        : undefined
      const roleId = replacement === DEFAULT ? byDefault : replacement
      const chosen = hasRole && roleId !== undefined && { replacement_role_id: roleId }
      const { refusals } = await send({ decision, reason, ...chosen, items: [item] })
      const [refused] = refusals
      if (refused) throw new FormError(refused.reason)
    },
    saved: close,
    confirmLeave: false,
  })
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  const options = useMemo(() => (replacements.data ?? []).map(optionOf), [replacements.data])
  const { value, onChange, ...field } = form.widget('replacement')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a shortcut for Cancel
    <div
      ref={element}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <Form form={form} className={css.removal} aria-label={`${label} ${itemName(item)}`}>
        <FormRefusal form={form} />
        <div className={css.removalFields}>
          <TextField {...form.field('reason')} maxLength={800} hint="Visible in history and evidence" />
          {hasRole && (
            <SearchableSelectField
              {...field}
              {...{ value, options }}
              known={[DEFAULT_OPTION, ...(chosenBefore ? [optionOf(chosenBefore)] : [])]}
              onChange={(id) => onChange(id ?? DEFAULT)}
              allowEmpty={false}
              loading={replacements.isPending}
              problem={replacements.error ? errorMessage(replacements.error) : undefined}
              showLabels={false}
              hint={`${DEFAULT_REPLACEMENT}, or a role that gives the user nothing new`}
            />
          )}
        </div>
        <div className={css.removalButtons}>
          <Button type="submit" variant={isRemoval ? 'danger' : 'primary'} busy={form.busy}>
            {label}
          </Button>
          <Button onClick={close}>Cancel</Button>
          <span className={css.quiet}>{consequences(item, decision)}</span>
        </div>
      </Form>
    </div>
  )
}
