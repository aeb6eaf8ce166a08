import { isInProgress, sentBytes, type Upload } from './upload.ts'

export type UploadSummary = {
  /** Name of the only upload, or the number of uploads. */
  subject: string
  /** Share of all bytes that is sent, 0 to 100. */
  percent: number
  hasFailed: boolean
  category: string
  /** The file of the only upload, once it has one. */
  sourceFilekey: string | undefined
}

/** Failed uploads if there are any, otherwise those in progress; undefined without either. */
export function summaryOf(uploads: readonly Upload[]): UploadSummary | undefined {
  const failed = uploads.filter(({ step }) => step === 'failed')
  const shown = failed.length > 0 ? failed : uploads.filter(isInProgress)
  const [first, ...others] = shown
  if (!first) return undefined
  const total = shown.reduce((sum, { size }) => sum + size, 0)
  const sent = shown.reduce((sum, upload) => sum + sentBytes(upload), 0)
  const isOnly = others.length === 0
  return {
    subject: isOnly ? first.name : `${shown.length} files`,
    percent: total === 0 ? 0 : Math.floor((sent / total) * 100),
    hasFailed: failed.length > 0,
    category: first.category,
    sourceFilekey: isOnly ? first.ticket?.sourceFilekey : undefined,
  }
}
