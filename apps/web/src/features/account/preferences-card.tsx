import { PAGE_SIZES } from '@backoffice/contract/list'
import { THEMES } from '@backoffice/contract/preferences'
import { arranged, type ListColumns, storeColumns, useStoredColumns } from '../../kit/list/columns.ts'
import { ColumnsPanel } from '../../kit/list/columns-panel.tsx'
import { inSentence } from '../../kit/list/condition-words.ts'
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

/** Preferences, applied immediately. */
export function PreferencesCard({ lists }: { lists: readonly ListColumns[] }) {
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
            It applies until you close this page. {saving.failed}
          </Notice>
        )}
        <RadioGroup
          label="Theme"
          name="preferred-theme"
          options={THEME_OPTIONS}
          value={theme}
          hint="System follows the setting of this computer."
          onChange={({ target: { value } }) => {
            const chosen = THEMES.find((theme) => theme === value)
            if (chosen) choose({ theme: chosen })
          }}
        />
        <div className={css.size}>
          <NativeSelectField
            label="Rows per page"
            hint="Default number of rows in every list."
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
          {lists.map((list) => (
            <Columns key={list.declaration.name} list={list} />
          ))}
        </div>
      </div>
    </Card>
  )
}

function Columns({ list }: { list: ListColumns }) {
  const { name, title } = list.declaration
  const stored = useStoredColumns(name)
  const choice = stored ?? arranged(list.columns, undefined).map(({ field }) => ({ id: field }))
  return (
    <ColumnsPanel
      list={list}
      label={`Columns of ${inSentence(title)}`}
      choice={choice}
      onChange={(chosen) => storeColumns(list, chosen)}
    />
  )
}
