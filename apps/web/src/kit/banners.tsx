import { useNewBuild } from '../builds/build-updates.ts'
import { type Connectivity, useConnectivity } from '../net/connectivity.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './banners.module.css'

/** Banners about the whole page. Always mounted, so that screen readers announce a banner when it is added. */
export function Banners() {
  const connectivity = useConnectivity((state) => state.connectivity)
  const isNewBuild = useNewBuild((state) => state.isThere)
  return (
    <div className={css.dock} role="status">
      {connectivity !== 'online' ? (
        // A new build cannot be loaded meanwhile.
        <OfflineBanner connectivity={connectivity} />
      ) : (
        isNewBuild && <NewBuildBanner onReload={() => location.reload()} />
      )}
    </div>
  )
}

const OFFLINE = {
  offline: {
    title: 'You are offline.',
    message: 'What you typed is kept. This page updates by itself when the connection is back.',
  },
  unreachable: {
    title: 'The server cannot be reached.',
    message: 'What you typed is kept. This page updates by itself when the server is back.',
  },
  unavailable: {
    title: 'The service is not available right now.',
    message: 'What you typed is kept. This page updates by itself when the service is back.',
  },
}

export function OfflineBanner({ connectivity }: { connectivity: Exclude<Connectivity, 'online'> }) {
  const { title, message } = OFFLINE[connectivity]
  return (
    <Notice tone="warn" title={title}>
      {message}
    </Notice>
  )
}

/** Without a click on it the next navigation loads the new build, see `builds/`. */
export function NewBuildBanner({ onReload }: { onReload: () => void }) {
  return (
    <Notice tone="info" title="A new version is ready." action={<Button onClick={onReload}>Reload</Button>}>
      Reload to use it now. Otherwise it loads when you go to another screen.
    </Notice>
  )
}
