import * as z from 'zod/mini'
import { PURPOSES } from './purposes.ts'
import { textCheckedByRules } from './values.schemas.ts'

/**
 * A whole card number in a reply. Handlers can only reply with what `reveal` of the server has counted and recorded; a
 * plain string does not compile.
 */
export const wholeNumber = z.string().brand<'WholeNumber', 'in'>()
export type WholeNumber = z.input<typeof wholeNumber>

export const revealReason = z.strictObject({ reason: z.enum(PURPOSES), ticket_no: textCheckedByRules })
