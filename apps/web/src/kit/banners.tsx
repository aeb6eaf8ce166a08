import { useNewBuild } from '../builds/build-updates.ts'
import { useConnectivity } from '../net/connectivity.ts'
import css from './banners.module.css'
import { NewBuildBanner } from './new-build-banner.tsx'
import { OfflineBanner } from './offline-banner.tsx'

/** What concerns the whole page. Always there, so that what appears in it is read out. */
export function Banners() {
  const connectivity = useConnectivity((state) => state.connectivity)
  const isNewBuild = useNewBuild((state) => state.isThere)
  return (
    <div className={css.dock} role="status">
      {connectivity !== 'online' ? (
        // Nothing newer can be had meanwhile.
        <OfflineBanner connectivity={connectivity} />
      ) : (
        isNewBuild && <NewBuildBanner onReload={() => location.reload()} />
      )}
    </div>
  )
}
