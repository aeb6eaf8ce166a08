/**
 * Messages of rejected files (F), rows (E) and warnings (W). E codes are errors, except E008 in an inquiry file: there a
 * duplicate row is skipped with a warning.
 */
export const FILE_CODES = {
  F001: 'The file is empty: it has no rows below its header',
  F002: 'A required column is missing',
  F003: 'The file is too large, or has too many rows or columns',
  F004: 'This is neither a CSV file in UTF-8 nor a readable Excel file',
  F005: 'This kind of spreadsheet can’t be read: open it and save it as an Excel file (.xlsx)',
  F006: 'The uploaded file is not the chosen one: upload it again',
  E001: 'A required value is missing',
  E002: 'A card number has 16 digits',
  E003: 'Check digit is wrong: compare with the card',
  E004: 'Too long, or has characters that are not allowed',
  E005: 'Not a date: use YYYY-MM-DD',
  E006: 'The range is reversed, too long or in the future',
  E007: 'The code is unknown or inactive',
  E008: 'Duplicate of an earlier row',
  E009: 'Already exists, or would move the terminal',
  E010: 'Not one of the allowed values',
  E011: 'The BIN range overlaps another',
  E012: 'Damaged by a spreadsheet. Export the list again from its source, with the column as text.',
  W001: 'Unknown column, ignored',
  W002: 'Cleaned up: spaces or dashes removed',
} as const
export type FileCode = keyof typeof FILE_CODES
