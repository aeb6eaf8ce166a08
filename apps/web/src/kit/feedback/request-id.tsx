import css from './request-id.module.css'
import { useCopy } from './use-copy.ts'

/** Id of a call in the server's log, for support requests. */
export function RequestId({ id }: { id: string }) {
  const { copy, status } = useCopy(id)
  return (
    <span className={css.request}>
      <span>
        Request <code className={css.id}>{id}</code>
      </span>
      <button type="button" className={css.copy} aria-label="Copy request id" onClick={copy}>
        Copy
      </button>
      <span role="status">{status}</span>
    </span>
  )
}
