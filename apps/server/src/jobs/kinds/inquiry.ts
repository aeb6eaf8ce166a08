import { manilaDay } from '../../adapters/clock.ts'
import { validateInquiryFile } from '../../inquiry-file/validate-inquiry-file.ts'
import { listUnfinishedChunks } from '../../resources/files/chunks.store.ts'
import { objectKey } from '../../resources/files/object-keys.ts'
import type { FileWork } from './file-work.ts'

export const inquiryWork: FileWork = {
  check: ({ storage, limits }, { client, file, now, openReport, onProgress, signal }) =>
    validateInquiryFile({
      client,
      filekey: file.source_filekey,
      source: storage.read(objectKey.source(file.source_filekey)),
      expected: { sha256: file.declared_sha256 ?? undefined, size: file.size },
      today: manilaDay(now),
      limits: { maxRows: limits.maxRows, maxBytes: limits.maxBytes },
      openReport,
      onProgress,
      signal,
    }),
  sendJobs: async (tx, sendJob, { filekey, attempt }) => {
    const chunks = await listUnfinishedChunks(tx, filekey)
    for (const chunkNo of chunks) await sendJob(tx, 'answer-chunk', { filekey, attempt, chunkNo })
    if (chunks.length === 0) await sendJob(tx, 'finish-file', { filekey, attempt })
  },
}
