import type { MappingGap } from '@backoffice/contract/endpoints/mapping'
import type { GapKind } from '@backoffice/contract/mapping-gaps'
import { useState } from 'react'
import { toastFailed } from '../../../kit/toast.ts'
import { useLazyModule } from '../../../kit/use-lazy-module.ts'
import { errorMessage } from '../../../net/api-error.ts'

const load = async () => (await import('./map-several-dialog.tsx')).MapSeveralDialog

type Asked = { kind: GapKind; gaps: readonly MappingGap[] }

/** Asks what several codes of a kind are mapped to. */
export function useMapSeveral(onDone: () => void) {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const Dialog = useLazyModule(load, asked !== undefined, (error) => {
    close()
    toastFailed(errorMessage(error))
  })
  return {
    ask: (kind: GapKind, gaps: readonly MappingGap[]) => setAsked({ kind, gaps }),
    dialog: asked && Dialog && <Dialog {...asked} onDone={onDone} onClose={close} />,
  }
}
