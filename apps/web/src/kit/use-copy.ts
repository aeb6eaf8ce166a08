import { useState } from 'react'

/** Copies the text to the clipboard. `status` is for a live region; empty before the first copy. */
export function useCopy(text: string): { copy: () => void; status: string } {
  const [status, setStatus] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setStatus('Copied')
    } catch {
      // The clipboard is undefined on plain http, and rejects without permission.
      setStatus('Select the text and copy it manually')
    }
  }
  return { copy: () => void copy(), status }
}
