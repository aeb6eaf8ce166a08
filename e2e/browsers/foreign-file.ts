/** A CSV of tenders with three wrong cells and foreign headers, which no other engine has matched before. */
export function aForeignFile(engine: string) {
  const first = Date.now()
  const ids = [0, 1, 2].map((at) => `Y${((first + at) % 46_656).toString(36).padStart(3, '0')}`.toUpperCase())
  const text = [
    `System of ${engine};Number;Text;Pay by;Firm;Last day;State;Remarks`,
    `KIOSK;${ids[0]};Cash;CSH;NLF;2027-12-31;ACTIVE;`,
    `KIOSK;${ids[1]};Cash, night;CSH;NLF;soon;ACTIVE;`,
    `KIOSK;${ids[2]};;CSH;ZZZ;2027-12-31;ACTIVE;moved`,
  ].join('\r\n')
  const fields = {
    'A System': 'Source system',
    'B Number': 'Tender ID',
    'C Text': 'Tender name',
    'D Pay by': 'Payment method',
    'E Firm': 'Company',
    'F Last day': 'Effective to',
    'G State': 'Status',
  }
  return { name: `till-${ids[0]}.csv`, buffer: Buffer.from(text), fields }
}
