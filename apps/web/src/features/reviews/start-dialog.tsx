import type { Reply } from '@backoffice/contract/endpoint'
import { isKeyOf, keysOf } from '@backoffice/contract/objects'
import { REVIEW_SCOPES, type ReviewScope, reviewEndpoints, UNDECIDED } from '@backoffice/contract/reviews'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { plural } from '../../kit/format/format-number.ts'
import { dayAfter, today } from '../../kit/format/format-time.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { errorMessage } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { NativeSelectField, NoOption } from '../../ui/native-select-field.tsx'
import { roleOptionsQuery } from '../access/access-queries.ts'
import { NameField, ReviewFields, type ReviewValues, reviewFields } from './review-fields.tsx'
import { proposedName } from './review-words.ts'
import { previewQuery, REVIEWS, refreshReviews, reviewersQuery, storeReview } from './reviews-queries.ts'

type Values = ReviewValues & { scope: string; role_id: string }
/** Days until a review is due, unless the user chooses another day. */
const DEFAULT_DAYS = 14

/** Form of a new review, with the number of its items. */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { data: roles } = useQuery(roleOptionsQuery)
  const start = useWrite({
    run: ({ scope, role_id, undecided, ...values }: Values, key) =>
      call(reviewEndpoints.start, {
        body: {
          ...values,
          scope: scopeOf(scope),
          undecided: isKeyOf(UNDECIDED, undecided) ? undecided : 'KEEP',
          ...(scope === 'ROLE' && { role_id }),
        },
        idempotencyKey: key,
      }),
    isRepeatable: true,
    successText: ({ name }) => `Review started: ${name}`,
    store: storeReview,
    refresh: refreshReviews,
  })
  const form = useRuleForm<Values, Reply<typeof reviewEndpoints.start>>({
    fields: {
      scope: { label: 'Scope', rules: 'select_required' },
      role_id: {
        label: 'Role',
        check: (value, { scope }) => (scope === 'ROLE' && value === '' ? 'Select Role' : undefined),
        reads: ['scope'],
      },
      ...reviewFields(),
    },
    values: {
      scope: 'HIGH_RISK',
      role_id: '',
      name: proposedName('HIGH_RISK', undefined),
      due_on: dayAfter(today(), DEFAULT_DAYS),
      undecided: 'KEEP',
      reviewers: [],
    },
    submit: start.send,
    saved: (_, { id }) => {
      onClose()
      void navigate({ ...recordLink(REVIEWS, id), search: {} })
    },
    confirmLeave: false,
  })
  const scope = scopeOf(form.watch('scope'))
  const roleId = form.watch('role_id')
  const isComplete = scope !== 'ROLE' || roleId !== ''
  const preview = useQuery({
    ...previewQuery({ scope, ...(scope === 'ROLE' && { role_id: roleId }) }),
    enabled: isComplete,
  })
  const { data: people } = useQuery(reviewersQuery)

  const nameOf = (id: string) => roles?.find((role) => role.id === id)?.name
  /** Proposes a name for another scope, unless the user has typed one. */
  function change(next: Partial<Pick<Values, 'scope' | 'role_id'>>) {
    const before = proposedName(scope, nameOf(roleId))
    const isProposed = form.watch('name') === before || form.watch('name').trim() === ''
    if (next.scope !== undefined) form.set('scope', next.scope)
    if (next.role_id !== undefined) form.set('role_id', next.role_id)
    const id = next.role_id ?? roleId
    if (isProposed) form.set('name', proposedName(scopeOf(next.scope ?? scope), nameOf(id)))
  }

  const { onChange: _scope, ...scopeField } = form.widget('scope')
  const { onChange: _role, ...roleField } = form.widget('role_id')
  return (
    <FormDialog
      form={form}
      title="Start review"
      message={
        <span role="status">
          {!isComplete && 'Choose a role to see the number of items.'}
          {isComplete && preview.error && errorMessage(preview.error)}
          {isComplete && !preview.error && !preview.data && 'Counting items…'}
          {isComplete &&
            preview.data &&
            `${plural(preview.data.items, 'item')} of ${plural(preview.data.users, 'user')}, as access is now.`}
        </span>
      }
      yes="Start review"
      onClose={onClose}
    >
      <NativeSelectField {...scopeField} onChange={({ target }) => change({ scope: target.value })}>
        {keysOf(REVIEW_SCOPES).map((each) => (
          <option key={each} value={each}>
            {REVIEW_SCOPES[each]}
          </option>
        ))}
      </NativeSelectField>
      {scope === 'ROLE' && (
        <NativeSelectField
          {...roleField}
          required
          optional={false}
          onChange={({ target }) => change({ role_id: target.value })}
        >
          <NoOption />
          {roles?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelectField>
      )}
      <NameField form={form} />
      <ReviewFields form={form} people={people} />
    </FormDialog>
  )
}

const scopeOf = (value: string): ReviewScope => (isKeyOf(REVIEW_SCOPES, value) ? value : 'HIGH_RISK')
