import { useSyncExternalStore } from 'react'
import css from './kbd.module.css'

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform)
const never = () => () => undefined

/** Keys to press, labelled for this machine: `mod+k`, `g d`, `?`. */
export function Kbd({ keys }: { keys: string }) {
  const apple = useSyncExternalStore(never, isApple, () => false)
  return (
    <span className={css.keys}>
      {keys.split(' ').map((key) => (
        <kbd key={key} className={css.key}>
          {key.startsWith('mod+') ? `${apple ? '⌘' : 'Ctrl '}${key.slice(4).toUpperCase()}` : key}
        </kbd>
      ))}
    </span>
  )
}
