const PATHS = {
  up: 'M8 13V3.5M4.5 7L8 3.5 11.5 7',
  down: 'M8 3v9.5M4.5 9L8 12.5 11.5 9',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  pin: 'M8 2.5l1.7 3.5 3.8.5-2.8 2.7.7 3.8L8 11.2 4.6 13l.7-3.8L2.5 6.5l3.8-.5z',
  plus: 'M8 3v10M3 8h10',
  open: 'M4.5 6.5L8 10l3.5-3.5',
  previous: 'M9.5 4.5L6 8l3.5 3.5',
  next: 'M6.5 4.5L10 8l-3.5 3.5',
  filter: 'M2 4.5h12M4.5 8h7M6.5 11.5h3',
  check: 'M3 8.5l3.2 3.2L13 5',
  sun: 'M8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6',
  moon: 'M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z',
  system: 'M2 3h12v8H2zM6 14h4M8 11v3',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M4 4l8 8M12 4l-8 8',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.3 10.3l3.2 3.2',
  upload: 'M8 10.5V2.5M5 5.5l3-3 3 3M2.5 10.5v3h11v-3',
  download: 'M8 2.5v8M5 7.5l3 3 3-3M2.5 10.5v3h11v-3',
  leave: 'M6.5 2.5h-4v11h4M10.5 5l3 3-3 3M13 8H6',
  refresh: 'M13.2 6.5A5.5 5.5 0 1 0 13.4 9M13.5 2.8v3.7H9.8',
  bell: 'M4 7a4 4 0 0 1 8 0c0 3.2 1.5 4.2 1.5 4.2h-11S4 10.2 4 7zM6.6 13.5a1.5 1.5 0 0 0 2.8 0',
  calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  follow: 'M3 13.5v-11M3 3h9l-2 3 2 3H3',
  warning: 'M8 2.5l6 11H2zM8 6.5v3M8 11.6h.01',
} as const

export type IconName = keyof typeof PATHS

/** Decorative, always next to or inside an element with a name. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
