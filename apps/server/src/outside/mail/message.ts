/** What a mail or SMS service would carry. Never in a log. */
export type Message = { at: Date; to: string; subject: string; text: string }
