/**
 * Real-world files, intact and damaged, with the expected result of reading each. A table for tests, longer than 500 lines because programs
 * export many kinds of files.
 */

import type { Repairs } from '../check/repairs.ts'
import type { Encoding, FileRefusalCode } from '../file/refusal.ts'
import type { Choices, Reason } from '../read.ts'

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
/** Each character as one byte: Latin-1, or any bytes. */
export const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))
export const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), littleEndian)
  return new Uint8Array(view.buffer)
}

export const ann = '+14155550134'
export const bob = '+14155550135'

export interface Expected {
  /** Rows that are called, in order: the number, or the number with its values. */
  called?: readonly (string | readonly string[])[]
  /** Rows that are not called, by row number. */
  left?: Readonly<Record<number, Reason>>
  blank?: number
  /** A person has to choose between these columns first. */
  columns?: readonly string[]
  /** A person has to choose an encoding first: the first one offered, and how a cell reads in it. */
  encoding?: [Encoding, cell: string]
  /** The file is refused with a matching sentence. */
  refused?: [FileRefusalCode, RegExp]
  /** Rows with remarks. */
  remarks?: Readonly<Record<string, number>>
}

export interface DamagedFile {
  what: string
  file: Uint8Array
  expected: Expected
  choices?: Choices
  repairs?: Repairs
}

const both: Expected = { called: [ann, bob] }
const named: Expected = {
  called: [
    [ann, 'Ann'],
    [bob, 'Bob'],
  ],
}
const plain = `phone_number,first_name\n${ann},Ann\n${bob},Bob\n`
const one = (cell: string) => `phone_number,first_name\n${cell},Ann\n`
const inHeader = (name: string) => plain.replace('phone_number', name)

type Line = [
  what: string,
  file: string | Uint8Array,
  expected: Expected,
  more?: { choices?: Choices; repairs?: Repairs },
]

const encodedFiles: Line[] = [
  ['plain UTF-8', plain, named],
  ['Excel, “CSV UTF-8”', `\ufeff${plain.replaceAll('\n', '\r\n')}`, named],
  ['a byte order mark twice', `\ufeff\ufeff${plain}`, named],
  [
    'a byte order mark before a quoted header',
    `\ufeff"phone_number","first_name"\n"${ann}","Ann"\n`,
    { called: [[ann, 'Ann']] },
  ],
  [
    'two marks before a quoted header',
    `\ufeff\ufeff"phone_number","first_name"\n"${ann}","Ann"\n`,
    { called: [[ann, 'Ann']] },
  ],
  [
    'Excel, “Unicode Text”: UTF-16 with tabs',
    utf16(`\ufeff${plain.replaceAll(',', '\t').replaceAll('\n', '\r\n')}`, true),
    named,
  ],
  ['UTF-16 big-endian', utf16(`\ufeff${plain}`, false), named],
  ['UTF-16 little-endian without a mark', utf16(plain, true), { encoding: ['utf-16le', ''] }],
  ['UTF-16 big-endian without a mark', utf16(plain, false), { encoding: ['utf-16be', ''] }],
  ['UTF-16 without a mark, chosen', utf16(plain, true), named, { choices: { encoding: 'utf-16le' } }],
  ['UTF-16 cut within a character', utf16(`\ufeff${plain}`, true).slice(0, -1), { refused: ['not_text', /CSV UTF-8/] }],
  [
    'UTF-16 with a letter beyond the first plane',
    utf16(`\ufeffphone_number,x\n${ann},😀\n`, true),
    { called: [[ann, '😀']] },
  ],
  ['UTF-32', bytes('\xff\xfe\0\0p\0\0\0h\0\0\0'), { refused: ['not_text', /UTF-32/] }],
  [
    'Windows-1252, as Excel saves in the West',
    bytes(inHeader('T\xe9l\xe9phone').replace('Ann', 'Ren\xe9e')),
    {
      called: [
        [ann, 'Renée'],
        [bob, 'Bob'],
      ],
    },
  ],
  [
    'Windows-1252 with curly quotes and a euro',
    bytes(`phone_number,note\n${ann},It\x92s 5 \x80\n${bob},\x93na\xefve\x94\n`),
    { encoding: ['windows-1252', 'It’s 5 €'] },
  ],
  [
    'Windows-1252, chosen',
    bytes(plain.replace('Ann', 'Ren\xe9')),
    {
      called: [
        [ann, 'René'],
        [bob, 'Bob'],
      ],
    },
    { choices: { encoding: 'windows-1252' } },
  ],
  [
    'MacRoman, as Excel for Mac saved',
    bytes(plain.replace('Ann', 'Ren\x8ee').replace('Bob', 'M\x9fller')),
    { encoding: ['macintosh', 'Renée'] },
  ],
  [
    'MacRoman, chosen',
    bytes(plain.replace('Ann', 'Ren\x8ee')),
    {
      called: [
        [ann, 'Renée'],
        [bob, 'Bob'],
      ],
    },
    { choices: { encoding: 'macintosh' } },
  ],
  [
    'Windows-1250, as in Poland',
    bytes(plain.replace('Ann', 'Wa\xb3\xeasa').replace('Bob', 'Gra\xbfyna')),
    {
      called: [
        [ann, 'Wałęsa'],
        [bob, 'Grażyna'],
      ],
    },
  ],
  [
    'Windows-1251, as in Ukraine',
    bytes(plain.replace('Ann', '\xc8\xe2\xe0\xed').replace('Bob', '\xce\xeb\xfc\xe3\xe0')),
    { encoding: ['windows-1251', 'Иван'] },
  ],
  [
    'Shift-JIS, as Excel saves in Japan',
    bytes(plain.replace('Ann', '\x8f\xac\x97\xd1\x82\xb3\x82\xe8').replace('Bob', '\x97\xe9\x96\xd8')),
    { encoding: ['shift_jis', '小林さり'] },
  ],
  [
    'Shift-JIS, chosen',
    bytes(plain.replace('Ann', '\x97\xe9\x96\xd8')),
    {
      called: [
        [ann, '鈴木'],
        [bob, 'Bob'],
      ],
    },
    { choices: { encoding: 'shift_jis' } },
  ],
  [
    'GB18030, as Excel saves in China',
    bytes(plain.replace('Ann', '\xc0\xee\xc3\xf7').replace('Bob', '\xcd\xf5\xb7\xbc')),
    { encoding: ['gb18030', '李明'] },
  ],
  [
    'GB18030, chosen',
    bytes(plain.replace('Ann', '\xc0\xee')),
    {
      called: [
        [ann, '李'],
        [bob, 'Bob'],
      ],
    },
    { choices: { encoding: 'gb18030' } },
  ],
  [
    'the wrong encoding chosen',
    bytes(plain.replace('Ann', 'Ren\xe9')),
    { encoding: ['windows-1252', 'René'] },
    { choices: { encoding: 'shift_jis' } },
  ],
  [
    'UTF-8 cut within its last letter',
    bytes(`phone_number,x\n${ann},Ren\xc3\xa9e\n${bob},Ren\xc3`),
    { refused: ['not_text', /ends in the middle of a character/] },
  ],
  [
    'UTF-8 that was read as Windows-1252 once',
    plain.replace('Ann', 'RenÃ©e'),
    {
      called: [
        [ann, 'RenÃ©e'],
        [bob, 'Bob'],
      ],
      remarks: { garbled: 1 },
    },
  ],
  [
    'the same, repaired',
    plain.replace('Ann', 'RenÃ©e'),
    {
      called: [
        [ann, 'Renée'],
        [bob, 'Bob'],
      ],
    },
    { repairs: { tidy: ['garbled'] } },
  ],
  [
    'lost letters',
    plain.replace('Ann', 'Ren\ufffde'),
    {
      called: [
        [ann, 'Ren\ufffde'],
        [bob, 'Bob'],
      ],
      remarks: { lost: 1 },
    },
  ],
  [
    'zero bytes where a copy was cut off',
    `${plain}\0\0\0\0`,
    { refused: ['not_text', /4 null bytes, the first in line 4/] },
  ],
  [
    'a zero byte within a cell',
    plain.replace('Ann', 'A\0n'),
    { refused: ['not_text', /1 null byte, the first in line 2/] },
  ],
  ['the end-of-file character of DOS', `${plain}\u001a`, named],
]

const lineFiles: Line[] = [
  ['Windows line ends', plain.replaceAll('\n', '\r\n'), named],
  ['old Macintosh line ends', plain.replaceAll('\n', '\r'), named],
  ['all three line ends in one file', `phone_number,first_name\r\n${ann},Ann\r${bob},Bob\n`, named],
  ['line ends converted twice', plain.replaceAll('\n', '\r\r\n'), { ...named, blank: 3 }],
  ['no line end at the end', plain.trimEnd(), named],
  ['many line ends at the end', `${plain}\n\n\n`, { ...named, blank: 3 }],
  ['blank rows between, before and after', `\n\n${plain.replace('\n', '\n\n,\n')}\n \n`, { ...named, blank: 4 }],
  [
    'a line break in quotes',
    `phone_number,note\n${ann},"two\nlines"\n${bob},x\n`,
    {
      called: [
        [ann, 'two\nlines'],
        [bob, 'x'],
      ],
    },
  ],
  [
    'a Windows line break in quotes',
    `phone_number,note\r\n${ann},"two\r\nlines"\r\n${bob},x\r\n`,
    {
      called: [
        [ann, 'two\nlines'],
        [bob, 'x'],
      ],
    },
  ],
  [
    'a line separator of Unicode within a cell',
    `phone_number,note\n${ann},a\u2028b\n`,
    { called: [[ann, 'a\u2028b']] },
  ],
  ['a line break in the header', `"phone_number","first\nname"\n${ann},Ann\n`, { called: [[ann, 'Ann']] }],
]

const delimiterFiles: Line[] = [
  ['semicolons, as Excel saves in Europe', plain.replaceAll(',', ';'), named],
  ['tabs', plain.replaceAll(',', '\t'), named],
  ['bars', plain.replaceAll(',', '|'), named],
  [
    'semicolons with commas in the cells',
    `phone_number;name;city\n${ann};Lee, Ann;Paris, TX\n${bob};Ray, Bob;Rome, GA\n`,
    {
      called: [
        [ann, 'Lee, Ann', 'Paris, TX'],
        [bob, 'Ray, Bob', 'Rome, GA'],
      ],
    },
  ],
  [
    'commas with semicolons in quotes',
    `phone_number,note\n${ann},"a;b;c"\n${bob},"d;e;f"\n`,
    {
      called: [
        [ann, 'a;b;c'],
        [bob, 'd;e;f'],
      ],
    },
  ],
  [
    'commas with decimal commas in quotes',
    `phone_number,price\n${ann},"1,50"\n${bob},"2,75"\n`,
    {
      called: [
        [ann, '1,50'],
        [bob, '2,75'],
      ],
    },
  ],
  ['sep=; on the first line', `sep=;\n${plain.replaceAll(',', ';')}`, named],
  ['sep= in quotes with Windows line ends', `"sep=;"\r\n${plain.replaceAll(',', ';').replaceAll('\n', '\r\n')}`, named],
  ['sep= followed by delimiters', `sep=,,,\n${plain}`, named],
  ['sep= with a tab', `sep=\t\n${plain.replaceAll(',', '\t')}`, named],
  ['sep= after a mark', `\ufeffsep=|\n${plain.replaceAll(',', '|')}`, named],
  [
    'sep= with an unsupported delimiter',
    `sep=^\n${plain.replaceAll(',', '^')}`,
    { refused: ['unknown_delimiter', /delimiter is “\^”/] },
  ],
  ['carets without sep=', plain.replaceAll(',', '^'), { columns: ['phone_number^first_name'] }],
  [
    'trailing delimiters everywhere',
    `phone_number,first_name,\n${ann},Ann,\n${bob},Bob,\n`,
    {
      called: [
        [ann, 'Ann', ''],
        [bob, 'Bob', ''],
      ],
    },
  ],
  ['trailing delimiters in the rows alone', `phone_number,first_name\n${ann},Ann,\n${bob},Bob,\n`, named],
  [
    'a trailing delimiter in one row alone',
    `phone_number,first_name\n${ann},Ann,\n${bob},Bob\n`,
    { called: [bob], left: { 2: 'extra_cell' } },
  ],
  [
    'trailing delimiters in the header alone',
    `phone_number,first_name,\n${ann},Ann\n${bob},Bob\n`,
    { called: [], left: { 2: 'short_row', 3: 'short_row' } },
  ],
  [
    'the same, padded',
    `phone_number,first_name,\n${ann},Ann\n${bob},Bob\n`,
    {
      called: [
        [ann, 'Ann', ''],
        [bob, 'Bob', ''],
      ],
    },
    { repairs: { pad: true } },
  ],
  ['one column', `phone_number\n${ann}\n${bob}\n`, both],
  ['one column with a trailing delimiter', `phone_number;\n${ann};\n${bob};\n`, both],
  ['the wrong delimiter chosen', plain, { columns: ['phone_number,first_name'] }, { choices: { delimiter: ';' } }],
]

const quoteFiles: Line[] = [
  ['everything in quotes', `"phone_number","first_name"\n"${ann}","Ann"\n"${bob}","Bob"\n`, named],
  ['doubled quotes', `phone_number,note\n${ann},"the ""big"" one"\n`, { called: [[ann, 'the "big" one']] }],
  ['a quote within a bare cell', `phone_number,pipe\n${ann},5" wide\n`, { called: [[ann, '5" wide']] }],
  ['an open quote', `phone_number,name\n${ann},"Ann\n${bob},Bob\n`, { refused: ['open_quote', /row 2/] }],
  [
    'an open quote in the last cell',
    `phone_number,name\n${ann},Ann\n${bob},"Bob\n`,
    { refused: ['open_quote', /row 3/] },
  ],
  ['quotes that are not doubled', `phone_number,name\n${ann},"Ann "the" one"\n`, { refused: ['open_quote', /row 2/] }],
  [
    'quotes escaped with backslashes',
    `phone_number,name\n${ann},"Ann \\"A\\" Lee"\n`,
    { refused: ['open_quote', /row 2/] },
  ],
  ['text behind a closing quote', `phone_number,name\n"${ann}"x,Ann\n`, { refused: ['open_quote', /row 2/] }],
  ['a word processor’s quotes', `“phone_number”,“first_name”\n“${ann}”,“Ann”\n`, { called: [[ann, '“Ann”']] }],
  [
    'a word processor’s quotes around a delimiter',
    `“phone_number”,“first_name”\n“${ann}”,“Lee, Ann”\n`,
    { called: [], left: { 2: 'long_row' } },
  ],
  ['single quotes', `'phone_number','first_name'\n'${ann}','Ann'\n`, { called: [[ann, "'Ann'"]] }],
  [
    'a space before the quotes',
    `phone_number, first_name\n${ann}, "Lee, Ann"\n`,
    { called: [], left: { 2: 'long_row' } },
  ],
]

const headerFiles: Line[] = [
  ['other case and spaces in the header', inHeader('  Phone_Number '), named],
  ['another word for phone', inHeader('Mobile phone'), named],
  ['a header in camel case', inHeader('mobilePhone'), named],
  ['a column known by its content alone', inHeader('Kontakt'), named],
  ['a title above the header', `Customers of November\n${plain}`, named],
  ['a padded title and a blank row above the header', `Customers,\n,\n${plain}`, named],
  [
    'three title rows, as reports have',
    `Report,,,\nRun on,2026-11-20,,\n,,,\nphone_number,a,b,c\n${ann},1,2,3\n${bob},4,5,6\n`,
    {
      called: [
        [ann, '1', '2', '3'],
        [bob, '4', '5', '6'],
      ],
    },
  ],
  ['a title above one column', `Customers\nphone_number\n${ann}\n${bob}\n`, both],
  ['a title with a number in its sentence', `Call +14155550136 for help,\n${plain}`, named],
  ['a first row with nothing but a number is no title', `+14155550136,\n${plain}`, { refused: ['no_header', /Row 1/] }],
  ['the header chosen', `x,y\n${plain}`, named, { choices: { headerRow: 2 } }],
  [
    'no header',
    `${ann},Ann\n${bob},Bob\n`,
    { refused: ['no_header', /Row 1 contains a phone number.*say that the file has no header row/] },
  ],
  ['no header, chosen', `${ann},Ann\n${bob},Bob\n`, named, { choices: { headerRow: 0 } }],
  [
    'the same header twice',
    `phone_number,Name, name\n${ann},a,b\n`,
    { refused: ['duplicate_header', /“name”.*Rename/] },
  ],
  [
    'the phone header twice',
    `phone_number,Phone_Number \n${ann},${bob}\n`,
    { refused: ['duplicate_header', /Phone_Number/] },
  ],
  ['columns without names', `phone_number,,\n${ann},Ann,x\n`, { called: [[ann, 'Ann', 'x']] }],
  [
    'a column with the name that an unnamed one would get',
    `phone_number,column_3,\n${ann},a,b\n`,
    { called: [[ann, 'a', 'b']] },
  ],
  ['empty columns between', `phone_number,,first_name,\n${ann},,Ann,\n`, { called: [[ann, '', 'Ann', '']] }],
  [
    'a header with the names of object properties',
    `phone_number,__proto__,constructor\n${ann},a,b\n`,
    { called: [[ann, 'a', 'b']] },
  ],
  ['two columns with numbers', `Mobile,Office\n${ann},${bob}\n`, { columns: ['Mobile', 'Office'] }],
  [
    'two columns with numbers, one chosen',
    `Mobile,Office\n${ann},${bob}\n`,
    { called: [[ann, bob]] },
    { repairs: { names: { Mobile: 'phone_number' } } },
  ],
  ['no column with numbers', 'name,town\nAnn,Porto\n', { columns: [] }],
  [
    'the header again in the middle, as joined files have',
    `${plain}phone_number,first_name\n+14155550136,Cid\n`,
    {
      called: [
        [ann, 'Ann'],
        [bob, 'Bob'],
        ['+14155550136', 'Cid'],
      ],
      left: { 4: 'letters' },
    },
  ],
  ['a totals row', `${plain}Total,2\n`, { ...named, left: { 4: 'letters' } }],
  ['a totals row with another shape', `${plain}2 rows\n`, { ...named, left: { 4: 'short_row' } }],
]

const rowFiles: Line[] = [
  [
    'a CRM’s list with opt-outs',
    `Phone,First name,Do Not Call\n${ann},Ann,FALSE\n${bob},Bob,TRUE\n`,
    { called: [[ann, 'Ann']], left: { 3: 'opted_out' } },
  ],
  [
    'a German list of consents, one of them empty and one unclear',
    `Telefon;Vorname;Einwilligung\n${ann};Ann;ja\n+14155550136;Cid;\n${bob};Bob;nein\n+14155550137;Dan;vielleicht\n`,
    { called: [[ann, 'Ann']], left: { 3: 'unclear_opt_out', 4: 'opted_out', 5: 'unclear_opt_out' } },
  ],
  [
    'a status that says “do not call”',
    `phone_number,status\n${ann},active\n${bob},Do not call\n`,
    { called: [[ann]], left: { 3: 'opted_out' } },
  ],
  [
    'somebody twice who opted out once',
    `phone_number,opt_out\n${ann},\n+1 (415) 555-0134,2026-03-01\n${bob},no\n`,
    { called: [[bob]], left: { 2: 'opted_out', 3: 'opted_out' } },
  ],
  [
    'opt-outs treated as an ordinary column',
    `phone_number,opt_out\n${ann},yes\n${bob},\n`,
    {
      called: [
        [ann, 'yes'],
        [bob, ''],
      ],
    },
    { repairs: { ordinary: ['opt_out'] } },
  ],
  [
    'a row with a cell too many',
    `phone_number,name\n${ann},Lee, Ann\n${bob},Bob\n`,
    { called: [bob], left: { 2: 'long_row' } },
  ],
  ['a row with a cell too few', `phone_number,name\n${ann}\n${bob},Bob\n`, { called: [bob], left: { 2: 'short_row' } }],
  [
    'a row cut off at the end of the file',
    `phone_number,name,plan\n${ann},Ann,gold\n+1415`,
    { called: [ann], left: { 3: 'short_row' } },
  ],
  [
    'a cell too many, emptied by hand',
    `phone_number,name\n${ann},Lee, Ann\n`,
    { called: [[ann, 'Ann Lee']] },
    {
      repairs: {
        cells: [
          { row: 2, column: '', value: '' },
          { row: 2, column: 'name', value: 'Ann Lee' },
        ],
      },
    },
  ],
  ['the same number twice', `${plain}${ann},Ann\n`, { ...named, left: { 4: 'duplicate' } }],
  ['the same number in another spelling', `${plain}+1 (415) 555-0134,Ann\n`, { ...named, left: { 4: 'duplicate' } }],
  [
    'the same number twice, calling the last one',
    `${plain}${ann},Anna\n`,
    {
      called: [
        [bob, 'Bob'],
        [ann, 'Anna'],
      ],
      left: { 2: 'duplicate' },
    },
    { repairs: { keep: 'last' } },
  ],
  ['a huge cell', `phone_number,note\n${ann},${'x'.repeat(10_001)}\n`, { called: [], left: { 2: 'huge_cell' } }],
  [
    'spaces around values',
    `phone_number,first_name\n${ann}, Ann \n`,
    { called: [[ann, ' Ann ']], remarks: { spaces: 1 } },
  ],
  [
    'spaces around values, trimmed',
    `phone_number,first_name\n${ann}, Ann \n`,
    { called: [[ann, 'Ann']] },
    { repairs: { tidy: ['spaces'] } },
  ],
  [
    'invisible marks in values',
    `phone_number,first_name\n${ann},A\u200bnn\u202c\n`,
    { called: [[ann, 'A\u200bnn\u202c']], remarks: { invisible: 1 } },
  ],
  [
    'invisible marks in values, stripped; joiners of Persian and of emoji stay',
    `phone_number,first_name\n${ann},A\u200bnn \u200e\u0645\u06cc\u200c\u0631\u0648\u0645 👩\u200d💻\n`,
    { called: [[ann, 'Ann \u0645\u06cc\u200c\u0631\u0648\u0645 👩\u200d💻']] },
    { repairs: { tidy: ['invisible'] } },
  ],
  [
    'failed formulas in values',
    `phone_number,first_name\n${ann},#N/A\n${bob},#hashtag\n`,
    {
      called: [
        [ann, '#N/A'],
        [bob, '#hashtag'],
      ],
      remarks: { error_value: 1 },
    },
  ],
  [
    'failed formulas emptied',
    `phone_number,first_name\n${ann},#N/A\n${bob},#hashtag\n`,
    {
      called: [
        [ann, ''],
        [bob, '#hashtag'],
      ],
    },
    { repairs: { tidy: ['error_value'] } },
  ],
  ['a formula in a value', `phone_number,note\n${ann},=1+1\n`, { called: [[ann, '=1+1']] }],
  ['a value guarded by our own export', `phone_number,note\n${ann},'=1+1\n`, { called: [[ann, '=1+1']] }],
]

/** A phone number cell: the number, or the reason why it is refused and the repair once a person accepts it. */
const cells: [what: string, cell: string, becomes: string | [Reason, repaired?: string], repairs?: Repairs][] = [
  ['spaces, dashes and brackets', '+1 (415) 555-0134', ann],
  ['dots', '+1.415.555.0134', ann],
  ['non-breaking spaces', '+1\u00a0415\u00a0555\u00a00134', ann],
  ['a non-breaking hyphen and an en dash', '+1\u2011415\u2013555\u20110134', ann],
  ['full-width digits, as phones in Japan write', '＋１４１５５５５０１３４', ann],
  ['Arabic digits', '+١٤١٥٥٥٥٠١٣٤', ann],
  ['marks of direction, as copied from a chat', '\u202a+1 415-555-0134\u202c', ann],
  ['a mark at the front of the cell', `\ufeff${ann}`, ann],
  ['a zero-width space within', '+1415\u200b5550134', ann],
  ['a leading apostrophe', `'${ann}`, ann],
  ['our own export’s apostrophe', "'+1 415 555 0134", ann],
  ['Excel’s notation for text', `"=""${ann}"""`, ann],
  ['the same without quotes around it', `="${ann}"`, ann],
  ['tel:', 'tel:+1-415-555-0134', ann],
  ['callto:', 'callto:+14155550134', ann],
  ['a number too short for its country', '+1415555', ['too_short']],
  ['a digit too many', '+141555501345', ['too_long']],
  ['no country code', '4155550134', ['missing_plus', ann], { country: 'US' }],
  ['no country code and a leading apostrophe', "'4155550134", ['missing_plus', ann], { country: 'US' }],
  ['a country code without +', '14155550134', ['missing_plus', ann], { countryCode: true }],
  ['00 before the country code', '0014155550134', ['missing_plus', ann], { accept: ['missing_plus'] }],
  [
    '011 before the country code',
    '011 44 7700 900123',
    ['missing_plus', '+447700900123'],
    { accept: ['missing_plus'] },
  ],
  ['written as inside Britain', '07700 900123', ['missing_plus', '+447700900123'], { country: 'GB' }],
  ['written as inside Germany', '(0151) 23456789', ['missing_plus', '+4915123456789'], { country: 'DE' }],
  ['written as inside another country than the one named', '07700 900123', ['missing_plus'], { country: 'DK' }],
  ['a trunk 0 in brackets', '+44 (0)7700 900123', ['trunk_zero', '+447700900123'], { accept: ['trunk_zero'] }],
  ['a trunk 0', '+4407700900123', ['trunk_zero', '+447700900123'], { accept: ['trunk_zero'] }],
  ['an Italian 0, which belongs to the number', '+390612345678', '+390612345678'],
  ['shortened by a spreadsheet', '1.41556E+10', ['exponent'], { accept: ['exponent'] }],
  ['shortened by a European spreadsheet', '"4,47E+11"', ['exponent'], { accept: ['exponent'] }],
  [
    'rewritten by a spreadsheet with all digits',
    '1.4155550134E+10',
    ['missing_plus', ann],
    { countryCode: true, accept: ['exponent'] },
  ],
  ['made a decimal number', '14155550134.0', ['missing_plus', ann], { countryCode: true, accept: ['decimal'] }],
  ['a German mobile made a decimal number', '15123456789.0', ['missing_plus'], { accept: ['decimal'] }],
  ['an extension', '+1 415 555 0134 ext. 12', ['extension', ann], { accept: ['extension'] }],
  ['an extension with x', '+14155550134x12', ['extension', ann], { accept: ['extension'] }],
  ['an extension as in a link', 'tel:+14155550134;ext=12', ['extension', ann], { accept: ['extension'] }],
  ['two numbers', '+14155550134 / +14155550135', ['several', ann], { accept: ['several'] }],
  [
    'two numbers, as Google’s contacts write',
    '+14155550134 ::: +14155550135',
    ['several', ann],
    { accept: ['several'] },
  ],
  ['two numbers side by side', '+14155550134 +14155550135', ['letters'], { accept: ['letters'] }],
  ['a vanity number', '+1 800 FLOWERS', ['letters'], { accept: ['letters'] }],
  ['a name', 'Ann', ['letters'], { accept: ['letters'] }],
  ['nothing', '', ['empty']],
  ['a dash', '-', ['empty']],
  ['spaces alone', '   ', ['empty']],
  ['a failed formula', '#REF!', ['letters']],
  ['hidden digits of a log', '+1415•••0134', ['letters']],
  ['a footnote’s digit', `${ann}¹`, ['letters']],
  ['a number of no country', '+999123456789', ['not_in_plan']],
  ['an emergency number', '112', ['missing_plus'], { accept: ['missing_plus'] }],
  ['a date', '2026-11-20', ['missing_plus'], { accept: ['missing_plus'] }],
  ['digits of no country, accepted', '4155550134', ['missing_plus'], { accept: ['missing_plus'] }],
  ['a German mobile without its 0, accepted', '15123456789', ['missing_plus'], { accept: ['missing_plus'] }],
]

const cellFiles: Line[] = cells.flatMap(([what, cell, becomes, repairs]): Line[] => {
  if (typeof becomes === 'string') return [[`a number with ${what}`, one(cell), { called: [[becomes, 'Ann']] }]]
  const [reason, repaired] = becomes
  const refused: Line = [`a number: ${what}`, one(cell), { called: [], left: { 2: reason } }]
  if (!repairs) return [refused]
  const after: Expected = repaired ? { called: [[repaired, 'Ann']] } : { called: [], left: { 2: reason } }
  return [refused, [`a number: ${what}, once a person accepts it`, one(cell), after, { repairs }]]
})

const programs: Line[] = [
  ['Google Sheets', plain.replaceAll('\n', '\r\n').trimEnd(), named],
  ['Numbers, with a table’s name above', `Table 1\n\n${plain.replaceAll(',', ';')}`, named],
  [
    'LibreOffice, with quotes around text only',
    `"phone_number","first_name","age"\n"${ann}","Ann",31\n`,
    { called: [[ann, 'Ann', '31']] },
  ],
  [
    'Excel in Germany',
    bytes(`Telefon;Vorname\r\n${ann};J\xfcrgen\r\n${bob};Bj\xf6rn\r\n`),
    {
      called: [
        [ann, 'Jürgen'],
        [bob, 'Björn'],
      ],
    },
  ],
  [
    'Salesforce: quotes everywhere, Phone and MobilePhone',
    `"Id","LastName","Phone","MobilePhone"\n"003","Lee","${ann}","${bob}"\n`,
    { columns: ['Phone', 'MobilePhone'] },
  ],
  [
    'Salesforce’s report with a footer',
    `"Name","Phone"\n"Ann","${ann}"\n"Bob","${bob}"\n\n"Contacts of November"\n"Copyright (c) 2000-2026"\n`,
    {
      called: [
        [ann, 'Ann'],
        [bob, 'Bob'],
      ],
      left: { 5: 'short_row', 6: 'short_row' },
      blank: 1,
    },
  ],
  [
    'HubSpot',
    `"Record ID","First Name","Phone Number","Lead Status"\n"1","Ann","${ann}",""\n"2","Bob","${bob}","New"\n`,
    {
      called: [
        [ann, '1', 'Ann', ''],
        [bob, '2', 'Bob', 'New'],
      ],
    },
  ],
  [
    'Google’s contacts',
    `Name,Phone 1 - Label,Phone 1 - Value\nAnn,Mobile,${ann}\nBob,Work,${bob}\n`,
    {
      called: [
        [ann, 'Ann', 'Mobile'],
        [bob, 'Bob', 'Work'],
      ],
    },
  ],
  [
    'Google’s contacts with two numbers each',
    `Name,Phone 1 - Value,Phone 2 - Value\nAnn,${ann},${bob}\n`,
    { columns: ['Phone 1 - Value', 'Phone 2 - Value'] },
  ],
  [
    'Outlook’s contacts',
    `"First Name","Business Phone","Home Phone","Mobile Phone","Business Fax"\n"Ann","","","${ann}",""\n`,
    { called: [[ann, 'Ann', '', '', '']] },
  ],
  [
    'an iPhone’s contacts',
    `BEGIN:VCARD\nVERSION:3.0\nFN:Ann\nTEL:${ann}\nEND:VCARD\n`,
    { refused: ['not_csv', /contact card/] },
  ],
  ['vCards in a column', `card\n"BEGIN:VCARD\nTEL:${ann}\nEND:VCARD"\n`, { columns: [] }],
  [
    'a call centre’s MSISDN without +',
    `MSISDN\n14155550134\n14155550135\n`,
    { called: [ann, bob] },
    { repairs: { accept: ['missing_plus'] } },
  ],
  [
    'a pivot table with the group only in its first row',
    `Plan,phone_number\nGold,${ann}\n,${bob}\n`,
    {
      called: [
        [ann, 'Gold'],
        [bob, ''],
      ],
    },
  ],
]

const otherFormats: Line[] = [
  ['an Excel workbook', bytes('PK\x03\x04\x14\0\x06\0'), { refused: ['not_text', /spreadsheet/] }],
  ['an old Excel workbook', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), { refused: ['not_text', /old Excel workbook/] }],
  ['a gzip archive', bytes('\x1f\x8b\x08\0'), { refused: ['not_text', /gzip.*Unpack/] }],
  ['a 7-Zip archive', bytes('7z\xbc\xaf\x27\x1c'), { refused: ['not_text', /7-Zip.*Unpack/] }],
  ['a PDF', bytes('%PDF-1.7\n'), { refused: ['not_text', /PDF/] }],
  ['a screenshot', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), { refused: ['not_text', /an image/] }],
  ['a photo', bytes('\xff\xd8\xff\xe0\0\x10JFIF'), { refused: ['not_text', /an image/] }],
  [
    'a web page, as some systems export to Excel',
    '<html><body><table><tr><td>+14155550134</td></tr></table>',
    { refused: ['not_csv', /web page/] },
  ],
  ['XML', '<?xml version="1.0"?><rows/>', { refused: ['not_csv', /XML/] }],
  ['JSON', `[{"phone_number":"${ann}"}]`, { refused: ['not_csv', /JSON/] }],
  ['RTF', '{\\rtf1\\ansi phone_number}', { refused: ['not_csv', /RTF/] }],
  ['a database', bytes('SQLite format 3\0'), { refused: ['not_text', /database/] }],
  [
    'a program',
    bytes('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0\0\0'),
    { refused: ['not_text', /readable text/] },
  ],
  ['nothing', '', { refused: ['empty_file', /empty/] }],
  ['a mark alone', '\ufeff', { refused: ['empty_file', /empty/] }],
  ['blank lines alone', '\n \n\r\n', { refused: ['empty_file', /empty/] }],
  ['a header alone', 'phone_number,first_name\n', { refused: ['no_rows', /no rows/] }],
  ['a header and blank rows', 'phone_number,first_name\n,\n\n', { refused: ['no_rows', /no rows/] }],
  ['a sep= line alone', 'sep=;\n', { refused: ['empty_file', /empty/] }],
  ['more than 80 MB', new Uint8Array(80 * 1024 * 1024 + 1), { refused: ['too_large', /80 MB/] }],
  [
    '200,001 rows',
    `phone_number\n${`${ann}\n`.repeat(200_001)}`,
    { refused: ['too_many_rows', /200,001 rows\. The limit is 200,000/] },
  ],
]

export const damagedFiles: readonly DamagedFile[] = [
  ...encodedFiles,
  ...lineFiles,
  ...delimiterFiles,
  ...quoteFiles,
  ...headerFiles,
  ...rowFiles,
  ...cellFiles,
  ...programs,
  ...otherFormats,
].map(([what, file, expected, more]) => ({
  what,
  file: typeof file === 'string' ? utf8(file) : file,
  expected,
  ...more,
}))
