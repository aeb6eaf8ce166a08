import { type Crumb, Page } from '../../kit/page.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './file-screen.module.css'

/** The file's screen before the file is there. */
export function FileSkeleton({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <Page title="File" crumbs={crumbs}>
      <Card>
        <div className={css.top}>
          <Skeleton width={180} height={20} />
          <Skeleton width={140} height={20} />
        </div>
        <Skeleton width="100%" height={8} />
        <ol className={css.phases} aria-hidden="true">
          {['1', '2', '3', '4', '5'].map((phase) => (
            <li key={phase}>
              <Skeleton width={80} height={20} />
              <small />
            </li>
          ))}
        </ol>
      </Card>
      <div className={css.tiles} aria-hidden="true">
        {['1', '2', '3', '4', '5'].map((tile) => (
          <div key={tile} className={css.tile}>
            <Skeleton width={72} height={20} />
            <Skeleton width={96} height={28} />
          </div>
        ))}
      </div>
    </Page>
  )
}
