import { lacksSecond, REVIEW_DECISIONS, type ReviewItem } from '@backoffice/contract/reviews'
import { formatDayAndTime, formatExactTime } from '../../kit/format/format-time.ts'
import { Facts } from '../../ui/card.tsx'
import { SimilarNames } from '../access/similar-names.tsx'
import { useDeciding } from './decisions.ts'
import css from './items.module.css'
import { permissionLabel } from './items-list.tsx'
import { lastUsedText, originText, othersText, untilText } from './review-words.ts'

/** All facts about an item, with permissions in words, conflicts, use, origin and decision. */
export function ItemDetail({ item }: { item: ReviewItem }) {
  const { review } = useDeciding()
  const { user, grant, permissions, conflicts } = item
  const used = lastUsedText(item, review.use_recorded_since)
  const until = untilText(grant)
  return (
    <div className={css.detail}>
      {item.undecidable === null && <SimilarNames name={user.name} id={user.id} />}
      {permissions.length > 0 && (
        <section>
          <h2>High-risk permissions</h2>
          <ul className={css.permissions}>
            {permissions.map((each) => (
              <li key={each}>
                <code>{each}</code> {permissionLabel(each)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {conflicts.length > 0 && (
        <section>
          <h2>Conflicting permissions</h2>
          <ul className={css.permissions}>
            {conflicts.map((pair) => (
              <li key={pair.join()}>
                {user.name} can both {pair.map((each) => permissionLabel(each).toLowerCase()).join(' and ')}.
              </li>
            ))}
          </ul>
        </section>
      )}
      <Facts
        items={[
          ['Last used', used.tone === 'bad' ? used.text : `${used.text} (${used.title})`],
          ['Granted', originText(item)],
          ...(until ? [['Ends', until.replace('until ', '')] as const] : []),
          ['Others', othersText(item)],
          ['Department', user.department ?? 'No department'],
          ['Last sign-in', user.last_sign_in_at ? formatDayAndTime(user.last_sign_in_at) : 'Never'],
          ...decisionFacts(item),
        ]}
      />
    </div>
  )
}

function decisionFacts(item: ReviewItem): (readonly [string, string])[] {
  const { decision, decided_by, decided_at, reason, replacement, outcome_detail } = item
  if (decision === null)
    return [
      ...overturnedFacts(item),
      ...(outcome_detail === null ? [] : [['Outcome', outcome_detail] as const]),
    ]
  return [
    [
      'Decision',
      [
        REVIEW_DECISIONS[decision],
        decided_by && `by ${decided_by.name}`,
        decided_at && formatExactTime(decided_at),
      ]
        .filter(Boolean)
        .join(', '),
    ],
    ...(reason === null ? [] : [['Reason', reason] as const]),
    ...agreementFacts(item),
    ...(replacement === null ? [] : [['Replacement role', replacement.name] as const]),
    ...overturnedFacts(item),
    ...(outcome_detail === null ? [] : [['Outcome', outcome_detail] as const]),
  ]
}

function agreementFacts(item: ReviewItem): (readonly [string, string])[] {
  const { agreed_by, agreed_at, agreed_reason } = item
  if (agreed_by === null)
    return lacksSecond(item) ? [['Second reviewer', 'Must agree, or the item stays undecided']] : []
  const when = agreed_at === null ? '' : `, ${formatExactTime(agreed_at)}`
  return [['Second reviewer', `${agreed_by.name}${when}: ${agreed_reason}`]]
}

function overturnedFacts({ overturned }: ReviewItem): (readonly [string, string])[] {
  return overturned.map((each, index) => {
    const who = [each.decided_by, each.agreed_by].filter(Boolean).join(' and ')
    const why = each.reason === null ? '' : ` (${each.reason})`
    const number = overturned.length > 1 ? ` ${index + 1}` : ''
    return [
      `Overturned${number}`,
      `${REVIEW_DECISIONS[each.decision]} by ${who}${why}. Overturned by ${each.overturned_by}, ${formatExactTime(each.overturned_at)}: ${each.overturned_reason}`,
    ] as const
  })
}
