import { THEMES } from '@backoffice/contract/preferences'
import { Icon } from '../../ui/icon.tsx'
import { setTheme, THEME_LABELS, type Theme, useTheme } from '../preferences/theme.ts'
import css from './theme-switch.module.css'

const ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const

/** Switch of the theme; by default for this tab only. */
export function ThemeSwitch({ onChoose = setTheme }: { onChoose?: (theme: Theme) => void }) {
  const chosen = useTheme((state) => state.theme)
  return (
    <fieldset className={css.switch}>
      <legend className="visually-hidden">Theme</legend>
      {THEMES.map((theme) => (
        <label key={theme} title={THEME_LABELS[theme]}>
          <input
            type="radio"
            name="theme"
            value={theme}
            aria-label={THEME_LABELS[theme]}
            checked={chosen === theme}
            onChange={() => onChoose(theme)}
          />
          <Icon name={ICONS[theme]} size={14} />
        </label>
      ))}
    </fieldset>
  )
}
