import { PASSWORD_RULES } from '@backoffice/contract/rules/password'
import { useState } from 'react'
import { FormError } from '../../kit/form/form-error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, RadioGroup } from '../../ui/choice.tsx'
import { DateField } from '../../ui/date/date-input.tsx'
import { Fields, TextField } from '../../ui/field.tsx'
import { NativeSelectField, NoOption } from '../../ui/native-select-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SearchableSelectField } from '../../ui/select/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { Example } from '../example.tsx'
import { TryForm } from '../try-form.tsx'

export const title = 'Forms'

const SOURCES = [
  { value: 'POS', label: 'Point of sale' },
  { value: 'FUEL', label: 'Fuel' },
  { value: 'KIOSK', label: 'Kiosk, from next year', disabled: true },
]

const COMPANIES = [
  { value: 'NLF', label: 'Northline Fuels Inc.' },
  { value: 'NLR', label: 'Northline Retail Inc.' },
]
const BRANCHES = [
  { value: '0012', label: 'Makati' },
  { value: '0031', label: 'Cebu' },
]
const UNASSIGNED: { company: string | null; branches: string[] } = { company: null, branches: [] }

const aSecond = () => new Promise<void>((resolve) => setTimeout(resolve, 1000))

function DateExample() {
  const [day, setDay] = useState('')
  return (
    <DateField
      label="Valid from"
      hint="Typed as 25/10, 25 Oct 2026, today or -7, or picked from the calendar: Alt+↓."
      value={day}
      onChange={setDay}
      required
    />
  )
}

export function Section() {
  return (
    <>
      <Example title="Text" note="A hint stays below an error.">
        <Fields>
          <TextField label="Tender name" required />
          <TextField label="Reference" optional hint="As on the slip." />
          <TextField label="Tender name, filled" defaultValue="Fuel fleet account" required />
          <TextField label="BIN from" defaultValue="62000" error="BIN from exceeds expected value" required />
        </Fields>
      </Example>
      <Example title="Not to be changed" note="Read-only values can be copied; disabled fields are skipped.">
        <Fields>
          <TextField label="Tender ID" defaultValue="0021" readOnly hint="Set once." />
          <TextField label="Company" defaultValue="Northline Fuels Inc." disabled />
          <NativeSelectField label="Source system" disabled>
            <option>Point of sale</option>
          </NativeSelectField>
          <Checkbox label="Synchronised" defaultChecked disabled />
        </Fields>
      </Example>
      <Example title="Dates and numbers">
        <Fields>
          <DateExample />
          <TextField label="Amount, PHP" inputMode="decimal" hint="Up to two decimals." required />
        </Fields>
      </Example>
      <Example title="Several lines" note="It grows with its text.">
        <Fields>
          <TextArea label="Remarks" optional hint="At most 200 characters." />
          <TextArea label="Remarks, too long" error="Remarks must only contain 200 characters" />
        </Fields>
      </Example>
      <Example title="Select of the browser">
        <Fields>
          <NativeSelectField label="Payment method" required>
            <NoOption />
            <option value="AR">AR · Account</option>
            <option value="CRD">CRD · Card</option>
          </NativeSelectField>
          <NativeSelectField label="Scheme" error="Select Scheme" required>
            <NoOption />
          </NativeSelectField>
        </Fields>
      </Example>
      <Example title="Password" note="Can be revealed; hidden again on submit.">
        <form method="dialog" aria-label="Sample passwords">
          {/* Password managers need a username. */}
          <input type="email" autoComplete="username" defaultValue="agent@backoffice.test" hidden />
          <Fields>
            <PasswordField label="Old password" autoComplete="current-password" required />
            <PasswordField
              label="Fresh password"
              autoComplete="new-password"
              defaultValue="a"
              error="Must contain at least 12 characters"
            />
          </Fields>
        </form>
      </Example>
      <Example title="Choices">
        <Fields>
          <RadioGroup label="Source" name="source-plain" options={SOURCES} required />
          <RadioGroup label="Source, missing" name="source-missing" options={SOURCES} error="Enter Source" />
          <Checkbox label="Accepts returns" />
          <Checkbox label="Read the terms" error="Enter Terms" required />
        </Fields>
      </Example>
      <Example title="Being sent" note="The button keeps the focus and takes no second click.">
        <Button type="submit" variant="primary" busy>
          Save
        </Button>
      </Example>
      <Example
        title="A whole form"
        note="Checked on leaving a field and on committed changes, never while typing. Saving takes a second."
      >
        <TryForm
          name="New member of staff"
          fields={{
            given_name: { label: 'Given name', rules: 'required|max:30' },
            email: { label: 'Work email', rules: 'required|email' },
            phone: { label: 'Mobile', rules: 'phone_number' },
            password: { label: 'First password', rules: PASSWORD_RULES },
            password_again: { label: 'Repeat it', rules: 'required|confirm_password:@password' },
            branch: { label: 'Branch', rules: 'select_required' },
            source: { label: 'Desk', rules: 'required' },
            terms: { label: 'Read the house rules', rules: 'required' },
          }}
          values={{
            given_name: '',
            email: '',
            phone: '',
            password: '',
            password_again: '',
            branch: '',
            source: '',
            terms: false,
          }}
          submit={aSecond}
        >
          {(form) => (
            <>
              <TextField {...form.field('given_name')} />
              <TextField {...form.field('email')} type="email" />
              <TextField {...form.field('phone')} type="tel" hint="09 or +639, then nine digits." />
              <PasswordField {...form.field('password')} autoComplete="new-password" />
              <PasswordField {...form.field('password_again')} autoComplete="new-password" />
              <NativeSelectField {...form.field('branch')}>
                <NoOption />
                <option value="0012">0012 · Makati</option>
                <option value="0031">0031 · Cebu</option>
              </NativeSelectField>
              <RadioGroup {...form.field('source')} options={SOURCES} />
              <Checkbox {...form.field('terms')} />
            </>
          )}
        </TryForm>
      </Example>
      <Example title="Searchable selects in a form" note="Widget values are committed immediately.">
        <TryForm
          name="Assignment"
          fields={{
            company: { label: 'Company', rules: 'select_required' },
            branches: { label: 'Branches', rules: 'select_required' },
          }}
          values={UNASSIGNED}
        >
          {(form) => (
            <>
              <SearchableSelectField {...form.widget('company')} options={COMPANIES} />
              <SearchableSelectField
                {...form.widget('branches')}
                multiple
                options={BRANCHES}
                hint="One or several."
              />
            </>
          )}
        </TryForm>
      </Example>
      <Example
        title="Server errors"
        note="At its field, or at the top if no field is affected. The input stays."
      >
        <TryForm
          name="New tender"
          fields={{
            code: { label: 'Tender code', rules: 'required|alpha_num:en' },
            day: {
              label: 'Starts on',
              rules: 'required',
              check: (day) => (day < '2026' ? 'Before this year' : undefined),
            },
            reply: { label: 'Server reply', rules: 'required' },
          }}
          values={{ code: '', day: '', reply: 'fields' }}
          submit={({ reply }) => {
            const taken = { field: 'body.code', message: 'Another tender has this code' }
            const early = { field: 'body.day', message: 'Starts before its company does' }
            if (reply === 'fields') throw new FormError('Not accepted.', { fields: [early, taken] })
            if (reply === 'form') throw new FormError('Someone else saved this first.')
            if (reply === 'both')
              throw new FormError('Not accepted.', {
                fields: [taken, { field: 'body.company', message: 'The company is closed.' }],
              })
          }}
        >
          {(form) => (
            <>
              <TextField {...form.field('code')} hint="Letters and digits." />
              <DateField {...form.date('day')} />
              <NativeSelectField {...form.field('reply')}>
                <option value="yes">takes it</option>
                <option value="fields">refuses two fields</option>
                <option value="form">refuses the whole</option>
                <option value="both">refuses a field and something else</option>
              </NativeSelectField>
            </>
          )}
        </TryForm>
      </Example>
    </>
  )
}
