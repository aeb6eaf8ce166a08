import type { Context } from '../context.ts'
import type { SessionsEnded } from '../options.ts'
import { listVoidSessions, type SessionRow } from '../store/sessions.ts'

/** Does what ends all sessions of a user but the one to be kept, and tells of it. */
export async function endingAll<T>(
  context: Context,
  sub: string,
  end: () => Promise<T>,
  kept?: Pick<SessionRow, 'id' | 'createdAt'>,
): Promise<T> {
  // Before it is done: who signs in right afterwards is not meant.
  const at = context.now()
  const done = await end()
  await telling(context, async () => {
    const before = wholeSecond(kept?.createdAt ?? at)
    const recent = await listVoidSessions(context.pool, sub, before)
    return { sub, at, before, sessionIds: recent.filter((id) => id !== kept?.id) }
  })
  return done
}

export async function tellOneEnded(context: Context, { id, userSub }: Pick<SessionRow, 'id' | 'userSub'>) {
  await telling(context, async () => ({ sub: userSub, at: context.now(), before: null, sessionIds: [id] }))
}

/** That telling fails is reported and no refusal: what was to be done is done. */
async function telling(context: Context, ended: () => Promise<SessionsEnded>): Promise<void> {
  try {
    await context.onSessionsEnded(await ended())
  } catch (error) {
    context.onError(error)
  }
}

function wholeSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1_000) * 1_000)
}
