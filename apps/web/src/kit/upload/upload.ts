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
  state: 'waiting' | 'going' | 'pausing' | 'stored'
  etag: string
}

export type Upload = {
  id: string
  step: Step
  name: string
  size: number
  sha256: string | undefined
  ticket: Ticket | undefined
  parts: readonly Part[]
  /** Links signed anew since a part was last stored. */
  renewals: number
  /** Why it failed, and at which step it can be taken up again; undefined where that is no use. */
  reason: string
  resumeAt: 'signing' | 'uploading' | 'registering' | undefined
  /** Chosen alone: its screen is opened once it has arrived. */
  opensWhenDone: boolean
  /** Its owner looked on and then went elsewhere. */
  isLeft: boolean
}

export const IDLE: Upload = {
  id: '',
  step: 'idle',
  name: '',
  size: 0,
  sha256: undefined,
  ticket: undefined,
  parts: [],
  renewals: 0,
  reason: '',
  resumeAt: undefined,
  opensWhenDone: false,
  isLeft: false,
}

/** Counts towards `UPLOADS_AT_ONCE`. */
export function isActive({ step }: Upload): boolean {
  return step === 'checking' || step === 'signing' || step === 'uploading' || step === 'registering'
}

export function isUnderWay(upload: Upload): boolean {
  return upload.step === 'queued' || isActive(upload)
}

export function sentBytes(upload: Upload): number {
  return upload.parts.reduce((sum, part) => sum + part.sent, 0)
}

/** The uploads of this tab in the order chosen. Outside any screen: they continue while another screen is shown. */
export const useUploads = create<{ uploads: readonly Upload[] }>()(() => ({ uploads: [] }))
