import type { Context } from '../context.ts'
import { listVoidSessions } from '../store/sessions.ts'

/**
 * Does what ends all sessions of a user, and tells of it. That telling fails is reported and no refusal: what was to be
 * done is done.
 */
export async function endingAll<T>(context: Context, sub: string, end: () => Promise<T>): Promise<T> {
  // Before it is done: who signs in right afterwards is not meant.
  const at = context.now()
  const done = await end()
  try {
    const second = new Date(Math.floor(at.getTime() / 1_000) * 1_000)
    const recentIds = await listVoidSessions(context.pool, sub, second)
    await context.onSessionsEnded({ sub, at, recentIds })
  } catch (error) {
    context.onError(error)
  }
  return done
}
