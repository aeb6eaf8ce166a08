import { preload } from './early-fetch.ts'
import { showFrame } from './frame/show-frame.ts'

/*
 * Runs inline in the body of every signed-in page while its modules load. It shares only types with them: a shared
 * module would have to load first. The frame comes before the requests, because the parser pauses after them.
 */
for (const step of [showFrame, preload]) {
  try {
    step()
  } catch {
    // Without storage, a frame or preloads the application does both steps.
  }
}
