import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUploads } from './upload.ts'

/**
 * Opens the file of a single upload after registration, unless the user left the screen in the meantime. Several
 * uploads stay in the list, with a link to each file.
 */
export function useOpenWhenDone(category: string): void {
  const navigate = useNavigate()
  const { uploads } = useUploads()
  useEffect(() => {
    setUnwatched(category, false)
    return () => setUnwatched(category, true)
  }, [category])
  useEffect(() => {
    const [only, ...others] = uploads.filter((upload) => upload.category === category)
    if (only?.step !== 'done' || !only.ticket || !only.opensWhenDone || only.isUnwatched || others.length > 0)
      return
    useUploads.setState({ uploads: uploads.filter((upload) => upload !== only) })
    void navigate({ to: '/files/$source_filekey', params: { source_filekey: only.ticket.sourceFilekey } })
  }, [uploads, navigate, category])
}

/** Removes uploads that finish while the user is on another screen: the list of files has them. */
function setUnwatched(category: string, isUnwatched: boolean): void {
  useUploads.setState(({ uploads }) => ({
    uploads: uploads
      .filter(
        (upload) =>
          upload.category !== category || upload.step !== 'done' || (!upload.isUnwatched && !isUnwatched),
      )
      .map((upload) => (upload.category === category ? { ...upload, isUnwatched } : upload)),
  }))
}
