import { maskCardNumbers } from '@backoffice/contract/card-number'

const TOKENS = [
  // JSON web tokens, whole or cut.
  /\beyJ[\w-]{8,}(?:\.[\w-]*)*/g,
  /(?<=\bbearer\s)[\w.~+/=-]{16,}/gi,
  // What signs an address.
  /(?<=[?&](?:token|code|signature|x-amz-(?:signature|credential|security-token))=)[^&\s]+/gi,
  /(?<=\b(?:confirmation|verification|security|one-time|reset) code(?: is|:)? )\d{4,8}\b/gi,
  /(?<=\bpassword: )\S+/gi,
]

/** What is said to staff, without what may not stand on a screen: card numbers, tokens and one-time codes. */
export function withoutSecrets(text: string): string {
  return maskCardNumbers(TOKENS.reduce((clean, secret) => clean.replace(secret, '••••'), text))
}
