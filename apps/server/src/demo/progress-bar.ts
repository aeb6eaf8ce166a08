const WIDTH = 30
const LINE_MS = 5_000
const BAR_MS = 100

/** Shows a bar on a terminal, otherwise a line every few seconds. */
export function createProgress(out: NodeJS.WriteStream) {
  let lastAt = 0
  let lastStep = ''
  return {
    report(step: string, done: number, total: number): void {
      const now = Date.now()
      if (step === lastStep && now - lastAt < (out.isTTY ? BAR_MS : LINE_MS)) return
      lastAt = now
      lastStep = step
      const share = total > 1 ? Math.min(1, done / total) : 0
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
