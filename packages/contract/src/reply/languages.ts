import { keysOf } from '../objects.ts'

/** Languages of the reply text. */
export const LANGUAGE_LABELS = { en: 'English', fil: 'Filipino' } as const
export type Language = keyof typeof LANGUAGE_LABELS
export const LANGUAGES = keysOf(LANGUAGE_LABELS)
