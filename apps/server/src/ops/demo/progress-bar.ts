const WIDTH = 30
const LINE_MS = 5_000
const BAR_MS = 100

/** Shows a bar on a terminal, otherwise a line every few seconds and one at the end of each step. */
export function createProgress(out: NodeJS.WriteStream) {
  let lastAt = 0
  let lastStep = ''
  let hasEnded = false
  return {
    report(step: string, done: number, total: number): void {
      const now = Date.now()
      const share = total > 1 ? Math.min(1, done / total) : 0
      const ends = share === 1
      const isEarly = now - lastAt < (out.isTTY ? BAR_MS : LINE_MS)
      if (step === lastStep && (ends ? hasEnded : isEarly)) return
      lastAt = now
      lastStep = step
      hasEnded = ends
      if (out.isTTY) {
        const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░')
        out.write(`\r\x1b[K${total > 1 ? `${bar} ${Math.floor(share * 100)} % ` : ''}${step}`)
      } else out.write(total > 1 ? `${step}: ${Math.floor(share * 100)} %\n` : `${step}\n`)
    },
    end(): void {
      if (out.isTTY) out.write('\r\x1b[K')
    },
  }
}
