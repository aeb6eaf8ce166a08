import { useState } from 'react'

/** Copies the text to the clipboard. `status` is for a live region; empty before the first copy. */
export function useCopy(text: string): { copy: () => void; status: string } {
  const [status, setStatus] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setStatus('Copied')
    } catch {
      // Undefined on plain http, rejects without permission.
      setStatus('Select it and copy it by hand')
    }
  }
  return { copy: () => void copy(), status }
}
