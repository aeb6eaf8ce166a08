import type { Context } from '../context.ts'
import type { SessionEndNotice } from '../options.ts'
import { listVoidSessions, type SessionRow } from '../store/sessions.ts'

/** Runs `end`, which ends all sessions of a user except `kept`, and reports them. */
export async function endAndReport<T>(
  context: Context,
  sub: string,
  end: () => Promise<T>,
  kept?: Pick<SessionRow, 'createdAt'>,
): Promise<T> {
  // Read first, so that sign-ins during `end` are not included.
  const at = context.now()
  const result = await end()
  await report(context, async () => {
    const before = wholeSecond(kept?.createdAt ?? at)
    const sessionIds = await listVoidSessions(context.pool, sub, before)
    return { sub, at, before, sessionIds, caller: context.caller }
  })
  return result
}

export function reportEndedSession(
  context: Context,
  { id, userSub }: Pick<SessionRow, 'id' | 'userSub'>,
): Promise<void> {
  const { caller } = context
  return report(context, async () => ({
    ...{ sub: userSub, at: context.now(), before: null, sessionIds: [id], caller },
  }))
}

/** Never throws, because the sessions have already ended. */
async function report(context: Context, notice: () => Promise<SessionEndNotice>): Promise<void> {
  try {
    await context.onSessionsEnded(await notice())
  } catch (error) {
    context.onError(error)
  }
}

function wholeSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1_000) * 1_000)
}
