import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRecipients } from '../read.ts'
import { type Operation, type Repairs, repairsOf } from './repairs.ts'

const read = (text: string, repairs: Repairs = {}) => {
  const result = readRecipients(new TextEncoder().encode(text), {}, () => {}, repairs)
  if (!result.ok) throw new Error(result.refusal.message)
  return result.file
}
const sentence = (text: string, repairs?: Repairs) => read(text, repairs).problems[0]?.message
const numbers = (text: string, repairs?: Repairs) =>
  read(text, repairs).recipients.map(({ phone_number }) => phone_number)

describe('a row with a problem', () => {
  it.each([
    ['4155550134', '`4155550134` has no country code. Start with + and the country code, such as +14155550134.'],
    ['0044 7700 900123', '`0044 7700 900123` has no country code. Expected +447700900123 (United Kingdom).'],
    ['07700900123', '`07700900123` has no country code. Start with + and the country code, such as +14155550134.'],
    [
      '1.41556E+10',
      '`1.41556E+10` was shortened by a spreadsheet, and digits are lost. Format the column as text and export again.',
    ],
    ['+14155550134.0', '`+14155550134.0` was changed to a decimal number. Expected +14155550134.'],
    [
      '+39 6 12345678',
      '`+39 6 12345678` has lost the 0 that numbers there keep after the country code. Expected +390612345678.',
    ],
    [
      '+225 27 12 34 56',
      '`+225 27 12 34 56` has a form that its country has replaced by a new numbering plan. Ask for the new number.',
    ],
    [
      'Mobile: +14155550134',
      '`Mobile: +14155550134` has something else than a phone number around it. Expected +14155550134.',
    ],
    ['+1415555', '`+1415555` is too short for its country.'],
    ['+141555501345', '`+141555501345` is too long for its country.'],
    [
      '+4407700900123',
      '`+4407700900123` has a prefix after the country code that is only dialled inside the country. Expected +447700900123.',
    ],
    ['+11155550134', '`+11155550134` is not a valid number in its country.'],
    [
      'ask Ann',
      '`ask Ann` contains characters that a phone number cannot have. Start with + and the country code, such as +14155550134.',
    ],
    ['', 'The phone number is missing.'],
  ])('explains the number %j and how to fix it', (cell, expected) => {
    expect(sentence(`phone_number,name\n${cell},Ann\n`)).toBe(
      `${cell.includes('E+') ? 'Row 2' : 'Row 2, column phone_number'}: ${expected}`,
    )
  })

  it('has the same row number as in a spreadsheet, even after blank rows and line breaks in cells', () => {
    const { problems } = read('phone_number,note\n+14155550134,"two\nlines"\n\n,\nAnn,x\n')
    expect(problems).toMatchObject([
      { row: 5, column: 'phone_number', value: 'Ann', code: 'invalid_number', reason: 'letters' },
    ])
  })

  it('says how many cells it has if some are missing or extra', () => {
    const { problems } = read('phone_number,name\n+14155550134\n+14155550135,Lee, Bob\n')
    expect(problems.map(({ message }) => message.split('.')[0])).toEqual([
      'Row 2 has 1 cell, but the header has 2',
      'Row 3 has 3 cells, but the header has 2',
    ])
  })

  it('is not called if an unquoted comma shifted its cells', () => {
    const good = Array.from({ length: 9 }, (_, at) => `+1415555200${at + 1},Ann,ann@example.com`).join('\n')
    const shifted = '+14155552000,Smith, John,'
    const file = read(`phone_number,name,email\n${good}\n${shifted}\n`)
    expect(file.counts).toMatchObject({ valid: 9, invalid: 1 })
    expect(file.problems).toMatchObject([{ row: 11, code: 'ragged_row', reason: 'extra_cell' }])
    expect(file.problems[0]?.message).toBe(
      'Row 11 has 4 cells, but the header has 3. The last cell is empty. Perhaps a cell that contains a delimiter has no quotation marks around it. Without the empty cell, the row reads: phone_number `+14155552000`, name `Smith`, email ` John`.',
    )
    // A single row does not show how many cells are usual in the file.
    expect(read(`phone_number,name,email\n${shifted}\n`).counts).toMatchObject({ valid: 0, invalid: 1 })
  })

  it('is called if nearly all rows end with the same empty cell, but not with one more', () => {
    const rows = Array.from({ length: 19 }, (_, at) => `+141555520${at + 10},Ann,ann@example.com,`)
    const mixed = ['phone_number,name,email', ...rows, '+14155552001,Bo,bo@example.com', '+14155552000,Smith, John,,']
    const file = read(mixed.join('\n'))
    expect(file.counts).toMatchObject({ valid: 20, invalid: 1 })
    expect(file.problems).toMatchObject([{ row: 22, reason: 'extra_cell' }])
  })

  it('with an extra empty cell is called after a person accepts or edits it', () => {
    const text = 'phone_number,name\n+14155550134,Ann,\n+14155550135,Bob\n+14155550136,Cid\n'
    expect(numbers(text)).toHaveLength(2)
    expect(numbers(text, { accept: ['extra_cell'] })).toHaveLength(3)
    expect(numbers(text, { cells: [{ row: 2, column: 'name', value: 'Anna' }] })).toHaveLength(3)
  })

  it('shows only the beginning of a huge cell', () => {
    const [problem] = read(`phone_number,note\n+14155550134,${'x'.repeat(10_001)}\n`).problems
    expect(problem).toMatchObject({ reason: 'huge_cell', column: 'note' })
    expect(JSON.stringify(problem).length).toBeLessThan(400)
  })

  it('names the first row with the same number, in any spelling', () => {
    const file = read('phone_number,name\n+14155550134,Ann\n+1 (415) 555-0134,Ann\n')
    expect(file.problems).toMatchObject([{ row: 3, code: 'duplicate_number' }])
    expect(file.problems[0]?.message).toBe(
      'Row 3, column phone_number: `+1 (415) 555-0134` is the same number as in row 2.',
    )
    expect(file.recipients).toMatchObject([{ row: 2 }])
  })

  it('does not hide a valid row after it', () => {
    expect(read('phone_number\n+1415555\n+14155550134\n').recipients).toMatchObject([{ row: 3 }])
  })
})

describe('the suggestion for a number without a country code', () => {
  it('is not used until a person accepts it', () => {
    const text = 'phone_number\n+447700900123\n0044 7700 900125\n'
    expect(numbers(text)).toEqual(['+447700900123'])
    expect(numbers(text, { accept: ['missing_plus'] })).toEqual(['+447700900123', '+447700900125'])
    expect(numbers(text, { accept: ['trunk_zero'] })).toEqual(['+447700900123'])
  })

  it('becomes the number when a person chooses the country', () => {
    expect(numbers('phone_number\n07700 900125\n4155550134\n', { country: 'GB' })).toEqual(['+447700900125'])
  })
})

describe('a number with an unknown area code', () => {
  const text = 'phone_number\n+15652345678\n+19242345679\n0016212345670\n'

  it('says of which day the numbering plan is, and is called once a person accepts it', () => {
    expect(read(text).problems[0]).toMatchObject({
      reason: 'unknown_area_code',
      repair: '+15652345678',
      message: expect.stringMatching(/numbering plan of \d{4}-\d\d-\d\d does not have/),
    })
    expect(numbers(text)).toEqual([])
    expect(numbers(text, { accept: ['unknown_area_code'] })).toEqual(['+15652345678', '+19242345679'])
  })

  it('is asked about also after its country code was added', () => {
    const repaired = read(text, { accept: ['missing_plus'] })
    expect(repaired.recipients).toEqual([])
    expect(repaired.problems.map(({ reason }) => reason)).toEqual(Array(3).fill('unknown_area_code'))
    expect(numbers(text, { accept: ['missing_plus', 'unknown_area_code'] })).toHaveLength(3)
    const national = 'phone_number\n565 234 5678\n'
    expect(read(national, { country: 'US' }).problems).toMatchObject([{ reason: 'unknown_area_code' }])
    expect(numbers(national, { country: 'US', accept: ['unknown_area_code'] })).toEqual(['+15652345678'])
  })
})

describe('one telephone in two spellings', () => {
  const text = 'phone_number,name\n+54 9 11 2345-6787,Eva\n+54 11 2345-6787,Eva\n+54 9 11 2345-6788,Ana\n'

  it('is called once until a person decides', () => {
    const file = read(text)
    expect(file.recipients.map(({ row }) => row)).toEqual([2, 4])
    expect(file.problems).toMatchObject([{ row: 3, code: 'duplicate_number', reason: 'same_telephone' }])
    expect(file.problems[0]?.message).toContain('probably reaches the same telephone as the number in row 2')
    expect(read(text, { keep: 'last' }).recipients.map(({ row }) => row)).toEqual([3, 4])
    expect(numbers(text, { accept: ['same_telephone'] })).toHaveLength(3)
    expect(numbers(text, { leaveOut: [2] })).toEqual(['+541123456787', '+5491123456788'])
  })

  it('is a duplicate once the second spelling is repaired', () => {
    const pairs = [
      ['+52 1 55 1234 5678', '+52 55 1234 5678'],
      ['+55 11 8123-4567', '+55 11 98123-4567'],
      ['+54 11 15 2345-6787', '+54 9 11 2345-6787'],
    ]
    const accept = ['old_plan', 'trunk_zero'] as const
    for (const pair of pairs) expect(numbers(`phone_number\n${pair.join('\n')}\n`, { accept })).toHaveLength(1)
  })
})

describe('changes by a person', () => {
  const text = 'phone_number,name\n+14155550134,Ann\nnone,Bob\n+14155550134,Cid\n'

  it('apply an edited cell without changing the row that was read', () => {
    const file = read(text, {
      cells: [
        { row: 3, column: 'phone_number', value: '+1 415 555 0135' },
        { row: 2, column: 'name', value: 'Anna' },
      ],
    })
    expect(file.recipients).toEqual([
      { row: 2, phone_number: '+14155550134', values: { name: 'Anna' } },
      { row: 3, phone_number: '+14155550135', values: { name: 'Bob' } },
    ])
    expect(file.rows.map(({ cells }) => cells.join())).toEqual(['+14155550134,Ann', 'none,Bob', '+14155550134,Cid'])
  })

  it('use the last edit of a cell and check it again', () => {
    const column = 'phone_number'
    const cells = [
      { row: 3, column, value: '+14155550135' },
      { row: 3, column, value: '+14155550134' },
    ]
    expect(read(text, { cells }).counts).toMatchObject({ valid: 1, duplicate: 2 })
  })

  it('leave out a row and call its duplicate instead', () => {
    const file = read(text, { leaveOut: [2] })
    expect(file.counts).toEqual({ read: 3, valid: 1, invalid: 1, duplicate: 0, blank: 0, optedOut: 0, leftOut: 1 })
    expect(file.recipients).toMatchObject([{ row: 4, values: { name: 'Cid' } }])
  })
})

describe('the counts', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '+14155550134',
      '+1 415 555 0134',
      '+447700900123',
      '4155550135',
      '1.4E+10',
      'Ann',
      '"',
      'a,b',
      "'=1",
    ),
    fc.string({ maxLength: 6 }),
  )
  const lines = fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 12 })
  const repairs = fc.record(
    {
      country: fc.constantFrom('US', 'GB', 'XX'),
      accept: fc.constant(['missing_plus'] as const),
      leaveOut: fc.array(fc.nat(14), { maxLength: 3 }),
    },
    { requiredKeys: [] },
  )

  it('add up for any file and any choices, and every problem belongs to an invalid or duplicate row', {
    tags: ['I4-9'],
  }, () => {
    let readable = 0
    const addUp = fc.property(lines, repairs, fc.boolean(), (records, repairs, strict) => {
      const text = `phone_number,a\n${records.map((cells) => cells.join(',')).join('\n')}\n`
      const result = readRecipients(new TextEncoder().encode(text), { strict }, () => {}, repairs)
      if (!result.ok) return true
      readable++
      const { counts, rows, recipients, problems, verdicts } = result.file
      const { read, valid, invalid, duplicate, blank, leftOut } = counts
      return (
        read === rows.length &&
        read === valid + invalid + duplicate + blank + leftOut &&
        recipients.length === valid &&
        problems.length === invalid + duplicate &&
        new Set(recipients.map(({ phone_number }) => phone_number)).size === valid &&
        problems.every(({ row }) => ['invalid', 'duplicate'].includes(verdicts[row - 2] ?? ''))
      )
    })
    expect(fc.check(addUp, { numRuns: 500, seed: 5 })).toMatchObject({ counterexample: null })
    expect(readable).toBeGreaterThan(200)
  })
})

describe('a row without a number in the column of phone numbers', () => {
  const file = [
    'Name,Mobile,Landline,Emergency phone',
    'Ann,+14155550134,+14155550144,',
    'Bob,,+14155550135,',
    'Cid,,,+14155550146',
    'Dan,,(415) 555-0137,',
    'Eva,,,',
  ]
  const mobile: Operation = { kind: 'match', column: 'Mobile', as: 'phone_number' }
  const accept: Operation = { kind: 'rule', rule: 'accept', reason: 'empty', on: true }
  const read = (lines: string[], ...operations: Operation[]) => {
    const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`)
    const result = readRecipients(bytes, {}, () => {}, repairsOf([mobile, ...operations]))
    if (!result.ok) throw new Error(result.refusal.message)
    const { recipients, problems } = result.file
    return { numbers: recipients.map(({ phone_number: number }) => number), problems }
  }
  it('is called at its number in another column once a person accepts it', () => {
    const asked = read(file)
    expect(asked.numbers).toEqual(['+14155550134'])
    expect(asked.problems.map(({ row, reason, repair }) => [row, reason, repair])).toEqual([
      [3, 'empty', '+14155550135'],
      [4, 'empty', undefined],
      [5, 'empty', undefined],
      [6, 'empty', undefined],
    ])
    expect(asked.problems[0]?.message).toContain('The phone number is missing. Another column has +14155550135.')
    expect(read(file, accept).numbers).toEqual(['+14155550134', '+14155550135'])
    // A number without a country code, once the country is chosen.
    const inCountry = { kind: 'rule', rule: 'country', country: 'US' } as const
    expect(read(file, accept, inCountry).numbers).toEqual(['+14155550134', '+14155550135', '+14155550137'])
  })
  it('is not called if somebody else with that number said no, deleted it, or two columns differ', () => {
    const more = (lines: string[]) => file.map((line, at) => `${line},${lines[at] ?? ''}`)
    const optedOut = [...more(['Do not call']), 'Fay,+14155550135,,,yes']
    expect(read(optedOut, accept).numbers).toEqual(['+14155550134'])
    // The same, if it is the other number of somebody who said no, in any spelling.
    const others = [...more(['Do not call']), 'Fay,+14155550177,+1 (415) 555-0135,,yes']
    expect(read(others, accept).numbers).toEqual(['+14155550134'])
    const national = [...more(['Do not call']), 'Fay,+14155550177,415-555-0135,,yes']
    expect(read(national, accept).numbers).toEqual(['+14155550134'])
    const saidLater: Operation = { kind: 'edit', cells: [{ row: 7, column: 'Do not call', value: 'yes' }] }
    const later = [...more(['Do not call']), 'Fay,+14155550177,+14155550135,,']
    expect(read(later, accept).numbers).toEqual(['+14155550134', '+14155550135', '+14155550177'])
    expect(read(later, accept, saidLater).numbers).toEqual(['+14155550134'])
    const deleted: Operation = { kind: 'edit', cells: [{ row: 3, column: 'Mobile', value: '' }] }
    expect(read(file, accept, deleted).numbers).toEqual(['+14155550134'])
    const twoNumbers = more(['Work phone', '', '+14155550199'])
    expect(read(twoNumbers, accept).numbers).toEqual(['+14155550134'])
  })
})
