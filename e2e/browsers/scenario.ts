import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, onTestFailed, test } from 'vitest'
import type { OtherBrowsers } from '../../dev/test/browsers.ts'
import { ACTIVE, aFile, asUpload } from '../tests/card-files.ts'
import { emailOf, PASSWORD } from '../tests/demo-users.ts'
import { type Engine, until } from './engine.ts'
import { aForeignFile } from './foreign-file.ts'
import { DOWN, ENTER, ESCAPE, LEFT, TAB, UP, userOf } from './user.ts'

/** The main job and every screen in one engine. Each test continues where the previous one ended. */
export function scenario(start: (browsers: OtherBrowsers) => Promise<Engine>): void {
  const baseURL = inject('baseURL')
  let engine: Engine
  let user: ReturnType<typeof userOf>
  const upload = asUpload(aFile(30, { invalid: true }), 'engines')

  beforeAll(async () => {
    engine = await start(inject('browsers'))
    user = userOf(engine)
  }, 90_000)
  afterAll(() => engine?.close())

  let broken: string | undefined
  const step = (title: string, run: () => Promise<void>) =>
    test(title, { timeout: 240_000 }, async () => {
      if (broken) throw new Error(`Not reached, because “${broken}” failed.`)
      broken = title
      onTestFailed(async () => {
        console.log(await user.look('text'))
        await user.picture('failed')
      })
      await run()
      broken = undefined
    })

  step('no component covers another, and a field grows with its text', async () => {
    await user.open(`${baseURL}/components`)
    await until('an interactive page', () => user.look('marked', 'usable'))
    await user.sees('field', 'Remarks')
    expect(await user.look('covered')).toEqual([])
    const before = await user.look('height', 'Remarks')
    await user.look('focus', 'field', 'Remarks')
    await user.type(`one${ENTER}two${ENTER}three${ENTER}four${ENTER}five${ENTER}six`)
    expect(await user.look('height', 'Remarks')).toBeGreaterThan(before)
  })

  step('signs in with the keyboard', async () => {
    await user.open(`${baseURL}/login`)
    await until('an interactive page', async () => user.look('marked', 'usable'))
    expect(await user.look('covered')).toEqual([])
    await user.look('focus', 'field', 'Email')
    await user.type(`${emailOf('agent')}${TAB}${PASSWORD}${ENTER}`)
    await user.sees('heading', 'Operational Dashboard')
  })

  step('opens every screen of the sidebar, where nothing covers a control', async () => {
    const screens = await user.look('links', 'nav[aria-label="Main"]')
    expect(screens).toContain('SMAC Inquiry')
    for (const screen of screens) {
      await user.press('link', screen)
      await user.sees('heading', screen)
      await user.settled()
      expect(await user.look('covered'), screen).toEqual([])
    }
  })

  step('shows figures and charts on the dashboard', async () => {
    await user.press('link', 'Operational Dashboard')
    for (const text of ['received', 'Net liability', 'silent for 24 hours', 'API p95'])
      await user.sees('text', text)
    await user.sees('text', 'Line: 8-week average for the weekday')
    await user.settled()
    expect(await user.look('covered')).toEqual([])
    await user.picture('dashboard')
  })

  step('runs an inquiry for a card', async () => {
    await user.press('link', 'SMAC Inquiry')
    await user.look('focus', 'field', 'Card number')
    await user.type('9990 0000 0000 0011')
    await user.look('focus', 'field', 'Purpose')
    await user.type('Mem')
    await until('the purpose', async () => (await user.look('chosen', 'Purpose')) === 'Member complaint')
    await user.press('field', 'Ticket number')
    await user.type('OPS-20431')
    await user.press('button', 'Run inquiry')
    await user.sees('text', 'Reply text')
    await user.settled()
    expect(await user.look('covered')).toEqual([])
    await user.picture('single-inquiry')
  })

  step('uploads and checks a file', async () => {
    const path = join(engine.folder, upload.name)
    writeFileSync(path, upload.buffer)
    await user.press('link', 'SMAC Inquiry')
    await user.press('link', 'From a file')
    await user.sees('button', 'Upload file')
    await engine.chooseFile('input[type="file"]', path)
    await user.sees('heading', upload.name)
    await user.sees('button', 'Run inquiry')
    await user.settled()
    expect(await user.look('covered')).toEqual([])
  })

  step('Escape closes a dialog and returns the focus', async () => {
    await user.press('button', 'Cancel')
    await user.sees('text', 'Cancel this file?')
    expect(await user.look('covered')).toEqual([])
    await user.type(ESCAPE)
    await user.seesNo('text', 'Cancel this file?')
    expect(await user.look('focused')).toBe('Cancel')
  })

  step('runs the inquiry and shows its end without polling', async () => {
    await user.look('focus', 'field', 'Purpose')
    await user.type('Rec')
    await until('the purpose', async () => (await user.look('chosen', 'Purpose')) === 'Reconciliation')
    await user.press('field', 'Ticket number')
    await user.type('OPS-20417')
    const requests = await user.look('requests', 'file_tracker?')
    await user.press('button', 'Run inquiry')
    await user.sees('button', 'Run details')
    expect(await user.look('requests', 'file_tracker?'), 'the screen polled').toBe(requests)
    await user.settled()
    expect(await user.look('covered')).toEqual([])
  })

  step('downloads the complete result', async () => {
    await user.press('button', 'Download result')
    const downloads = join(engine.folder, 'downloads')
    const text = await until('the download', () => {
      const name = readdirSync(downloads).find((one) => one.endsWith('.csv'))
      return (name && readFileSync(join(downloads, name), 'utf8')) || undefined
    })
    const lines = text.trimEnd().split(/\r?\n/)
    expect(lines).toHaveLength(1 + 31)
    expect(lines[1]).toMatch(new RegExp(`^1,${ACTIVE},.*,FOUND,`))
    expect(lines[31]).toContain(',INVALID,')
  })

  step('stays signed in after a reload', async () => {
    await user.open(`${baseURL}/smac_inquiry?tab=file`)
    await user.sees('row', upload.name)
  })

  step('opens the columns of a list at the first press, and closes them with Escape', async () => {
    await user.press('button', 'Columns of tracked files')
    await user.sees('text', 'Reset')
    await user.type(ESCAPE)
    await user.seesNo('text', 'Reset')
    expect(await user.look('focused')).toBe('Columns of tracked files')
  })

  step('opens a file with a press on its row, in either theme', async () => {
    for (const theme of ['dark', 'light']) {
      const name = `${theme === 'dark' ? 'Dark' : 'Light'} theme`
      await user.press('field', name)
      await until(name, () => user.look('isChecked', name))
      await user.settled()
      expect(await user.look('covered')).toEqual([])
      await user.picture(`inquiry-${theme}`)
      await user.press('row', upload.name)
      await user.sees('heading', upload.name)
      await user.settled()
      await user.picture(`file-${theme}`)
      await user.press('link', 'SMAC Inquiry')
      await user.press('link', 'From a file')
      await user.sees('row', upload.name)
    }
  })

  step('requests access from a refusal with the keyboard, and withdraws the request', async () => {
    await user.open(`${baseURL}/lookup/tenders`)
    await user.press('button', 'Request access')
    await user.sees('field', 'Reason')
    await user.settled()
    expect(await user.look('covered')).toEqual([])
    await user.picture('access-request')
    await user.look('focus', 'field', 'Reason')
    await user.type(`A member complaint${TAB}OPS-20471${ENTER}`)
    await user.sees('link', 'View request')
    expect(await user.look('covered')).toEqual([])
    await user.type(ENTER)
    await user.sees('button', 'Withdraw request')
    await user.settled()
    expect(await user.look('covered')).toEqual([])
    await user.picture('approval')
    await user.press('button', 'Withdraw request')
    await user.sees('text', 'Withdrawn by')
  })

  step('starts a review, and decides with the keyboard', async () => {
    await user.press('button', 'Sign out')
    await user.sees('heading', 'Sign in')
    await user.look('focus', 'field', 'Email')
    await user.type(`${emailOf('admin')}${TAB}${PASSWORD}${ENTER}`)
    await user.sees('heading', 'Operational Dashboard')
    await user.press('link', 'Reviews')
    await user.press('button', 'Start review')
    await user.sees('text', 'as access is now')
    await user.look('focus', 'field', 'Reviewers')
    for (const name of ['Alma Dizon', 'Benito Cruz']) await user.type(`${name}${ENTER}`)
    await user.press('button', 'Start review')
    await user.sees('button', 'Finish review')
    await user.sees('button', 'Keep')
    // Toasts cover parts of the page.
    await user.seesNo('text', 'Review started')
    await user.settled()
    expect(await user.look('covered')).toEqual([])
    await user.look('focus', 'button', 'Keep')
    await user.type('k')
    await user.sees('text', '1 kept')
    await user.type('r')
    await user.sees('field', 'Reason')
    await user.seesNo('button', 'Undo')
    await user.settled()
    expect(await user.look('covered')).toEqual([])
    await user.picture('review')
    await user.type(ESCAPE)
    await user.seesNo('field', 'Reason')
    await user.press('button', 'Cancel review…')
    await user.sees('field', 'Reason')
    await user.look('focus', 'field', 'Reason')
    await user.type('Only to try it')
    await user.press('button', 'Cancel review')
    await user.sees('text', 'Cancelled by')
  })

  step(
    'imports a file of another system: matches its columns, fixes cells by keyboard and by paste',
    async () => {
      const { name, buffer, fields } = aForeignFile(engine.name)
      const path = join(engine.folder, name)
      writeFileSync(path, buffer)
      await user.press('link', 'Tenders')
      await user.press('button', 'Import')
      await user.sees('text', 'Import tenders')
      await engine.chooseFile('dialog input[type="file"]', path)
      await user.sees('heading', name)
      for (const [column, field] of Object.entries(fields)) {
        const control = `Field for column ${column}`
        await user.sees('field', control)
        await user.look('choose', control, field)
        await until(field, async () => (await user.look('chosen', control)) === field)
      }
      await user.settled()
      expect(await user.look('covered')).toEqual([])
      await user.picture('matching')
      await user.press('button', 'Review 3 rows')
      await user.press('link', 'To fix 2 skipped until fixed')

      await user.sees('cell', 'Not a date')
      await user.look('focus', 'cell', 'Not a date')
      await user.type(DOWN)
      await user.typeWithControl('c')
      await user.type(UP)
      await user.typeWithControl('v')
      await user.sees('cell', 'was soon')
      await user.type(`${LEFT}${LEFT}`)
      await user.typeWithControl('c')
      await user.type(DOWN)
      await user.typeWithControl('v')
      await user.sees('cell', 'was ZZZ')
      await user.type(`${LEFT}${LEFT}Instalments${ENTER}`)
      await user.sees('text', '2 fixed rows are imported after a re-check.')
      expect(await user.look('covered')).toEqual([])
      await user.picture('fixing')
      await user.press('button', 'Re-check')
      await user.sees('button', 'Import 3 rows')
      await user.press('button', 'Import 3 rows')
      await user.sees('text', 'Imported: 3 new, 0 changed.')
    },
  )

  step('signs out', async () => {
    await user.press('button', 'Sign out')
    await user.sees('heading', 'Sign in')
    expect(await engine.complaints()).toEqual([])
  })
}
