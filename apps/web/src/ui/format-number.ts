/** 1234567 → 1,234,567, for whole numbers: `Intl.NumberFormat` would be constructed for this alone. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
