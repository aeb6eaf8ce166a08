import { THEMES } from '@backoffice/contract/preferences'
import { PAGE_SIZES } from '@backoffice/contract/shapes'
import { ColumnsPanel } from '../../kit/columns/columns-panel.tsx'
import { LIST_NAMES, LISTS } from '../../kit/columns/lists.ts'
import { choicesOf, choose, saveAgain, usePreferences } from '../../kit/preferences/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { NativeSelectField } from '../../ui/native-select-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import css from './preferences-card.module.css'

const THEME_OPTIONS = THEMES.map((value) => ({
  value,
  label: { system: 'System', light: 'Light', dark: 'Dark' }[value],
}))

/** How one likes the screens, on whatever computer: what is chosen holds at once. */
export function PreferencesCard() {
  const state = usePreferences()
  const { saving } = state
  const { theme, page_size } = choicesOf(state)
  return (
    <Card title="Preferences" aside={<span role="status">{saving === 'done' && 'Saved'}</span>}>
      <div className={css.body}>
        {typeof saving === 'object' && (
          <Notice
            tone="bad"
            title="Your last choice is not saved."
            action={<Button onClick={saveAgain}>Try again</Button>}
          >
            It holds until this page is closed. {saving.failed}
          </Notice>
        )}
        <RadioGroup
          label="Theme"
          name="preferred-theme"
          options={THEME_OPTIONS}
          value={theme}
          hint="System follows what this computer is set to."
          onChange={({ target: { value } }) => {
            const chosen = THEMES.find((one) => one === value)
            if (chosen) choose({ theme: chosen })
          }}
        />
        <div className={css.size}>
          <NativeSelectField
            label="Rows per page"
            hint="How many rows every list starts with."
            value={page_size}
            onChange={({ target: { value } }) => {
              const chosen = PAGE_SIZES.find((size) => String(size) === value)
              if (chosen) choose({ page_size: chosen })
            }}
          >
            {PAGE_SIZES.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </NativeSelectField>
        </div>
        <div className={css.lists}>
          {LIST_NAMES.map((list) => (
            <ColumnsPanel key={list} list={list} label={`Columns of ${LISTS[list].words.toLowerCase()}`} />
          ))}
        </div>
      </div>
    </Card>
  )
}
