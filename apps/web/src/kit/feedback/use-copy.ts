import { useState } from 'react'

/** Copies the text to the clipboard. `status` is for a live region; empty unless this text was copied. */
export function useCopy(text: string): { copy: () => void; status: string } {
  const [last, setLast] = useState<{ text: string; status: string }>()
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setLast({ text, status: 'Copied' })
    } catch {
      // The clipboard is undefined on plain http, and rejects without permission.
      setLast({ text, status: 'Select the text and copy it manually' })
    }
  }
  return { copy: () => void copy(), status: last?.text === text ? last.status : '' }
}
