import { currentCall } from '../../telemetry/call-context.ts'
import type { Telemetry } from '../../telemetry/telemetry.ts'
import type { Storage } from './storage.ts'

/** Wraps a storage to count, time and trace its calls. A stream is one call, from its first to its last byte. */
export function observeStorage(
  storage: Storage,
  { recordStorage }: Pick<Telemetry, 'recordStorage'>,
): Storage {
  const begin = (operation: string) => {
    const startedAt = performance.now()
    const span = currentCall()?.span?.child(`storage ${operation}`, 'client', {
      'backoffice.storage': operation,
    })
    return (failure?: { error: unknown }) => {
      recordStorage(operation, performance.now() - startedAt, failure !== undefined)
      span?.end(failure)
    }
  }

  async function observe<T>(operation: string, work: () => Promise<T>): Promise<T> {
    const end = begin(operation)
    try {
      const result = await work()
      end()
      return result
    } catch (error) {
      end({ error })
      throw error
    }
  }

  return {
    browserOrigin: storage.browserOrigin,
    signUpload: (...terms) => observe('sign_upload', () => storage.signUpload(...terms)),
    completeUpload: (...terms) => observe('complete_upload', () => storage.completeUpload(...terms)),
    abortUpload: (...terms) => observe('abort_upload', () => storage.abortUpload(...terms)),
    signDownload: (...terms) => observe('sign_download', () => storage.signDownload(...terms)),
    size: (key) => observe('size', () => storage.size(key)),
    write: (...terms) => observe('write', () => storage.write(...terms)),
    remove: (key) => observe('remove', () => storage.remove(key)),
    removePartialWrites: (before) => observe('clean_up', () => storage.removePartialWrites(before)),
    check: () => storage.check(),
    async *read(key, range) {
      const end = begin('read')
      let failure: { error: unknown } | undefined
      try {
        yield* storage.read(key, range)
      } catch (error) {
        failure = { error }
        throw error
      } finally {
        // A reader that stops early has not failed.
        end(failure)
      }
    },
  }
}
