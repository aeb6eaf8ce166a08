/** Saves a CSV of at most 500 masked rows. */
export function saveCsv({ file_name, csv }: { file_name: string; csv: string }): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: file_name })
  link.click()
  // The browser must have started reading the blob.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
