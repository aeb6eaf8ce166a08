import { Icon } from '../ui/icon.tsx'
import { setTheme, THEMES, type Theme, useTheme } from './theme.ts'
import css from './theme-switch.module.css'

const WORDS: Readonly<Record<Theme, { words: string; icon: 'system' | 'sun' | 'moon' }>> = {
  system: { words: 'System theme', icon: 'system' },
  light: { words: 'Light theme', icon: 'sun' },
  dark: { words: 'Dark theme', icon: 'moon' },
}

export function ThemeSwitch() {
  const chosen = useTheme((state) => state.theme)
  return (
    <fieldset className={css.switch}>
      <legend className={css.legend}>Theme</legend>
      {THEMES.map((theme) => (
        <label key={theme} title={WORDS[theme].words}>
          <input
            type="radio"
            name="theme"
            aria-label={WORDS[theme].words}
            checked={chosen === theme}
            onChange={() => setTheme(theme)}
          />
          <Icon name={WORDS[theme].icon} size={14} />
        </label>
      ))}
    </fieldset>
  )
}
