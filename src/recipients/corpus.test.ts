/** Files as people really have them, whole and damaged: what becomes of each. */
import { describe, expect, it } from 'vitest'
import { type Choices, readRecipients } from './read.ts'
import type { FileRefusalCode } from './refusal.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, littleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), littleEndian)
  return new Uint8Array(view.buffer)
}
/** Each character as one byte: Latin-1, and what stands for any bytes. */
const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

const ann = '+14155550134'
const bob = '+14155550135'
const plain = `phone_number,first_name\n${ann},Ann\n${bob},Bob\n`

const called = (file: Uint8Array, choices?: Choices) => {
  const result = readRecipients(file, choices)
  return result.ok ? result.file.recipients.map(({ phone_number }) => phone_number) : result.refusal
}

describe('a file that is read', () => {
  it.each<[what: string, file: Uint8Array, choices?: Choices]>([
    ['plain UTF-8', utf8(plain)],
    ['UTF-8 with a mark', utf8(`\ufeff${plain}`)],
    ['UTF-16 little-endian', utf16(`\ufeff${plain}`, true)],
    ['UTF-16 big-endian', utf16(`\ufeff${plain}`, false)],
    ['UTF-16 without a mark, once a person says so', utf16(plain, true), { encoding: 'utf-16le' }],
    ['Windows-1252, once a person says so', bytes(plain.replace('Ann', 'Ren\xe9')), { encoding: 'windows-1252' }],
    ['Windows line ends', utf8(plain.replaceAll('\n', '\r\n'))],
    ['old Macintosh line ends', utf8(plain.replaceAll('\n', '\r'))],
    ['mixed line ends', utf8(`phone_number,first_name\r\n${ann},Ann\r${bob},Bob\n`)],
    ['no line end at the end', utf8(plain.trimEnd())],
    ['semicolons', utf8(plain.replaceAll(',', ';'))],
    ['tabs', utf8(plain.replaceAll(',', '\t'))],
    ['bars', utf8(plain.replaceAll(',', '|'))],
    [
      'semicolons with commas in the cells',
      utf8(`phone_number;name;city\n${ann};Lee, Ann;Paris, TX\n${bob};Ray, Bob;Rome, GA\n`),
    ],
    ['everything in quotes', utf8(`"phone_number","first_name"\n"${ann}","Ann"\n"${bob}","Bob"\n`)],
    ['line breaks and quotes in cells', utf8(`phone_number,note\n${ann},"two\nlines, ""quoted"""\n${bob},"a\r\nb"\n`)],
    ['a quote within a bare cell', utf8(`phone_number,pipe\n${ann},5" wide\n${bob},x\n`)],
    ['other case and spaces in the header', utf8(plain.replace('phone_number', '  Phone_Number '))],
    ['another word for phone', utf8(plain.replace('phone_number', 'Mobile phone'))],
    ['a column known by its content alone', utf8(plain.replace('phone_number', 'Kontakt'))],
    ['one column', utf8(`phone_number\n${ann}\n${bob}\n`)],
    ['numbers with spaces, dashes and brackets', utf8('phone_number,x\n+1 (415) 555-0134,Ann\n+1-415-555-0135,Bob\n')],
    [
      'full-width digits and invisible marks',
      utf8('phone_number,x\n＋１４１５５５５０１３４,Ann\n\u202a+14155550135\u202c,Bob\n'),
    ],
    ['numbers that our own export guarded', utf8(`phone_number,x\n'+1 415 555 0134,Ann\n'${bob},Bob\n`)],
    ['blank rows between, before and after', utf8(`\n\n${plain.replace('\n', '\n\n,\n')}\n \n`)],
    ['a column without a name', utf8(`phone_number,,\n${ann},Ann,\n${bob},Bob,\n`)],
    ['a title above the header, once a person says so', utf8(`Customers\nNovember\n${plain}`), { headerRow: 3 }],
    ['no header, once a person says so', utf8(`${ann},Ann\n${bob},Bob\n`), { headerRow: 0 }],
    [
      'two phone columns, once a person chose',
      utf8(`Mobile,Phone\n${ann},+442079460958\n${bob},\n`),
      { phoneColumn: 'Mobile' },
    ],
    ['a column called as objects call their own', utf8(`phone_number,__proto__,constructor\n${ann},a,b\n${bob},c,d\n`)],
  ])('%s', (_, file, choices) => {
    expect(called(file, choices)).toEqual([ann, bob])
  })
})

describe('a file that is refused as a whole', () => {
  const many = `phone_number\n${`${ann}\n`.repeat(50_001)}`
  it.each<[what: string, code: FileRefusalCode, file: Uint8Array, choices?: Choices]>([
    ['of no bytes', 'empty_file', utf8('')],
    ['of a mark alone', 'empty_file', utf8('\ufeff')],
    ['of blank lines', 'empty_file', utf8('\n \n\r\n')],
    ['of a header alone', 'no_rows', utf8('phone_number,first_name\n')],
    ['of a header and blank rows', 'no_rows', utf8('phone_number,first_name\n,\n\n')],
    ['that is a workbook', 'not_text', bytes('PK\x03\x04\x14\x00\x06\x00')],
    ['that is an old workbook', 'not_text', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
    ['that is a PDF', 'not_text', bytes('%PDF-1.7\n')],
    ['that is a picture', 'not_text', bytes('\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR')],
    ['that is no text in any encoding', 'not_text', bytes(`${plain}\x81\x8d`)],
    ['that is cut in the middle of a UTF-16 character', 'not_text', utf16(`\ufeff${plain}`, true).slice(0, -1)],
    ['that is Windows-1252', 'encoding', bytes(plain.replace('Ann', 'Ren\xe9'))],
    ['that is UTF-16 without a mark', 'encoding', utf16(plain, false)],
    ['with an open quote', 'open_quote', utf8(`phone_number,name\n${ann},"Ann\n${bob},Bob\n`)],
    ['with a quote in a quoted cell', 'open_quote', utf8(`phone_number,name\n${ann},"Ann "the" one"\n${bob},Bob\n`)],
    ['with the same column twice', 'duplicate_header', utf8(`phone_number,Phone_Number \n${ann},${bob}\n`)],
    ['without a header', 'no_header', utf8(`${ann},Ann\n${bob},Bob\n`)],
    ['of 50,001 rows', 'too_many_rows', utf8(many)],
    ['of more than 20 MB', 'too_large', new Uint8Array(20 * 1024 * 1024 + 1)],
    ['of more bytes than a benchmark allows', 'too_large', utf8(plain), { limits: { bytes: 10, rows: 10 } }],
  ])('%s is %s', (_, code, file, choices) => {
    expect(called(file, choices)).toMatchObject({
      code,
      message: expect.stringMatching(/^[A-Z].+\. Nothing was sent\. .+\.$/),
    })
  })

  it('with too many rows says how many they are', () => {
    const quoted = `phone_number,note\n${`${ann},"one\nnote"\n`.repeat(60_000)}`
    expect(called(utf8(quoted))).toMatchObject({ message: expect.stringContaining('60,000 rows; at most 50,000') })
  })

  it('at exactly 50,000 rows is not refused', () => {
    const result = readRecipients(utf8(many.slice(0, -ann.length - 1)))
    expect(result).toMatchObject({ ok: true, file: { counts: { read: 50_000, valid: 1, duplicate: 49_999 } } })
  })

  it('in another encoding shows the cells that depend on it, before anything is decided', () => {
    const file = bytes(`phone_number,pr\xe9nom\n${ann},Ren\xe9e\n${bob},Bob\n`)
    expect(called(file)).toMatchObject({
      encodingOffer: {
        encoding: 'windows-1252',
        count: 2,
        cells: [
          { row: 1, column: 'prénom', text: 'prénom' },
          { row: 2, column: 'prénom', text: 'Renée' },
        ],
      },
    })
    expect(called(utf16(plain, false))).toMatchObject({ encodingOffer: { encoding: 'utf-16be', count: 0 } })
  })

  it('names the row with the open quote', () => {
    const file = utf8(`phone_number,note\n${ann},"two\nlines"\n${bob},"open\n`)
    expect(called(file)).toMatchObject({ message: expect.stringContaining('in row 3 ') })
  })
})

describe('the service, which takes a file to the letter', () => {
  const strictly = (text: string | Uint8Array) => {
    const result = readRecipients(typeof text === 'string' ? utf8(text) : text, { strict: true })
    if (!result.ok) return result.refusal.code
    const { counts, problems } = result.file
    return { valid: counts.valid, problems: problems.map(({ row, code }) => `${row} ${code}`) }
  }

  it.each<[what: string, file: string | Uint8Array, expected: unknown]>([
    ['takes what the interface says', plain, { valid: 2, problems: [] }],
    ['takes another case in the header', plain.replace('phone_number', 'Phone_Number'), { valid: 2, problems: [] }],
    [
      'takes any E.164 number, in a plan or not',
      'phone_number\n+12003004000\n+999123456\n',
      { valid: 2, problems: [] },
    ],
    ['knows no other name', plain.replace('phone_number', 'phone'), { valid: 0, problems: ['1 missing_column'] }],
    ['knows no other delimiter', plain.replaceAll(',', ';'), { valid: 0, problems: ['1 missing_column'] }],
    [
      'repairs no number',
      "phone_number\n+1 415 555 0134\n14155550134\n'+14155550134\n",
      { valid: 0, problems: ['2 invalid_number', '3 invalid_number', '4 invalid_number'] },
    ],
    [
      'calls nobody twice',
      `phone_number,x\n${ann},1\n${ann},2\n,3\n`,
      { valid: 1, problems: ['3 duplicate_number', '4 missing_number'] },
    ],
    [
      'takes no ragged row',
      `phone_number,x\n${ann}\n${bob},1,2\n`,
      { valid: 0, problems: ['2 ragged_row', '3 ragged_row'] },
    ],
    ['reads no UTF-16', utf16(`\ufeff${plain}`, true), 'encoding'],
    ['reads no Windows-1252', bytes(plain.replace('Ann', 'Ren\xe9')), 'encoding'],
  ])('%s', (_, file, expected) => {
    expect(strictly(file)).toEqual(expected)
  })

  it('takes no number without a country as one, whatever is chosen on a page', () => {
    const choices = { strict: true, delimiter: ';', repairs: { country: 'US', accept: ['missing_plus'] } } as const
    expect(called(utf8('phone_number,x\n4155550134,a\n'), choices)).toEqual([])
  })
})
