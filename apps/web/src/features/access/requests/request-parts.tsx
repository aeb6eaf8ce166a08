import { isPermission } from '@backoffice/contract/access'
import type { AccessChoice, AccessOptions } from '@backoffice/contract/access-requests'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'
import { useId } from 'react'
import type { WidgetField } from '../../../kit/form/rule-form.ts'
import { plural } from '../../../kit/format/format-number.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Message } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import css from './request.module.css'

export const NO_DECIDER = 'No other user can approve this. Choose other access, or ask an administrator.'

type OptionsProps = { options: AccessOptions }

/** The module and the action, each with a check or a cross. */
export function Missing({ options: { module, action_held, permission, label } }: OptionsProps) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h3 id={id}>What is missing</h3>
      <ul className={css.missing}>
        <li>
          <Held isHeld={module.held} /> <strong>Module</strong> {module.name}
        </li>
        <li>
          <Held isHeld={action_held} /> <strong>Action</strong> <code>{permission}</code>{' '}
          <span>{capitalized(label)}</span>
        </li>
      </ul>
    </section>
  )
}

function Held({ isHeld }: { isHeld: boolean }) {
  return (
    <span className={css.mark} data-held={isHeld}>
      <Icon name={isHeld ? 'check' : 'close'} />
      <span className="visually-hidden">{isHeld ? 'Included:' : 'Missing:'}</span>
    </span>
  )
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type ChoicesProps = OptionsProps & { field: WidgetField<string> }

/** Roles and policies with the permission, from the least to the most access. */
export function Choices({ options: { choices, permission }, field }: ChoicesProps) {
  const { name, value, label, error, onChange, onBlur } = field
  const id = useId()
  return (
    <section className={css.section}>
      <h3 id={id}>{label}</h3>
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-required="true"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error-message`}
        className={css.choices}
      >
        {choices.map((choice, index) => (
          <Choice
            key={choice.id}
            choice={choice}
            permission={permission}
            isLeast={index === 0}
            radio={{ name, checked: choice.id === value, onChange: () => onChange(choice.id), onBlur }}
          />
        ))}
      </div>
      {error && <Message id={`${id}-error`} error={error} />}
    </section>
  )
}

type ChoiceProps = {
  choice: AccessChoice
  permission: string
  isLeast: boolean
  radio: { name: string; checked: boolean; onChange: () => void; onBlur: () => void }
}

function Choice({ choice: { type, id, name, description, risk, modules, gains }, ...props }: ChoiceProps) {
  const { permission, isLeast, radio } = props
  const others = gains
    .filter((each) => each !== permission)
    .flatMap((each) => (isPermission(each) ? each : []))
  const includes = describeModules(gains.filter((each) => modules.includes(each)))
  const isRole = type === 'role'
  return (
    <div className={css.choice}>
      <label className={css.option}>
        <input
          {...radio}
          type="radio"
          value={id}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-words`}
        />
        <span className={css.about}>
          <span id={`${id}-name`} className={css.name}>
            <strong>{name}</strong> <span className={css.quiet}>{isRole ? 'Role' : 'Policy'}</span>{' '}
            {isLeast && <Badge tone="ok">Least access</Badge>}{' '}
            {risk === 'HIGH' && <Badge tone="warn">High risk</Badge>}
          </span>
          <span id={`${id}-words`} className={css.description}>
            {[
              asSentence(description),
              isRole && 'Replaces your role until it ends.',
              others.length === 0 && asSentence(includes),
            ]
              .filter(Boolean)
              .join(' ')}
          </span>
        </span>
      </label>
      {others.length > 0 && (
        <details className={css.gains}>
          <summary>
            {includes ? `${includes} and` : 'Includes'} {plural(others.length, 'more permission')}
            <span className="visually-hidden">: {name}</span>
          </summary>
          <ul>
            {others.map((each) => (
              <li key={each}>{capitalized(PERMISSION_LABELS[each])}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function describeModules(modules: readonly string[]): string {
  return modules.length > 0
    ? `Includes the ${modules.length === 1 ? 'module' : 'modules'} ${modules.join(', ')}`
    : ''
}

const asSentence = (text: string) => (text === '' ? '' : text.replace(/\.?$/, '.'))

const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The users who could approve the choice. */
export function Deciders({ choice: { deciders } }: { choice: AccessChoice }) {
  if (deciders.length === 0) return null
  return (
    <p className={css.words}>
      <strong>{ALTERNATIVES.format(deciders.map(({ name }) => name))} decides.</strong> You get a
      notification.
    </p>
  )
}
