import type { Preferences } from '@backoffice/contract/endpoints/preferences'
import { useSession } from '../../session/store.ts'
import type { Owned } from './tab-copy.ts'

const NAME = 'preferences'
const owner = () => useSession.getState().auth.userDetails.email

export function tellTabs(saved: Preferences): void {
  const others = new BroadcastChannel(NAME)
  others.postMessage({ owner: owner(), saved } satisfies Owned)
  others.close()
}

/** Listens to what the same person saves in other tabs; the result stops it. */
export function followTabs(listener: (saved: Preferences) => void): () => void {
  const others = new BroadcastChannel(NAME)
  others.onmessage = ({ data }: MessageEvent<Owned>) => {
    if (data.owner === owner()) listener(data.saved)
  }
  return () => others.close()
}
