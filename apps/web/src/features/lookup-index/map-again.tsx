import { mappingEndpoints } from '@backoffice/contract/mapping'
import { type GapKind, gapPermission } from '@backoffice/contract/mapping-gaps'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { useWrite } from '../../kit/form/use-write.ts'
import { call } from '../../net/call.ts'
import { Button } from '../../ui/button.tsx'
import { expectResult } from '../files/tracked/file-notices.ts'

/** Maps transactions that were received or corrected after their code was mapped. */
export function MapAgain({ kind }: { kind: GapKind }) {
  const start = useWrite({
    run: () => call(mappingEndpoints.map, { body: { kind } }),
    successText: 'Mapping started',
    store: ({ source_filekey }) => expectResult(source_filekey),
  })
  return (
    <PermissionGate permission={gapPermission(kind, 'update')}>
      <Button
        title="Maps transactions whose codes now have a row"
        busy={start.isPending}
        onClick={() => start.run()}
      >
        Re-run mapping
      </Button>
    </PermissionGate>
  )
}
