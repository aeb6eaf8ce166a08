import type { RefusedFile } from './validation-types.ts'

/** Nothing of the file can be used. `detail` is read by staff: what, where, and what to do. */
export class FileRefused extends Error {
  readonly code: RefusedFile['code']
  readonly line: number | undefined

  constructor(code: RefusedFile['code'], detail: string, line?: number) {
    super(detail)
    this.code = code
    this.line = line
  }
}
