/** Texts about the format of a file and the columns that are sent. */
import type { Delimiter, Encoding } from '#recipients/read.ts'

// FileFormat
export const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little-endian',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Windows-1252, Western Europe',
  macintosh: 'Mac Roman',
  'windows-1250': 'Windows-1250, Central Europe',
  'windows-1251': 'Windows-1251, Cyrillic',
  'windows-1254': 'Windows-1254, Turkish',
  'windows-1253': 'Windows-1253, Greek',
  'windows-1255': 'Windows-1255, Hebrew',
  'windows-1256': 'Windows-1256, Arabic',
  'windows-1257': 'Windows-1257, Baltic',
  'windows-1258': 'Windows-1258, Vietnamese',
  'windows-874': 'Windows-874, Thai',
  shift_jis: 'Shift-JIS, Japanese',
  gb18030: 'GB18030, Chinese',
  big5: 'Big5, Chinese',
  'euc-kr': 'EUC-KR, Korean',
  'euc-jp': 'EUC-JP, Japanese',
  cp850: 'CP850, DOS in Western Europe',
  cp437: 'CP437, DOS in North America',
  cp852: 'CP852, DOS in Central Europe',
  ibm866: 'CP866, DOS in Cyrillic',
  'koi8-r': 'KOI8-R, Cyrillic',
  'iso-8859-2': 'ISO-8859-2, Central Europe',
  'iso-8859-7': 'ISO-8859-7, Greek',
}
/** The encoding's name without its region. */
export const encodingName = (encoding: Encoding) => encodingNames[encoding].replace(/,.*/, '')
export const delimiterNames: Readonly<Record<Delimiter, string>> = {
  ',': 'Comma ,',
  ';': 'Semicolon ;',
  '\t': 'Tab',
  '|': 'Vertical bar |',
}
export const detectAutomatically = 'Detect automatically'
/** @param rows how many rows are above the header */
export const rowsAboveHeader = (rows: number) =>
  rows === 1 ? 'Row 1 is above the header and is ignored.' : `Rows 1 to ${rows} are above the header and are ignored.`
export const change = 'Change'
