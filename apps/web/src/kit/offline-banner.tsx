import type { Connectivity } from '../net/connectivity.ts'
import { Notice } from '../ui/notice.tsx'

const WORDS = {
  offline: {
    title: 'You are offline.',
    words: 'What you typed is kept. This page updates by itself when the connection is back.',
  },
  unreachable: {
    title: 'The server cannot be reached.',
    words: 'What you typed is kept. This page updates by itself when the server is back.',
  },
}

/** Said for as long as it lasts. */
export function OfflineBanner({ connectivity }: { connectivity: Exclude<Connectivity, 'online'> }) {
  const { title, words } = WORDS[connectivity]
  return (
    <Notice tone="warn" title={title}>
      {words}
    </Notice>
  )
}
