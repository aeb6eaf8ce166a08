import type { Context } from './context.ts'
import { IdentityError } from './errors.ts'
import type { IdentityMessage } from './options.ts'

/** Call after the commit. After a failure, the user requests another message. */
export async function deliverNow(context: Context, message: IdentityMessage): Promise<void> {
  try {
    await context.deliver(message)
  } catch (error) {
    context.onError(error)
    throw new IdentityError('CodeDeliveryFailureException', 'The message could not be delivered')
  }
}
