import { useState } from 'react'
import css from './request-id.module.css'

const SAID = {
  no: '',
  yes: 'Copied',
  // Browsers refuse it on plain http and where it was forbidden.
  refused: 'Select it and copy it by hand',
}

/** What the server's log knows a call by: for whoever is asked for help. */
export function RequestId({ id }: { id: string }) {
  const [copied, setCopied] = useState<keyof typeof SAID>('no')
  async function copy() {
    try {
      await navigator.clipboard.writeText(id)
      setCopied('yes')
    } catch {
      setCopied('refused')
    }
  }
  return (
    <span className={css.request}>
      <span>
        Request <code className={css.id}>{id}</code>
      </span>
      <button type="button" className={css.copy} aria-label="Copy request id" onClick={() => void copy()}>
        Copy
      </button>
      <span role="status">{SAID[copied]}</span>
    </span>
  )
}
