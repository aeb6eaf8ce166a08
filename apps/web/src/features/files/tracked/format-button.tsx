import { DOWNLOAD_FORMATS, type DownloadFormat } from '@backoffice/contract/files'
import type { Need } from '../../../kit/access/permission.ts'
import { PermissionGate } from '../../../kit/access/permission-gate.tsx'
import { gatedItem } from '../../../kit/list/gated-item.ts'
import { choose, useDownloadFormat } from '../../../kit/preferences/preferences.ts'
import { useUser } from '../../../session/store.ts'
import { Button, type ButtonVariant } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SplitButton } from '../../../ui/menu.tsx'
import { FORMAT_LABELS } from './download.ts'

type Props = {
  label: string
  /** Object of the label, for screen readers. */
  about?: string | undefined
  menuLabel: string
  permission: Need
  variant?: ButtonVariant
  disabled?: boolean
  busy: boolean
  /** Replaces the label while the server makes the file. */
  progress?: string | undefined
  /** False for a file that has no workbook. */
  hasFormats?: boolean
  onStart: (format: DownloadFormat) => void
}

/** Starts a download in the user's last format; its menu has the others. */
export function FormatButton({
  label,
  about,
  menuLabel,
  permission,
  variant = 'plain',
  disabled = false,
  busy,
  progress,
  hasFormats = true,
  onStart,
}: Props) {
  const user = useUser()
  const preferred = useDownloadFormat()
  const format = hasFormats ? preferred : 'csv'
  const button = (
    <PermissionGate permission={permission}>
      <Button
        variant={variant}
        aria-label={about && !progress ? withFormat(`${label} ${about}`, format) : undefined}
        disabled={disabled}
        busy={busy}
        icon={variant === 'quiet' && <Icon name="download" size={14} />}
        onClick={() => onStart(format)}
      >
        {progress ?? withFormat(label, format)}
      </Button>
    </PermissionGate>
  )
  if (!hasFormats) return button
  const items = DOWNLOAD_FORMATS.flatMap((chosen) =>
    gatedItem(user, permission, {
      label: FORMAT_LABELS[chosen],
      isDisabled: disabled || busy,
      onSelect: () => {
        choose({ download_format: chosen })
        onStart(chosen)
      },
    }),
  )
  return (
    <SplitButton variant={variant} menuLabel={menuLabel} items={items}>
      {button}
    </SplitButton>
  )
}

/** CSV is the usual format and is not named. */
const withFormat = (label: string, format: DownloadFormat) => (format === 'xlsx' ? `${label} (Excel)` : label)
