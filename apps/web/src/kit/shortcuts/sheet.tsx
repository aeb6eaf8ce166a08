import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { isSingle, type Keys } from './keys.ts'
import css from './sheet.module.css'

export type Listed = { keys: Keys; words: string; group: string }

type Props = {
  shortcuts: readonly Listed[]
  groups: readonly string[]
  single: boolean
  onSingle: (single: boolean) => void
  onClose: () => void
}

/** What the keys do here, by group. */
export function ShortcutsSheet({ shortcuts, groups, single, onSingle, onClose }: Props) {
  return (
    <Dialog label="Shortcuts" onClose={onClose}>
      <DialogHead title="Shortcuts" onClose={onClose} />
      <div className={css.groups}>
        {groups
          .map((group) => ({ group, own: shortcuts.filter((one) => one.group === group) }))
          .filter(({ own }) => own.length > 0)
          .map(({ group, own }) => (
            <section key={group}>
              <h3 className={css.group}>{group}</h3>
              <dl className={css.list}>
                {own.map(({ keys, words }) => (
                  <div key={keys} className={css.row} data-off={(!single && isSingle(keys)) || undefined}>
                    <dt>{words}</dt>
                    <dd>
                      <Kbd keys={keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
      <label className={css.switch}>
        <input type="checkbox" checked={single} onChange={(event) => onSingle(event.target.checked)} />
        Use shortcuts without Ctrl or ⌘
      </label>
    </Dialog>
  )
}
