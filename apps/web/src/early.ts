import { preload } from './early-fetch.ts'
import { showFrame } from './frame/show-frame.ts'

/*
 * Runs inline in the body of every signed-in page, while its modules are being loaded. It shares nothing with them but
 * types: a shared module would have to be loaded first. The frame comes first: the parser pauses after the requests, and
 * what it has not reached by then is painted later.
 */
for (const step of [showFrame, preload]) {
  try {
    step()
  } catch {
    // Without storage, a frame or preloads in the page the application does it all.
  }
}
