import { Card } from '../../../ui/card.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { SkeletonRows } from '../../../ui/table.tsx'
import css from './single.module.css'

/** The frame of a result while it loads: strip, six rows, reply. */
export function LoadingResult() {
  return (
    <div className={css.result} aria-busy="true">
      <div className={css.card}>
        <Card flush>
          <div className={css.strip}>
            <Loading height={44} />
          </div>
          <div className={css.strip}>
            <Loading height={36} />
          </div>
        </Card>
      </div>
      <div className={css.reply}>
        <Card title="Reply text">
          <Loading height={150} />
        </Card>
      </div>
      <div className={css.rows}>
        <Card flush>
          <table className={css.skeleton} aria-hidden="true">
            <tbody>
              <SkeletonRows rows={6} columns={5} />
            </tbody>
          </table>
        </Card>
      </div>
    </div>
  )
}
