import {
  type Artifact,
  DOWNLOAD_FORMATS,
  type DownloadFormat,
  hasWorkbook,
  type TrackedFile,
} from '@backoffice/contract/endpoints/files'
import { useState } from 'react'
import { downloadFile, FORMAT_LABELS } from '../../files/download.ts'
import { filePermission } from '../../files/file-permissions.ts'
import { gatedItem } from '../../kit/list/gated-item.ts'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { choose, useDownloadFormat } from '../../kit/preferences/preferences.ts'
import { useWrite } from '../../kit/use-write.ts'
import { useUser } from '../../session/store.ts'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SplitButton } from '../../ui/split-button.tsx'
import { WholeNumbersDialog } from './whole-numbers-dialog.tsx'

type Props = {
  file: TrackedFile
  artifact: Artifact
  label: string
  /** Object of the label, for screen readers. */
  about?: string
  variant?: ButtonVariant
  ready?: boolean
  /** Asks for the reason that whole card numbers of another user require. */
  isWhole?: boolean
}

/** Downloads in the user's last format; its menu has the others. */
export function DownloadButton({
  file,
  artifact,
  label,
  about,
  variant = 'plain',
  ready = true,
  // Without a reason, the result is a masked copy; other artifacts have no masked copy.
  isWhole = artifact !== 'result' && file.needs_reason.artifacts.includes(artifact),
}: Props) {
  const user = useUser()
  const hasFormats = hasWorkbook(file, artifact)
  const preferred = useDownloadFormat()
  const format = hasFormats ? preferred : 'csv'
  const [isPreparing, setPreparing] = useState(false)
  const [revealed, setRevealed] = useState<DownloadFormat>()
  const download = useWrite({
    run: (chosen: DownloadFormat) =>
      downloadFile(file, artifact, { format: chosen, onPreparing: () => setPreparing(true) }).finally(() =>
        setPreparing(false),
      ),
  })
  const permissions = [filePermission(file, 'download'), isWhole ? ('card:unmask' as const) : []].flat()
  const start = (chosen: DownloadFormat) => (isWhole ? setRevealed(chosen) : download.run(chosen))
  const button = (
    <PermissionGate permission={permissions}>
      <Button
        variant={variant}
        aria-label={about && !isPreparing ? withFormat(`${label} ${about}`, format) : undefined}
        disabled={!ready}
        busy={download.isPending}
        icon={variant === 'quiet' && <Icon name="download" size={14} />}
        onClick={() => start(format)}
      >
        {isPreparing ? 'Preparing…' : withFormat(label, format)}
      </Button>
    </PermissionGate>
  )
  if (!hasFormats) return button
  const items = DOWNLOAD_FORMATS.flatMap((chosen) =>
    gatedItem(user, permissions, {
      label: FORMAT_LABELS[chosen],
      isDisabled: !ready || download.isPending,
      onSelect: () => {
        choose({ download_format: chosen })
        start(chosen)
      },
    }),
  )
  return (
    <>
      <SplitButton
        variant={variant}
        menuLabel={`Formats of the ${NOUNS[artifact]}${isWhole && artifact === 'result' ? ' with whole numbers' : ''}`}
        items={items}
      >
        {button}
      </SplitButton>
      {revealed && (
        <WholeNumbersDialog
          title={`${label}?`}
          yes="Download"
          onReason={(reason) => downloadFile(file, artifact, { reason, format: revealed })}
          onClose={() => setRevealed(undefined)}
        />
      )}
    </>
  )
}

const NOUNS = {
  result: 'result',
  errors: 'errors',
  rejected: 'rejected rows',
  preview: 'check',
  preview_new: 'new rows',
  preview_changed: 'changed rows',
  preview_unchanged: 'unchanged rows',
  source: 'original',
} as const satisfies Record<Artifact, string>

/** CSV is the usual format and is not named. */
const withFormat = (label: string, format: DownloadFormat) => (format === 'xlsx' ? `${label} (Excel)` : label)
