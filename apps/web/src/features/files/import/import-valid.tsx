import type { ImportPreview, TrackedFile } from '@backoffice/contract/files'
import { PermissionGate } from '../../../kit/access/permission-gate.tsx'
import { ConfirmButton } from '../../../kit/feedback/confirm-button.tsx'
import { plural } from '../../../kit/format/format-number.ts'
import { Button } from '../../../ui/button.tsx'
import { importsOf } from '../tracked/categories.ts'
import { useImport } from './use-import.ts'

type Props = {
  file: TrackedFile
  preview: ImportPreview
  /** Called instead of the import while corrections are not checked. */
  onBlocked: (() => void) | undefined
}

/** Imports the valid rows, after a confirmation if others are left out. */
export function ImportValid({ file, preview, onBlocked }: Props) {
  const { rejected } = preview
  const written = preview.new + preview.changed
  const run = useImport(file, { showsError: rejected > 0 })
  if (written === 0 || file.state !== 'AWAITING_CONFIRMATION') return null
  const shared = {
    variant: onBlocked ? 'plain' : 'primary',
    'aria-disabled': onBlocked ? true : undefined,
  } as const
  const { permission } = importsOf(file)
  if (rejected === 0)
    return (
      <PermissionGate permission={permission}>
        <Button {...shared} busy={run.isPending} onClick={onBlocked ?? (() => run.run({}))}>
          Import {plural(written, 'row')}
        </Button>
      </PermissionGate>
    )
  return (
    <PermissionGate permission={permission}>
      <ConfirmButton
        {...shared}
        {...(onBlocked && { onClick: onBlocked })}
        title={`Import ${plural(written, 'valid row')}?`}
        message={`${plural(rejected, 'rejected row is', 'rejected rows are')} skipped. After the import, ${rejected === 1 ? 'it' : 'they'} can only be fixed in a new file.`}
        yes="Import"
        write={{ ...run, run: () => run.run({ partial: true }) }}
      >
        Import {plural(written, 'valid row')}
      </ConfirmButton>
    </PermissionGate>
  )
}
