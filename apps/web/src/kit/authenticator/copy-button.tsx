import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import css from './set-up-steps.module.css'

const SAID = {
  no: '',
  yes: 'Copied',
  // Browsers refuse it on plain http and where it was forbidden.
  refused: 'Select it and copy it by hand',
}

/** Puts a text on the clipboard, and says whether it is there. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState<keyof typeof SAID>('no')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      setCopied('refused')
    }
  }
  return (
    <div className={css.copy}>
      <Button onClick={() => void copy()}>Copy {what}</Button>
      <span role="status" className={css.said}>
        {SAID[copied]}
      </span>
    </div>
  )
}
