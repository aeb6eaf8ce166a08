export class PutFailure extends Error {
  readonly why: 'lost' | 'expired' | 'full' | 'refused' | 'closed'

  constructor(why: PutFailure['why'], words: string) {
    super(words)
    this.why = why
  }
}

function failureOf(status: number): PutFailure {
  if (status === 403)
    return new PutFailure('expired', 'The upload link expired and could not be renewed. Try again.')
  if (status === 507) {
    return new PutFailure(
      'full',
      'Storage is full. Ask the system’s operators to free some space, then try again: what has arrived is kept.',
    )
  }
  if (status === 409) return new PutFailure('closed', 'This file takes no upload any more.')
  if (status >= 500 || status === 408 || status === 429 || status === 0)
    return new PutFailure('lost', 'The connection to the file store was lost.')
  return new PutFailure('refused', 'The file store refused the upload. Choose the file again.')
}

type Put = {
  url: string
  body: Blob
  headers: Readonly<Record<string, string>>
  onSent: (bytes: number) => void
  signal: AbortSignal
}

/** Sends one part straight to storage and gives back its ETag. By XHR: fetch does not tell how much has gone. */
export function putPart({ url, body, headers, onSent, signal }: Put): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => onSent(event.loaded)
    request.onload = () =>
      request.status < 300
        ? resolve(request.getResponseHeader('etag') ?? '')
        : reject(failureOf(request.status))
    request.onerror = () => reject(failureOf(0))
    request.ontimeout = request.onerror
    // Also by the browser itself, which ends requests of a page that is being left; the page may yet stay.
    request.onabort = request.onerror
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}
