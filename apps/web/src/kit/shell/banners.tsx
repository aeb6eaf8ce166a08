import { useNewBuild } from '../../net/builds/build-updates.ts'
import { type Connectivity, useConnectivity } from '../../net/connectivity.ts'
import { useLockWarning } from '../../session/idle-lock.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './banners.module.css'

/** Banners of the page. The container is always mounted, so that screen readers announce new banners. */
export function Banners() {
  const connectivity = useConnectivity((state) => state.connectivity)
  const isNewBuild = useNewBuild((state) => state.isThere)
  const isLockDue = useLockWarning((state) => state.isDue)
  return (
    <div className={css.dock} role="status">
      {isLockDue && <LockBanner />}
      {connectivity !== 'online' ? (
        // A new build cannot load while offline.
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
    message: 'Your input is kept. This page updates automatically when the connection is back.',
  },
  unreachable: {
    title: 'The server cannot be reached.',
    message: 'Your input is kept. This page updates automatically when the server is back.',
  },
  unavailable: {
    title: 'The service is not available right now.',
    message: 'Your input is kept. This page updates automatically when the service is back.',
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

/** Any input cancels the lock, so the button only has to be pressed. */
export function LockBanner() {
  return (
    <Notice tone="warn" title="Your screen locks in a minute." action={<Button>Stay signed in</Button>}>
      There was no input for a while. Press a key, move the pointer or tap to stay.
    </Notice>
  )
}

/** Offers a reload; otherwise the next navigation loads the new build, see `builds/`. */
export function NewBuildBanner({ onReload }: { onReload: () => void }) {
  return (
    <Notice tone="info" title="A new version is ready." action={<Button onClick={onReload}>Reload</Button>}>
      Reload to use it now. Otherwise it loads when you go to another screen.
    </Notice>
  )
}
