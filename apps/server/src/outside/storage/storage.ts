/**
 * Where files lie. A key is a path of plain segments, `uploads/<uuid>`; never a name that a user chose.
 * Objects under `uploads/` are write-once: a link that still lives cannot change what was registered.
 */
export type Storage = {
  /** Links for a direct upload, bound to size and type; several when it goes up in parts. */
  signUpload(key: string, upload: UploadTerms): Promise<SignedUpload>
  /** Every part has arrived: make it one object. Answers false when something is missing. */
  completeUpload(key: string, upload: UploadTerms, etags: readonly string[]): Promise<boolean>
  signDownload(key: string, download: { fileName: string; expiresAt: Date }): Promise<string>
  /** Null when there is no such object. */
  size(key: string): Promise<number | null>
  read(key: string): AsyncIterable<Uint8Array>
  /** Replaces the object in one step once everything has been written. */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }>
  /** Nothing happens where there is nothing. `prefix/` takes everything below it. */
  remove(key: string): Promise<void>
  /** Removes what killed processes left half-written, if nothing has changed in it since. */
  removeLeftovers(before: Date): Promise<void>
}

export type UploadTerms = { size: number; contentType: string; partBytes: number; expiresAt: Date }

export type SignedUpload = {
  /** Addresses; those of the embedded storage are paths on our own origin. One part: one address. */
  urls: string[]
  headers: Record<string, string>
}

export function partCount({ size, partBytes }: Pick<UploadTerms, 'size' | 'partBytes'>): number {
  return Math.max(1, Math.ceil(size / partBytes))
}

export function partSize({ size, partBytes }: Pick<UploadTerms, 'size' | 'partBytes'>, part: number): number {
  return Math.min(partBytes, size - (part - 1) * partBytes)
}
