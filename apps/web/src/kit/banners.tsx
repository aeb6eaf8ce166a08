import { useNewBuild } from '../builds/build-updates.ts'
import { useReach } from '../net/connectivity.ts'
import css from './banners.module.css'
import { NewBuildBanner } from './new-build-banner.tsx'
import { OfflineBanner } from './offline-banner.tsx'

/** What concerns the whole page. Always there, so that what appears in it is read out. */
export function Banners() {
  const reach = useReach((state) => state.reach)
  const isNewBuild = useNewBuild((state) => state.isThere)
  return (
    <div className={css.dock} role="status">
      {reach !== 'reachable' ? (
        // Nothing newer can be had meanwhile.
        <OfflineBanner reach={reach} />
      ) : (
        isNewBuild && <NewBuildBanner onReload={() => location.reload()} />
      )}
    </div>
  )
}
