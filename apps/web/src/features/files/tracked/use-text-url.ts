import { useEffect, useState } from 'react'

/** Object URL of a text for a download link, while the component is mounted. `type`: its media type. */
export function useTextUrl(text: string | undefined, type: string): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (text === undefined) return
    const created = URL.createObjectURL(new Blob([text], { type }))
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [text, type])
  return url
}
