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
  /** Bytes of each part but the last. */
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
  /** What it is uploaded as. */
  category: string
  step: Step
  name: string
  size: number
  sha256: string | undefined
  ticket: Ticket | undefined
  parts: readonly Part[]
  /** How often links were signed again since a part was last stored. */
  renewals: number
  /** Why it failed. */
  reason: string
  /** The step at which a retry continues; undefined if it would only fail again. */
  resumeAt: 'signing' | 'uploading' | 'registering' | undefined
  /** The connection failed: it resumes by itself once that is back. */
  isCutOff: boolean
  /** It was chosen alone: its screen opens once it is registered. */
  opensWhenDone: boolean
  /** The user left the screen that shows it. */
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

/** Counts towards the server's `UPLOADS_AT_ONCE`. */
export function isActive({ step }: Upload): boolean {
  return step === 'checking' || step === 'signing' || step === 'uploading' || step === 'registering'
}

export function isInProgress(upload: Upload): boolean {
  return upload.step === 'queued' || isActive(upload)
}

export function sentBytes(upload: Upload): number {
  return upload.parts.reduce((sum, part) => sum + part.sent, 0)
}

/** The uploads of this tab in the order chosen. They continue while another screen is shown. */
export const useUploads = create<{ uploads: readonly Upload[] }>()(() => ({ uploads: [] }))
