/** 1234567 → 1,234,567, for whole numbers; avoids constructing an `Intl.NumberFormat`. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
