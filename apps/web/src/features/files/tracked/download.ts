import {
  type Artifact,
  type DownloadFormat,
  fileEndpoints,
  hasWorkbook,
  type TrackedFile,
} from '@backoffice/contract/files'
import type { PURPOSES } from '@backoffice/contract/purposes'
import { useEffect, useState } from 'react'
import { downloadFormat } from '../../../kit/preferences/preferences.ts'
import { ApiError } from '../../../net/api-error.ts'
import { call } from '../../../net/call.ts'

export const FORMAT_LABELS = { csv: 'CSV', xlsx: 'Excel (.xlsx)' } as const satisfies Record<
  DownloadFormat,
  string
>

/** Reason for full card numbers in another user's file. */
export type WholeNumbersReason = { reason: (typeof PURPOSES)[number]; ticket_no: string }

type Options = {
  reason?: WholeNumbersReason | undefined
  /** By default the user's last format. */
  format?: DownloadFormat
  /** Called if the server has to make the file first. */
  onPreparing?: () => void
}

const PREPARING_MS = 1_000
/** About ten minutes; a copy of the largest file takes seconds. */
const MOST_TRIES = 600

/** Follows a short-lived signed link. The browser saves the file, so the page never holds it in memory. */
export async function downloadFile(
  file: Pick<TrackedFile, 'source_filekey' | 'category'>,
  artifact: Artifact,
  { reason, format = downloadFormat(), onPreparing }: Options = {},
): Promise<void> {
  const { source_filekey } = file
  // A server of the former release does not know the field.
  const chosen = format === 'xlsx' && hasWorkbook(file, artifact) ? { format } : {}
  const { download_url } = await signWhenReady(
    { source_filekey, artifact, ...chosen, ...reason },
    onPreparing,
  )
  if (download_url === undefined) throw new Error('The reply has no download address.')
  save(download_url)
}

const REPLY_STARTS_MS = 60_000

/** Saves what is at an address. A navigation would ask to leave the page when changes are unsaved. */
function save(address: string): void {
  const url = new URL(address, location.href)
  if (url.origin === location.origin) {
    const link = Object.assign(document.createElement('a'), {
      href: url.href,
      download: '',
      rel: 'noreferrer',
    })
    link.click()
    return
  }
  // For another origin browsers ignore `download`, and the link would be a navigation.
  const frame = Object.assign(document.createElement('iframe'), { src: url.href, hidden: true })
  document.body.append(frame)
  setTimeout(() => frame.remove(), REPLY_STARTS_MS)
}

type Download = {
  source_filekey: string
  artifact: Artifact
  format?: DownloadFormat
} & Partial<WholeNumbersReason>

/** Waits while the server makes a workbook or a masked copy on its first request. */
async function signWhenReady(body: Download, onPreparing?: () => void) {
  for (let tries = 1; ; tries++) {
    try {
      return await call(fileEndpoints.presign, { body })
    } catch (error) {
      const isPreparing = error instanceof ApiError && error.code === 'artifact_preparing'
      if (!isPreparing || tries === MOST_TRIES) throw error
      if (tries === 1) onPreparing?.()
    }
    await new Promise((resolve) => setTimeout(resolve, PREPARING_MS))
  }
}

/** A file in a reply, as the text of a CSV or a workbook in base64. */
export type RepliedFile = { file_name: string } & ({ csv: string } | { workbook: string })

/** Saves a short file of a reply. */
export function saveFile(file: RepliedFile): void {
  const url = 'csv' in file ? csvUrl(file.csv) : workbookUrl(file.workbook)
  const link = Object.assign(document.createElement('a'), { href: url, download: file.file_name })
  link.click()
}

const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Address of a workbook in base64, for a download link. */
export function workbookUrl(base64: string): string {
  return `data:${WORKBOOK_TYPE};base64,${base64}`
}

function csvUrl(csv: string): string {
  const url = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }))
  // The browser must have started reading the blob.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  return url
}

/** Object URL of a text for a download link, while the component is mounted. `type` is its media type. */
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
