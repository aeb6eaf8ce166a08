import type { ReadyFile, RefusedFile, ValidateInquiryFile } from './validation-types.ts'

/**
 * One pass over the bytes of an upload: checks, finds duplicates, stages and writes both reports.
 *
 * `ready`: `staging.f_<filekey>` is filled. `rejected`: there is no staging table, both reports are
 * discarded and the transaction is still usable. Throws what the source, the database, a sink or the
 * signal throws; then the transaction is to be rolled back.
 */
export async function validateInquiryFile(_input: ValidateInquiryFile): Promise<ReadyFile | RefusedFile> {
  throw new Error('not built yet')
}
