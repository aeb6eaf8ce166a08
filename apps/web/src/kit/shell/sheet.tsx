import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { isSingleKey, type Keys } from '../shortcuts/shortcuts.ts'
import css from './sheet.module.css'

/** `isPartial`: handled by the focused part of the screen, so that the switch does not turn it off. */
export type ShortcutItem = { keys: Keys; label: string; group: string; isPartial?: boolean }

type Props = {
  shortcuts: readonly ShortcutItem[]
  groups: readonly string[]
  singleKey: boolean
  onSingleKey: (singleKey: boolean) => void
  onClose: () => void
}

/** Lists shortcuts by group, with a switch for those without Ctrl or ⌘. */
export function ShortcutsSheet({ shortcuts, groups, singleKey, onSingleKey, onClose }: Props) {
  return (
    <Dialog label="Shortcuts" onClose={onClose}>
      <DialogHead title="Shortcuts" onClose={onClose} />
      <div className={css.groups}>
        {groups
          .map((group) => ({ group, own: shortcuts.filter((shortcut) => shortcut.group === group) }))
          .filter(({ own }) => own.length > 0)
          .map(({ group, own }) => (
            <section key={group}>
              <h3 className={css.group}>{group}</h3>
              <dl className={css.list}>
                {own.map(({ keys, label, isPartial }) => (
                  <div
                    key={keys}
                    className={css.row}
                    data-off={(!singleKey && !isPartial && isSingleKey(keys)) || undefined}
                  >
                    <dt>{label}</dt>
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
        <input type="checkbox" checked={singleKey} onChange={(event) => onSingleKey(event.target.checked)} />
        Use shortcuts without Ctrl or ⌘
      </label>
    </Dialog>
  )
}
