import type { Reach } from '../net/reachability.ts'
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
export function OfflineBanner({ reach }: { reach: Exclude<Reach, 'reachable'> }) {
  const { title, words } = WORDS[reach]
  return (
    <Notice tone="warn" title={title}>
      {words}
    </Notice>
  )
}
