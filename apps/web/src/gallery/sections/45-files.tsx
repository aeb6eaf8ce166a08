import { FilePicker } from '../../kit/form/file-picker.tsx'
import { Fields } from '../../ui/field.tsx'
import { Example } from '../example.tsx'
import { TryForm } from '../try-form.tsx'

export const title = 'Files'

const NONE: File[] = []
const nothing = () => undefined
const SLIPS = [new File(['4021'], 'slip-0412.txt'), new File([new Uint8Array(300_000)], 'slip-0413.jpg')]

export function Section() {
  return (
    <>
      <Example title="Choosing files" note="Choose files or drop them.">
        <Fields>
          <FilePicker label="Slip" name="slip" value={[]} onChange={nothing} onBlur={nothing} />
          <FilePicker
            label="Attachments"
            name="attachments"
            optional
            multiple
            hint="Up to 5 MB together."
            value={[]}
            onChange={nothing}
            onBlur={nothing}
          />
        </Fields>
      </Example>
      <Example title="Chosen, wrong and not to be changed">
        <Fields>
          <FilePicker label="Slips" name="slips" multiple value={SLIPS} onChange={nothing} onBlur={nothing} />
          <FilePicker
            label="Contract"
            name="contract"
            error="Enter Contract"
            value={[]}
            onChange={nothing}
            onBlur={nothing}
          />
          <FilePicker
            label="Archive"
            name="archive"
            disabled
            value={[]}
            onChange={nothing}
            onBlur={nothing}
          />
        </Fields>
      </Example>
      <Example title="A file is needed" note="A .csv or .txt; the name decides.">
        <TryForm
          name="Card list"
          fields={{ list: { label: 'Card file', rules: 'required_files|ext:csv,txt' } }}
          values={{ list: NONE }}
        >
          {(form) => <FilePicker {...form.widget('list')} accept=".csv,.txt" />}
        </TryForm>
      </Example>
      <Example title="Each of at most a size" note="Pictures, each up to 100 kilobytes.">
        <TryForm
          name="Pictures"
          fields={{ pictures: { label: 'Pictures', rules: 'image|size:100' } }}
          values={{ pictures: NONE }}
        >
          {(form) => <FilePicker {...form.widget('pictures')} multiple accept="image/*" />}
        </TryForm>
      </Example>
      <Example title="Of an exact width and height" note="16 by 16 pixels, read from the picture itself.">
        <TryForm
          name="Emblem"
          fields={{ emblem: { label: 'Store emblem', rules: 'dimensions:16,16' } }}
          values={{ emblem: NONE }}
        >
          {(form) => <FilePicker {...form.widget('emblem')} accept="image/*" />}
        </TryForm>
      </Example>
      <Example title="Together of at most a size" note="One megabyte for all of them.">
        <TryForm
          name="Evidence"
          fields={{ evidence: { label: 'Evidence', rules: 'required_files|fileSize:1' } }}
          values={{ evidence: NONE }}
        >
          {(form) => <FilePicker {...form.widget('evidence')} multiple />}
        </TryForm>
      </Example>
      <Example
        title="With what is kept already"
        note="One megabyte for the record, of which 700,000 bytes are used."
      >
        <TryForm
          name="Record"
          fields={{ more: { label: 'More files', rules: 'totalSize:1,@kept_bytes' } }}
          values={{ more: NONE, kept_bytes: 700_000 }}
        >
          {(form) => <FilePicker {...form.widget('more')} multiple />}
        </TryForm>
      </Example>
    </>
  )
}
