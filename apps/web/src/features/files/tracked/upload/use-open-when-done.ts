import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUploads } from './upload.ts'

/**
 * Opens the first of the uploads that open when done, once all are registered, unless the user left the screen in the
 * meantime. Other uploads stay in the list, with a link to each file.
 */
export function useOpenWhenDone(category: string): void {
  const navigate = useNavigate()
  const { uploads } = useUploads()
  useEffect(() => {
    setUnwatched(category, false)
    return () => setUnwatched(category, true)
  }, [category])
  useEffect(() => {
    const own = uploads.filter((upload) => upload.category === category)
    const ticket = own[0]?.ticket
    const isReady = own.every(
      ({ step, opensWhenDone, isUnwatched }) => step === 'done' && opensWhenDone && !isUnwatched,
    )
    if (!ticket || !isReady) return
    useUploads.setState({ uploads: uploads.filter((upload) => upload.category !== category) })
    void navigate({ to: '/files/$source_filekey', params: { source_filekey: ticket.sourceFilekey } })
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
