import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { create } from 'zustand'

export type Step =
  | 'idle'
  | 'queued'
  | 'checking'
  | 'signing'
  | 'uploading'
  | 'registering'
  | 'done'
  | 'failed'
  | 'cancelled'

export type Ticket = {
  sourceFilekey: string
  urls: readonly string[]
  /** Bytes of each part except the last. */
  partSize: number
  headers: Readonly<Record<string, string>>
}

export type Part = {
  size: number
  sent: number
  tries: number
  /** `pausing` before the next try. */
  state: 'waiting' | 'sending' | 'pausing' | 'stored'
  etag: string
}

export type Upload = {
  id: string
  category: string
  step: Step
  name: string
  size: number
  sha256: string | undefined
  ticket: Ticket | undefined
  parts: readonly Part[]
  /** Link renewals since the last stored part. */
  renewals: number
  /** Reason of the failure. */
  reason: string
  /** The step at which a retry continues; undefined if a retry would fail again. */
  resumeAt: 'signing' | 'uploading' | 'registering' | undefined
  /** True if the connection failed and the upload resumes automatically. */
  isCutOff: boolean
  /** True for an import or a single inquiry, which opens the screen of the first file once all are registered. */
  opensWhenDone: boolean
  /** True after the user left the screen that shows it. */
  isUnwatched: boolean
}

export const IDLE: Upload = {
  id: '',
  category: 'SMAC_INQUIRY',
  step: 'idle',
  name: '',
  size: 0,
  sha256: undefined,
  ticket: undefined,
  parts: [],
  renewals: 0,
  reason: '',
  resumeAt: undefined,
  isCutOff: false,
  opensWhenDone: false,
  isUnwatched: false,
}

/** True if the upload counts towards the server's `UPLOADS_AT_ONCE`. */
export function isActive({ step }: Upload): boolean {
  return step === 'checking' || step === 'signing' || step === 'uploading' || step === 'registering'
}

export function isInProgress(upload: Upload): boolean {
  return upload.step === 'queued' || isActive(upload)
}

export function sentBytes(upload: Upload): number {
  return upload.parts.reduce((sum, part) => sum + part.sent, 0)
}

/** Ids of the uploads whose progress is on the screen. */
export const useShownUploads = create<{ ids: ReadonlySet<string> }>()(() => ({ ids: new Set() }))

/** Uploads of this tab in the order chosen. They continue on other screens. */
export const useUploads = create<{ uploads: readonly Upload[] }>()(() => ({ uploads: [] }))

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

/** Removes uploads that finish while the user is on another screen, because the list of files has them. */
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
