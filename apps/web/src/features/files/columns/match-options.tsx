import type { UploadColumns } from '@backoffice/contract/columns'
import { plural } from '../../../kit/format/format-number.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import css from './match-form.module.css'

type Props = {
  others: UploadColumns['same_headers']
  share: boolean
  isForOthers: boolean
  onShare: (share: boolean) => void
  onForOthers: (isForOthers: boolean) => void
}

/** Further uses of the matching. It is always remembered for the user. */
export function MatchOptions({ others, share, isForOthers, onShare, onForOthers }: Props) {
  const names = others.map(({ file_name }) => file_name).join(', ')
  return (
    <div className={css.options}>
      {others.length > 0 && (
        <Checkbox
          label={`Use it for ${plural(others.length, 'more file', 'more files')} with the same columns: ${names}`}
          checked={isForOthers}
          onChange={({ target }) => onForOthers(target.checked)}
        />
      )}
      <Checkbox
        label="Suggest this matching to colleagues"
        hint="Your next file with these columns is matched in the same way in any case."
        checked={share}
        onChange={({ target }) => onShare(target.checked)}
      />
    </div>
  )
}
