import { withTimeout } from '../net/timeout.ts'

type Library = typeof import('./identity-library.ts')

/** By itself the library waits for an answer without end, and with it every tab that waits for its turn. */
const ANSWERED_WITHIN_MS = 20_000

/** The identity library is a third of the sign-in page: it comes when it is wanted, or when idle. */
let loading: Promise<Library> | undefined

export function identity(): Promise<Library> {
  loading ??= import('./identity-library.ts').then(limited, (error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Told like a provider that cannot be reached, which it may as well be. */
const noAnswer = () =>
  Object.assign(new Error('The identity provider did not answer.'), { name: 'NetworkError' })

/** Rejects when the provider takes too long. */
export function answered<T>(answer: Promise<T>): Promise<T> {
  return withTimeout(answer, ANSWERED_WITHIN_MS, noAnswer)
}

function limited(library: Library): Library {
  const operations: [string, (...input: never[]) => Promise<unknown>][] = Object.entries(library)
  const inTimes = operations.map(([name, run]) => [name, (...input: never[]) => answered(run(...input))])
  // The same operations by the same names.
  return Object.fromEntries(inTimes) as Library
}

/** Fetches the library ahead of the click that needs it; a failure shows itself at that click. */
export function preloadIdentity(): void {
  identity().catch(() => undefined)
}
