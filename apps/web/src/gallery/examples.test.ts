import { expect, test } from 'vitest'
import { examplesIn } from './examples.ts'

test('extracts the code of an example without its indentation', () => {
  const source = `
      <Example title="One">
        <Button variant="primary">
          Save
        </Button>

        <Button>Cancel</Button>
      </Example>
      <Example title="Two" note="more than that">
        <Badge />
      </Example>`
  expect(examplesIn(source)).toEqual([
    ['One', '<Button variant="primary">\n  Save\n</Button>\n\n<Button>Cancel</Button>'],
    ['Two', '<Badge />'],
  ])
})
