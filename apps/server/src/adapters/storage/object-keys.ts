import { type Artifact, type DownloadFormat, nameInFormat } from '@backoffice/contract/files'

export const objectKey = {
  upload: (filekey: string) => `uploads/${filekey}/`,
  source: (filekey: string) => `uploads/${filekey}/source.csv`,
  reports: (filekey: string) => `reports/${filekey}/`,
  errors: (filekey: string) => `reports/${filekey}/errors.csv`,
  rejected: (filekey: string) => `reports/${filekey}/rejected.csv`,
  preview: (filekey: string) => `reports/${filekey}/preview.csv`,
  preview_new: (filekey: string) => `reports/${filekey}/new.csv`,
  preview_changed: (filekey: string) => `reports/${filekey}/changed.csv`,
  preview_unchanged: (filekey: string) => `reports/${filekey}/unchanged.csv`,
  chunk: (filekey: string, chunkNo: number) => `chunks/${filekey}/${chunkNo}`,
  chunks: (filekey: string) => `chunks/${filekey}/`,
  results: (filekey: string) => `results/${filekey}/`,
  result: (filekey: string) => `results/${filekey}/result.csv`,
  result_masked: (filekey: string) => `results/${filekey}/masked.csv`,
  errors_masked: (filekey: string) => `reports/${filekey}/errors-masked.csv`,
} satisfies Record<Artifact, (filekey: string) => string> & Record<string, unknown>

/** Undefined if the key is not an upload. */
export function filekeyOfUpload(key: string): string | undefined {
  return /^uploads\/([0-9a-f-]{36})\/source\.csv$/.exec(key)?.[1]
}

/** A stored artifact, or one with masked card numbers. */
export type Content = Artifact | `${'result' | 'errors'}_masked`
export type StoredForm = { content: Content; format: DownloadFormat }

/** Name of a copy in `file_copies`. */
export const copyName = ({ content, format }: StoredForm) => `${content}.${format}`

/** Key of an artifact or of its copy, which lies beside it. */
export function formKey(filekey: string, { content, format }: StoredForm): string {
  return nameInFormat(objectKey[content](filekey), format)
}

/** `branch-0417.csv` → `branch-0417_result.csv`; exports keep their name. */
export function downloadName(
  { file_name: fileName, kind }: { file_name: string; kind: string },
  { content, format }: StoredForm,
): string {
  if (content === 'source') return fileName
  return nameInFormat(fileName, format, kind === 'export' ? '' : `_${content}`)
}

/** Header of a download with any file name. */
export function contentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}

const WORKBOOKS: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
}

/** Media type by the end of a file name or key. */
export function contentTypeOf(name: string): string {
  return WORKBOOKS[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'text/csv; charset=utf-8'
}
