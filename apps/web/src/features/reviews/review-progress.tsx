import type { ReviewRow } from '@backoffice/contract/reviews'
import { computedStyle } from '../../ui/computed-style.ts'
import css from './reviews.module.css'

/** Bar of kept and removed items. Its caller shows the counts as text. */
export function ReviewProgress({ counts: { total, kept, removed } }: Pick<ReviewRow, 'counts'>) {
  const share = (count: number) => computedStyle({ 'flex-basis': `${(100 * count) / Math.max(1, total)}%` })
  return (
    <span className={css.bar} aria-hidden="true">
      {kept > 0 && <span ref={share(kept)} data-decision="KEEP" />}
      {removed > 0 && <span ref={share(removed)} data-decision="REMOVE" />}
    </span>
  )
}
