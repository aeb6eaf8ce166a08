import type { RejectedFile } from './validation-types.ts'

/** The whole file is unusable. `detail` tells users what is wrong, where, and what to do. */
export class FileRejected extends Error {
  readonly code: RejectedFile['code']
  readonly line: number | undefined

  constructor(code: RejectedFile['code'], detail: string, line?: number) {
    super(detail)
    this.code = code
    this.line = line
  }
}
