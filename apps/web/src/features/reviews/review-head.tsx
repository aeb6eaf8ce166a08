import { type Review, UNDECIDED } from '@backoffice/contract/reviews'
import { formatNumber } from '../../ui/format-number.ts'
import { ReviewProgress } from './review-progress.tsx'
import { decidedText, progressText, scopeText } from './review-words.ts'
import css from './reviews.module.css'
import { Due } from './reviews-list.tsx'

/** Progress and facts of a review. */
export function ReviewHead({ review }: { review: Review }) {
  const names = review.reviewers.map(({ name, can_decide }) => (can_decide ? name : `${name} (can’t decide)`))
  const [first, ...others] = names
  return (
    <section className={css.head} aria-label="Progress">
      <div className={css.progress}>
        <p>
          <strong>{decidedText(review)}</strong> <span>{progressText(review)}</span>
        </p>
        <ReviewProgress counts={review.counts} />
      </div>
      <dl className={css.facts}>
        <div>
          <dt>Due</dt>
          <dd>
            <Due row={review} />
          </dd>
        </div>
        <div>
          <dt>If undecided</dt>
          <dd>{UNDECIDED[review.undecided]}</dd>
        </div>
        <div>
          <dt>Scope</dt>
          <dd>{scopeText(review)}</dd>
        </div>
        <div>
          <dt>Owner</dt>
          <dd>{review.started_by.name}</dd>
        </div>
        <div>
          <dt>Reviewers</dt>
          <dd>
            {first}
            {others.length > 0 && (
              <details className={css.more}>
                <summary>and {formatNumber(others.length)} more</summary>
                {others.join(', ')}
              </details>
            )}
          </dd>
        </div>
      </dl>
    </section>
  )
}
