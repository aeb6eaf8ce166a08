/** A file in a reply: the text of a CSV, or a workbook in base64. */
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
