/** 1234567 → 1,234,567; of whole numbers. The browser's own format would be set up for this alone. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
