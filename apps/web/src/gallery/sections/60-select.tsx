import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { computedStyle } from '../../ui/computed-style.ts'
import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select/select.tsx'
import { useOptionSearch } from '../../ui/select/use-option-search.ts'
import { Example } from '../example.tsx'
import css from './samples.module.css'

export const title = 'Select'

const companies = [
  { value: 'NLF', label: 'NLF · Northline Fuels Inc.' },
  { value: 'SMC', label: 'SMC · Sampaguita Market Corp.' },
  { value: 'BHI', label: 'BHI · Bayani Hardware Inc.' },
  { value: 'TSI', label: 'TSI · Tala Sari-Sari Inc.' },
  { value: 'OLD', label: 'OLD · Closed in 2019', disabled: true },
]
const methods = [
  { value: 0, label: 'Cash' },
  { value: 1, label: 'Credit card' },
  { value: 2, label: 'Gift certificate' },
  { value: 3, label: 'Points' },
]
const regions = [
  {
    label: 'Luzon',
    options: [
      { value: 'tarlac', label: 'Tarlac City' },
      { value: 'lipa', label: 'Lipa' },
      { value: 'sta-rosa', label: 'Santa Rosa' },
    ],
  },
  {
    label: 'Visayas',
    options: [
      { value: 'cebu', label: 'Cebu City' },
      { value: 'iloilo', label: 'Iloilo City' },
      { value: 'bacolod', label: 'Bacolod', disabled: true },
    ],
  },
  {
    label: 'Mindanao',
    options: [
      { value: 'davao', label: 'Davao City' },
      { value: 'gensan', label: 'General Santos' },
    ],
  },
]

const KINDS = ['Mall', 'Express', 'Fuel station', 'Warehouse', 'Kiosk']
const branches = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    value: index,
    label: `${KINDS[index % KINDS.length]} branch ${String(index).padStart(5, '0')}`,
  }))
const manyBranches = branches(1_200)
const allBranches = branches(10_000)

/** A simulated server in which short queries take longer and "error" fails. */
async function findBranches(query: string, signal: AbortSignal) {
  await new Promise((resolve) => setTimeout(resolve, Math.max(200, 1_400 - 400 * query.length)))
  signal.throwIfAborted()
  if (query === 'error') throw new Error('The search failed.')
  const text = query.toLowerCase()
  return allBranches.filter(({ label }) => label.toLowerCase().includes(text)).slice(0, 25)
}

export function Section() {
  const [company, setCompany] = useState<string | null>(null)
  const [owner, setOwner] = useState<string | null>('NLF')
  const [method, setMethod] = useState<number | null>(null)
  const [stores, setStores] = useState<string[]>(['NLF', 'SMC', 'BHI'])
  const [two, setTwo] = useState<string[]>(['NLF', 'SMC'])
  const [places, setPlaces] = useState<string[]>(['tarlac'])
  const [city, setCity] = useState<string | null>(null)
  const [labels, setLabels] = useState(['vip', 'fuel'])
  const [chosenLabels, setChosenLabels] = useState(['vip'])
  const [found, setFound] = useState<number | null>(null)
  const [late, setLate] = useState<string | null>(null)
  const [none, setNone] = useState<string | null>(null)
  const [needed, setNeeded] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [branch, setBranch] = useState<number | null>(null)
  const [anyBranch, setAnyBranch] = useState<number | null>(null)
  const [sent, setSent] = useState('')
  const [inDialog, setInDialog] = useState(false)
  const search = useOptionSearch(findBranches)
  return (
    <>
      <Example title="Single" note="Opens on focus; type to search, the shortest label comes first.">
        <Field label="Company">
          {(control) => <Select {...control} options={companies} value={company} onChange={setCompany} />}
        </Field>
      </Example>
      <Example title="With a value that cannot be removed">
        <Field label="Owner">
          {(control) => (
            <Select {...control} options={companies} value={owner} onChange={setOwner} allowEmpty={false} />
          )}
        </Field>
      </Example>
      <Example title="Not searchable" note="Tab selects the highlighted option. 0 is a value.">
        <Field label="Payment method">
          {(control) => (
            <Select {...control} options={methods} value={method} onChange={setMethod} searchable={false} />
          )}
        </Field>
      </Example>
      <Example title="Multiple" note="Stays open; two chips are shown and the rest is counted.">
        <Field label="Companies">
          {(control) => (
            <Select
              {...control}
              multiple
              options={companies}
              value={stores}
              onChange={setStores}
              limit={2}
              closeOnSelect={false}
            />
          )}
        </Field>
      </Example>
      <Example title="Maximum reached">
        <Field label="Two companies">
          {(control) => (
            <Select {...control} multiple max={2} options={companies} value={two} onChange={setTwo} />
          )}
        </Field>
      </Example>
      <Example title="Groups">
        <Field label="City">
          {(control) => <Select {...control} options={regions} value={city} onChange={setCity} />}
        </Field>
      </Example>
      <Example title="Groups, chosen as a whole">
        <Field label="Cities">
          {(control) => (
            <Select
              {...control}
              multiple
              groupSelect
              options={regions}
              value={places}
              onChange={setPlaces}
              closeOnSelect={false}
            />
          )}
        </Field>
      </Example>
      <Example title="Tags" note="Enter on a new word makes it an option.">
        <Field label="Labels">
          {(control) => (
            <Select
              {...control}
              multiple
              taggable
              hideSelected
              options={labels.map((label) => ({ value: label, label }))}
              value={chosenLabels}
              onChange={setChosenLabels}
              onTag={(text) => {
                setLabels([...labels, text])
                setChosenLabels([...chosenLabels, text])
              }}
            />
          )}
        </Field>
      </Example>
      <Example
        title="Asynchronous search"
        note="Late replies to an earlier query are dropped; “error” fails."
      >
        <Field label="Branch, from the server">
          {(control) => <Select {...control} {...search} value={found} onChange={setFound} />}
        </Field>
      </Example>
      <Example title="Loading">
        <Field label="Late list">
          {(control) => <Select {...control} loading options={[]} value={late} onChange={setLate} />}
        </Field>
      </Example>
      <Example title="No options">
        <Field label="Empty list">
          {(control) => <Select {...control} options={[]} value={none} onChange={setNone} />}
        </Field>
      </Example>
      <Example title="Disabled">
        <Field label="Fixed company">
          {(control) => (
            <Select {...control} disabled options={companies} value="SMC" onChange={setCompany} />
          )}
        </Field>
        <Field label="Fixed companies">
          {(control) => (
            <Select
              {...control}
              multiple
              disabled
              options={companies}
              value={['SMC', 'BHI']}
              onChange={setStores}
            />
          )}
        </Field>
      </Example>
      <Example title="Required" note="The browser holds the form back while nothing is selected.">
        <form
          aria-label="Required select"
          onSubmit={(event) => {
            event.preventDefault()
            setSent(`Sent ${new FormData(event.currentTarget).get('needed')}`)
          }}
        >
          <Field label="Needed company">
            {(control) => (
              <Select
                {...control}
                required
                name="needed"
                options={companies}
                value={needed}
                onChange={setNeeded}
              />
            )}
          </Field>
          <Button type="submit">Send</Button> {sent}
        </form>
      </Example>
      <Example title="With an error">
        <Field label="Wrong company" error="Select Company">
          {(control) => <Select {...control} options={companies} value={wrong} onChange={setWrong} />}
        </Field>
      </Example>
      <Example title="1,200 options" note="The first 1,000 are shown; search finds the others.">
        <Field label="One of 1,200">
          {(control) => <Select {...control} options={manyBranches} value={branch} onChange={setBranch} />}
        </Field>
      </Example>
      <Example title="10,000 options">
        <Field label="One of 10,000">
          {(control) => (
            <Select {...control} options={allBranches} value={anyBranch} onChange={setAnyBranch} />
          )}
        </Field>
      </Example>
      <Example title="In a panel that scrolls" note="The list is not clipped and follows the panel.">
        <section aria-label="Scrolling panel" ref={computedStyle({ height: '88px', overflow: 'auto' })}>
          <Field label="Company in a panel" below="Scroll on: there is more below.">
            {(control) => <Select {...control} options={companies} value={company} onChange={setCompany} />}
          </Field>
        </section>
      </Example>
      <Example title="In a dialog" note="The first Escape closes the list, the second the dialog.">
        <Button onClick={() => setInDialog(true)}>Choose in a dialog</Button>
        {inDialog && (
          <Dialog label="Choose a company" onClose={() => setInDialog(false)}>
            <DialogHead title="Choose a company" onClose={() => setInDialog(false)} />
            <div className={css.inset}>
              <Field label="Company in a dialog">
                {(control) => (
                  <Select {...control} options={companies} value={company} onChange={setCompany} />
                )}
              </Field>
            </div>
          </Dialog>
        )}
      </Example>
    </>
  )
}
