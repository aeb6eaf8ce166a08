/** Options of a native select from labels by value. */
export function options(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
