/** Reads the real-world files of `testing/damaged-files.ts`. */
import { describe, expect, it } from 'vitest'
import { bitOf, remarks, remarksOn } from './check/remarks.ts'
import { type Choices, type FileRefusal, type ReadFile, readRecipients } from './read.ts'
import { ann, bob, bytes, type DamagedFile, damagedFiles, type Expected, utf8, utf16 } from './testing/damaged-files.ts'

const plain = `phone_number,first_name\n${ann},Ann\n${bob},Bob\n`
const read = (file: Uint8Array, choices?: Choices, repairs?: DamagedFile['repairs']) =>
  readRecipients(file, choices, () => {}, repairs)

/** Every row that was read is in exactly one count. */
const hasConsistentCounts = ({ counts, rows, verdicts }: ReadFile): boolean => {
  const { read, ...others } = counts
  const sum = Object.values(others).reduce((all, count) => all + count, 0)
  return rows.length === read && verdicts.length === read && sum === read
}

const refusalMessagePattern = /^[A-Z].+\. Nothing was sent\. .+\.$/

/** Converts a refusal to the form of the expectation. */
function refusalToExpected(
  { code, message, encodingOffers = [] }: FileRefusal,
  { refused, encoding }: Expected,
): Expected {
  const [offer] = encodingOffers
  if (encoding && offer) {
    const reads = offer.cells.some(({ text }) => text === encoding[1]) || encoding[1] === ''
    return { encoding: [offer.encoding, reads ? encoding[1] : ''] }
  }
  const says = refused?.[1] ?? /$^/
  return { refused: [code, says.test(message) && refusalMessagePattern.test(message) ? says : new RegExp(message)] }
}

/** A file that was read, reduced to what the expectation names. */
function fileToExpected(file: ReadFile, { called = [], left, blank, columns, remarks }: Expected): Expected {
  if (!hasConsistentCounts(file)) throw new Error('A row is in no count, or in two.')
  if (file.phoneColumn === null) return { columns: file.candidates.length > 0 ? file.candidates : columns }
  const problems = Object.fromEntries(file.problems.map(({ row, reason }) => [row, reason]))
  return {
    called: file.recipients.map(({ phone_number, values }, at) =>
      typeof called[at] === 'string' ? phone_number : [phone_number, ...Object.values(values)],
    ),
    ...((left || file.problems.length > 0) && { left: problems }),
    ...((blank || file.counts.blank > 0) && { blank: file.counts.blank }),
    ...(remarks && { remarks: remarksIn(file) }),
  }
}

function remarksIn({ recipients }: ReadFile): Record<string, number> {
  const found = recipients.flatMap(({ values }) => {
    const bits = Object.values(values).reduce((all, cell) => all | remarksOn(cell), 0)
    return remarks.filter((remark) => (bits & bitOf(remark)) !== 0)
  })
  return Object.fromEntries(found.map((remark) => [remark, found.filter((one) => one === remark).length]))
}

describe('a file', () => {
  it.each(damagedFiles.map((file) => [file.what, file] as const))('%s has the expected result', (_, damaged) => {
    const { file, expected, choices, repairs } = damaged
    const result = read(file, choices, repairs)
    expect(result.ok ? fileToExpected(result.file, expected) : refusalToExpected(result.refusal, expected)).toEqual(
      expected,
    )
  })

  it('is one of at least 120 with distinct names', () => {
    expect(damagedFiles.length).toBeGreaterThanOrEqual(120)
    expect(new Set(damagedFiles.map(({ what }) => what)).size).toBe(damagedFiles.length)
  })

  it('with too many rows says how many', () => {
    const quoted = `phone_number,note\n${`${ann},"one\nnote"\n`.repeat(210_000)}`
    expect(read(utf8(quoted))).toMatchObject({
      refusal: { message: expect.stringContaining('210,000 rows. The limit is 200,000') },
    })
  })

  it('at exactly 200,000 rows is not refused', () => {
    const result = read(utf8(`phone_number\n${`${ann}\n`.repeat(200_000)}`))
    expect(result).toMatchObject({ ok: true, file: { counts: { read: 200_000, valid: 1, duplicate: 199_999 } } })
  })

  it('is refused above 50,000 rows under the service’s rules', () => {
    const result = readRecipients(utf8(`phone_number\n${`${ann}\n`.repeat(50_001)}`), { strict: true })
    expect(result).toMatchObject({ refusal: { message: expect.stringContaining('50,001 rows. The limit is 50,000') } })
  })

  it('in an encoding that is not clear is refused, with the cells that each likely encoding changes', () => {
    const file = bytes(`phone_number,pr\xe8nom\n${ann},Ren\xe9\n${bob},Bob\n`)
    expect(read(file)).toMatchObject({
      refusal: {
        encodingOffers: [
          {
            encoding: 'windows-1252',
            count: 2,
            cells: [
              { row: 1, column: 'prènom', text: 'prènom' },
              { row: 2, column: 'prènom', text: 'René' },
            ],
          },
          { encoding: expect.any(String), count: 2 },
        ],
        otherEncodings: expect.arrayContaining(['macintosh', 'cp850']),
      },
    })
  })

  it('with all three line endings, also in quotation marks, has the same rows as in a spreadsheet', () => {
    const file = utf8(`phone_number,note\r\n${ann},"a\rb\nc\r\nd"\r\r\n${bob},e\nnone,"\r"`)
    expect(read(file)).toMatchObject({
      file: {
        recipients: [
          { row: 2, values: { note: 'a\nb\nc\nd' } },
          { row: 4, values: { note: 'e' } },
        ],
        problems: [{ row: 5, reason: 'letters' }],
      },
    })
  })

  it('with an unclosed quote is refused, naming the row, numbered as in a spreadsheet', () => {
    const file = utf8(`phone_number,note\n${ann},"two\nlines"\n${bob},"open\n`)
    expect(read(file)).toMatchObject({ refusal: { message: expect.stringContaining('in row 3 ') } })
  })
})

describe('the service', () => {
  const readStrictly = (text: string | Uint8Array) => {
    const result = readRecipients(typeof text === 'string' ? utf8(text) : text, { strict: true })
    if (!result.ok) return result.refusal.code
    const { counts, problems } = result.file
    return { valid: counts.valid, problems: problems.map(({ row, code }) => `${row} ${code}`) }
  }

  it.each<[what: string, file: string | Uint8Array, expected: unknown]>([
    ['accepts what the interface describes', plain, { valid: 2, problems: [] }],
    ['accepts another case in the header', plain.replace('phone_number', 'Phone_Number'), { valid: 2, problems: [] }],
    [
      'accepts any E.164 number, valid in its country or not',
      'phone_number\n+12003004000\n+999123456\n',
      { valid: 2, problems: [] },
    ],
    [
      'rejects any other column name',
      plain.replace('phone_number', 'phone'),
      { valid: 0, problems: ['1 missing_column'] },
    ],
    ['rejects any other delimiter', plain.replaceAll(',', ';'), { valid: 0, problems: ['1 missing_column'] }],
    [
      'does not repair numbers',
      "phone_number\n+1 415 555 0134\n14155550134\n'+14155550134\n",
      { valid: 0, problems: ['2 invalid_number', '3 invalid_number', '4 invalid_number'] },
    ],
    [
      'calls nobody twice',
      `phone_number,x\n${ann},1\n${ann},2\n,3\n`,
      { valid: 1, problems: ['3 duplicate_number', '4 missing_number'] },
    ],
    [
      'refuses rows with missing or extra cells',
      `phone_number,x\n${ann}\n${bob},1,2\n`,
      { valid: 0, problems: ['2 ragged_row', '3 ragged_row'] },
    ],
    ['rejects UTF-16', utf16(`\ufeff${plain}`, true), 'encoding'],
    ['reads no Windows-1252', bytes(plain.replace('Ann', 'Ren\xe9')), 'encoding'],
  ])('%s', (_, file, expected) => {
    expect(readStrictly(file)).toEqual(expected)
  })

  it('never accepts a number without a country code, whatever a person chose', { tags: ['S4.3-6', 'I4-1'] }, () => {
    const result = read(
      utf8('phone_number,x\n4155550134,a\n'),
      { strict: true, delimiter: ';' },
      { country: 'US', accept: ['missing_plus'] },
    )
    expect(result).toMatchObject({ file: { recipients: [] } })
  })
})
