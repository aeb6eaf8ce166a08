import { useRouter } from '@tanstack/react-router'
import { ErrorNotice } from '../feedback/error-notice.tsx'
import { listLink } from './record-links.ts'
import css from './record-pane.module.css'
import { RecordPane } from './record-pane.tsx'

type Props = {
  table: { readonly noun: string; readonly path: string }
  error: unknown
}

/** Replaces a record that could not be rendered or loaded; the list stays. */
export function BrokenRecord({ table, error }: Props) {
  const router = useRouter()
  const title = `A ${table.noun}`
  return (
    <RecordPane heading={title} title={title} back={listLink(table)}>
      <div className={css.body}>
        <ErrorNotice
          what={`This ${table.noun}`}
          was="shown"
          error={error}
          onRetry={() => void router.invalidate()}
        />
      </div>
    </RecordPane>
  )
}
