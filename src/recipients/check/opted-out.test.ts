import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyTestParameters } from '#tools/soak-scale.ts'
import { readRecipients, readTable } from '../read.ts'
import { createChecker } from './check.ts'
import { type Operation, repairsOf, rowsTouched } from './repairs.ts'

const [ann, bob, cid] = ['+14155550134', '+14155550135', '+14155550136'] as const
const bytes = (text: string) => new TextEncoder().encode(text)
function read(text: string, ...operations: Operation[]) {
  const result = readRecipients(bytes(text), {}, () => {}, repairsOf(operations))
  if (!result.ok) throw new Error(result.refusal.message)
  return result.file
}
const ordinary = (column: string): Operation => ({ kind: 'rule', rule: 'ordinary', column, on: true })
const acceptUnclear: Operation = { kind: 'rule', rule: 'accept', reason: 'unclear_opt_out', on: true }
const csv = `phone_number,name,Opt-out\n${ann},Ann,yes\n${bob},Bob,\n${cid},Cid,maybe\n`

describe('a row that says “do not call”', () => {
  it('is left out with its own verdict and names the column', () => {
    const { counts, problems, recipients } = read(csv)
    expect(counts).toEqual({ read: 3, valid: 1, invalid: 1, duplicate: 0, blank: 0, optedOut: 1, leftOut: 0 })
    expect(recipients.map(({ row }) => row)).toEqual([3])
    expect(problems.map(({ message }) => message)).toEqual([
      'Row 2, column Opt-out: `yes` says “do not call”.',
      'Row 4, column Opt-out: `maybe` does not say clearly whether this person may be called.',
    ])
  })

  it('is left out even if its number is invalid or repaired, or the row was left out by hand', () => {
    const text = `phone_number,DNC\n4155550134,x\nnobody,x\n+1415,x\n`
    const leaveOut: Operation = { kind: 'leaveOut', rows: [2, 3], out: true }
    expect(read(text, { kind: 'rule', rule: 'country', country: 'US' }, leaveOut).counts.optedOut).toBe(3)
  })

  it('is called once its cell is edited, and left out again after an undo', () => {
    const edit: Operation = { kind: 'edit', cells: [{ row: 2, column: 'Opt-out', value: 'no' }] }
    expect(read(csv, edit).recipients.map(({ row }) => row)).toEqual([2, 3])
    expect(read(csv).recipients.map(({ row }) => row)).toEqual([3])
  })
})

describe('a number that one row marks “do not call”', () => {
  it('is not called in any other row', { tags: ['opted-out-number-is-not-called'] }, () => {
    const twice = `phone_number,Opt-out\n${ann},\n+1 (415) 555-0134,yes\n${bob},no\n`
    expect(read(twice).recipients.map(({ row }) => row)).toEqual([4])
    expect(read(twice).problems[0]?.message).toBe(
      'Row 2, column phone_number: `+14155550134` is the same number as in row 3, which says “do not call”.',
    )
    // Also if the number is not repaired yet, as it is probably meant.
    expect(read(`phone_number,Opt-out\n${ann},\n14155550134,yes\n`).recipients).toEqual([])
    expect(read(`phone_number,Consent\n${ann},yes\n${ann},perhaps\n`).problems.map(({ reason }) => reason)).toEqual([
      'unclear_opt_out',
      'unclear_opt_out',
    ])
  })

  it('is explained by the first row that says so, also after an edit was undone', () => {
    const table = readTable(bytes(`phone_number,Opt-out\n${ann},yes\n${ann},yes\n${ann},\n`), {
      delimiter: ',',
      headerRow: 1,
    })
    if (!table.ok) throw new Error(table.refusal.message)
    const check = createChecker(table.table, false)
    const edit: Operation = { kind: 'edit', cells: [{ row: 2, column: 'Opt-out', value: 'no' }] }
    const explain = (operations: Operation[], touched: Operation[] | null) =>
      check(repairsOf(operations), touched && rowsTouched(touched)).problemAt(2)?.message
    expect(explain([], null)).toContain('as in row 2')
    expect(explain([edit], [edit])).toContain('as in row 3')
    expect(explain([], [edit])).toContain('as in row 2')
  })

  it('is never called, in any rows and after any changes', { tags: ['soak'] }, () => {
    const cell = fc.constantFrom('', 'yes', 'no', 'maybe', 'DNC', '2026-01-02')
    const row = fc.tuple(fc.constantFrom(ann, '1 415 555 0134', bob, cid, 'nobody'), cell, cell)
    const operation = fc.oneof(
      fc
        .record({
          row: fc.integer({ min: 2, max: 8 }),
          column: fc.constantFrom('Opt-out', 'Consent', 'phone_number'),
          value: cell,
        })
        .map((edit): Operation => ({ kind: 'edit', cells: [edit] })),
      fc.integer({ min: 2, max: 8 }).map((at): Operation => ({ kind: 'leaveOut', rows: [at], out: true })),
      fc.constantFrom<Operation>(
        acceptUnclear,
        { kind: 'rule', rule: 'accept', reason: 'missing_plus', on: true },
        { kind: 'rule', rule: 'keep', keep: 'last' },
      ),
    )
    const never = fc.property(
      fc.array(row, { minLength: 1, maxLength: 7 }),
      fc.array(operation, { maxLength: 5 }),
      (rows, operations) => {
        const text = `phone_number,Opt-out,Consent\n${rows.map((cells) => cells.join()).join('\n')}\n`
        const table = readTable(bytes(text), { delimiter: ',', headerRow: 1 })
        if (!table.ok) throw new Error(table.refusal.message)
        const check = createChecker(table.table, false)
        let sheet = check({}, null)
        for (let count = 1; count <= operations.length; count++)
          sheet = check(repairsOf(operations.slice(0, count)), rowsTouched(operations.slice(count - 1, count)))
        const cells = rows.map((_, at) => sheet.cellsAt(at))
        const saysNo = ([, out = '', consent = '']: string[]) => /yes|DNC|2026/.test(out) || /no|DNC/.test(consent)
        const digits = ([phone = '']: string[]) => phone.replace(/\D/g, '')
        const not = new Set(cells.filter(saysNo).map(digits))
        return sheet.called.every((at) => !not.has(digits(cells[at] ?? [])))
      },
    )
    expect(fc.check(never, propertyTestParameters(300))).toMatchObject({ counterexample: null })
  })
})

describe('an opt-out column', () => {
  it('is not sent to the agent', { tags: ['opted-out-column-is-not-sent'] }, () => {
    expect(read(csv).names).toEqual(['phone_number', 'name', null])
    expect(read(csv).recipients[0]?.values).toEqual({ name: 'Bob' })
  })

  it('is sent and its people are called once a person treats it as an ordinary one, which can be undone', () => {
    const said = read(csv, ordinary('Opt-out'))
    expect(said.names).toEqual(['phone_number', 'name', 'Opt-out'])
    expect(said.recipients.map(({ values }) => values['Opt-out'])).toEqual(['yes', '', 'maybe'])
    const back = read(csv, ordinary('Opt-out'), { kind: 'rule', rule: 'ordinary', column: 'Opt-out', on: false })
    expect(back.counts).toEqual(read(csv).counts)
  })

  it('still leaves its people out if a person chooses to send it', () => {
    const sent = read(csv, { kind: 'match', column: 'Opt-out', as: 'Opt-out' })
    expect(sent.recipients.map(({ values }) => values)).toEqual([{ name: 'Bob', 'Opt-out': '' }])
  })

  it('with unclear cells: these rows are called once a person accepts, and the others stay left out', () => {
    expect(read(csv, acceptUnclear).recipients.map(({ row }) => row)).toEqual([3, 4])
    expect(read(`phone_number,Consent\n${ann},\n${bob},yes\n`).counts).toMatchObject({ valid: 1, invalid: 1 })
  })

  it('beside another one: the stricter one applies', () => {
    const both = `phone_number,Opt-out,Consent\n${ann},no,no\n${bob},yes,yes\n${cid},no,yes\n`
    expect(read(both).recipients.map(({ row }) => row)).toEqual([4])
    expect(read(both, ordinary('Consent')).recipients.map(({ row }) => row)).toEqual([2, 4])
  })

  it('with the phone numbers is only the phone number column', () => {
    const list = `Do not call\n${ann}\n`
    expect(read(list).phoneColumn).toBeNull()
    expect(read(list, { kind: 'match', column: 'Do not call', as: 'phone_number' }).counts.valid).toBe(1)
    expect(read(`Contact\n${ann}\nDNC\n`).counts).toMatchObject({ valid: 1, invalid: 1 })
  })
})
