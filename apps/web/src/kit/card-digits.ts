/** Hides anything long enough to be a card number: titles, toasts and addresses must not carry one. */
export function maskCards(text: string): string {
  return text.replaceAll(/\d(?:[ -]?\d){12,18}/g, (run) => `••••${run.replaceAll(/\D/g, '').slice(-4)}`)
}

export function hasCard(text: string): boolean {
  return maskCards(text) !== text
}
