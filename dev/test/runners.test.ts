import { expect, test } from 'vitest'
import { runInSlots } from './runners.ts'

test('fills the slots with jobs, and runs a job that needs all of them alone', async () => {
  const running = new Set<string>()
  const seen: string[] = []
  const jobs = [
    { name: 'a', slots: 1 },
    { name: 'b', slots: 1 },
    { name: 'c', slots: 1 },
    { name: 'all', slots: 2 },
    { name: 'd', slots: 1 },
  ]
  await runInSlots(jobs, 2, async ({ name }) => {
    running.add(name)
    await Promise.resolve()
    seen.push([...running].join('+'))
    await Promise.resolve()
    running.delete(name)
  })
  expect(seen).toHaveLength(5)
  expect(seen).toContain('all')
  expect(seen.every((names) => names.split('+').length <= 2)).toBe(true)
  expect(seen.some((names) => names.includes('+'))).toBe(true)
})

test('a job that throws fails the run', async () => {
  const run = runInSlots([{ slots: 1 }], 2, () => Promise.reject(new Error('broken')))
  await expect(run).rejects.toThrow('broken')
})
