import { reviewItemsList } from '@backoffice/contract/lists/reviews'
import { isKeyOf } from '@backoffice/contract/objects'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'
import { lacksSecond, type Review, type ReviewItem } from '@backoffice/contract/reviews'
import type { Column, List } from '../../kit/list/columns.ts'
import { InCard } from '../../kit/list/data-row.tsx'
import { capitalised } from '../../kit/record/event-words.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import { DecisionControl } from './decision-controls.tsx'
import { reviewersText } from './decisions.ts'
import css from './items.module.css'
import {
  itemName,
  lastUsedText,
  originText,
  othersShort,
  othersText,
  outcomeBadge,
  untilText,
} from './review-words.ts'

type ItemColumn = Column<ReviewItem, keyof (typeof reviewItemsList)['fields']>

/** Label of a permission of a stored item, which may be unknown by now. */
export const permissionLabel = (permission: string) =>
  isKeyOf(PERMISSION_LABELS, permission) ? capitalised(PERMISSION_LABELS[permission]) : permission

/** Items of a review. They have a decision while it is open, and then an outcome. */
export function itemsList({
  status,
  use_recorded_since,
}: Pick<Review, 'status' | 'use_recorded_since'>): List<ReviewItem, typeof reviewItemsList> {
  return {
    declaration: reviewItemsList,
    noun: 'item',
    idOf: ({ id }) => id,
    nameOf: itemName,
    isNamedByCell: true,
    withoutCheckbox: ({ undecidable }) => (undecidable === null ? undefined : null),
    columns: [
      {
        field: 'user',
        always: true,
        card: 'title',
        cell: ({ user }) => (
          <span className={css.two}>
            <strong>{user.name}</strong>
            <small title={[user.email, user.department].filter(Boolean).join(', ')}>{user.email}</small>
          </span>
        ),
      },
      { field: 'grant', cell: (item) => <Grant item={item} /> },
      { field: 'risk', label: 'Risk', card: 'badge', cell: (item) => <Marks item={item} /> },
      {
        field: 'last_used_on',
        cell: (item) => {
          const { text, title, tone } = lastUsedText(item, use_recorded_since)
          return (
            <span className={css.used} data-tone={tone} title={title}>
              <InCard>Last used: </InCard>
              {text}
            </span>
          )
        },
      },
      {
        field: 'granted_at',
        heading: 'Granted, others',
        // After the end the outcome needs its space.
        ...(status !== 'OPEN' && { hidden: true }),
        cell: (item) => (
          <span className={css.two}>
            <span>
              <InCard>Granted by </InCard>
              {originText(item)}
            </span>
            <small title={othersText(item)}>{othersShort(item)}</small>
          </span>
        ),
      },
      ...(status === 'OPEN' ? [DECISION] : [DECISION, OUTCOME]),
      {
        field: 'decided_by',
        hidden: true,
        card: 'none',
        cell: ({ decided_by }) => decided_by?.name ?? <EmptyValue />,
      },
    ],
  }
}

const DECISION: ItemColumn = {
  field: 'decision',
  always: true,
  card: 'foot',
  cell: (item) => (
    <span className={css.deciding}>
      <DecisionControl item={item} />
      <Reviewers item={item} />
      {item.reason !== null && (
        <span className={css.reason} title={item.reason}>
          {item.reason}
        </span>
      )}
    </span>
  ),
}

/** Number of reviewers of a removal that one alone does not decide. */
function Reviewers({ item }: { item: ReviewItem }) {
  const text = reviewersText(item)
  if (text === undefined) return null
  const names = [item.decided_by, item.agreed_by].flatMap((each) => each?.name ?? []).join(', ')
  return (
    <span className={css.reviewers} data-open={lacksSecond(item) || undefined} title={names}>
      {text}
    </span>
  )
}

const OUTCOME: ItemColumn = {
  field: 'outcome',
  always: true,
  card: 'foot',
  cell: ({ outcome, outcome_detail }) => {
    if (outcome === null) return <EmptyValue />
    const { tone, text } = outcomeBadge(outcome)
    return (
      <span className={css.two}>
        <Badge tone={tone}>{text}</Badge>
        {outcome_detail !== null && <small title={outcome_detail}>{outcome_detail}</small>}
      </span>
    )
  },
}

/** The role or policy with its high-risk permissions, the first of them as text. */
function Grant({ item: { grant, permissions } }: { item: ReviewItem }) {
  const [first, ...others] = permissions
  const until = untilText(grant)
  return (
    <span className={css.two}>
      <span>
        {grant.kind === 'role' ? 'Role' : 'Policy'} {grant.name}
        {until && `, ${until}`}
      </span>
      <small title={permissions.map((each) => `${each}: ${permissionLabel(each)}`).join('\n')}>
        {first === undefined ? 'No high-risk permissions' : <code>{first}</code>}
        {others.length > 0 && ` and ${others.length} more`}
      </small>
    </span>
  )
}

/** Reasons for a closer look, such as high risk, conflicting permissions or a dormant user. */
function Marks({ item: { permissions, conflicts, user } }: { item: ReviewItem }) {
  const marks = [user.is_dormant && 'Dormant', conflicts.length > 0 && 'Conflicting'].filter(Boolean)
  return (
    <span className={css.two}>
      {permissions.length > 0 && <Badge tone="warn">High risk</Badge>}
      {marks.length > 0 && <small className={css.marks}>{marks.join(', ')}</small>}
      {permissions.length === 0 && marks.length === 0 && <EmptyValue />}
    </span>
  )
}
