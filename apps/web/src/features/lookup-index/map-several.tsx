import type { MappingGap } from '@backoffice/contract/mapping'
import type { GapKind } from '@backoffice/contract/mapping-gaps'
import { useState } from 'react'
import { useLazyDialog } from '../../kit/lazy/use-lazy-dialog.ts'

const load = async () => (await import('./map-several-dialog.tsx')).MapSeveralDialog

type Request = { kind: GapKind; gaps: readonly MappingGap[] }

/** Dialog to map several codes of a kind. */
export function useMapSeveral(onDone: () => void) {
  const [request, setRequest] = useState<Request>()
  const close = () => setRequest(undefined)
  const Dialog = useLazyDialog(load, request !== undefined, close)
  return {
    open: (kind: GapKind, gaps: readonly MappingGap[]) => setRequest({ kind, gaps }),
    dialog: request && Dialog && <Dialog {...request} onDone={onDone} onClose={close} />,
  }
}
