import { describe, expect, it } from 'vitest'
import type { Encoding } from '../file/refusal.ts'
import { decode } from './decode.ts'

/** Each character as one byte. */
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const file = (header: string, ...names: string[]) =>
  bytes(`${header}\n${names.map((name, at) => `${name};+1415555013${at}\n`).join('')}`)

function read(header: string, ...names: string[]) {
  const decoded = decode(file(header, ...names))
  if (decoded.ok) return { encoding: decoded.encoding, text: decoded.text, isAssumed: decoded.isAssumed }
  return { offered: decoded.offers?.map(({ encoding }) => encoding), others: decoded.others }
}

const english = 'first_name;phone_number'

describe('a file without a byte order mark that is not UTF-8', () => {
  it.each<[header: string, names: string[], encoding: Encoding, contains: string]>([
    // What Excel saves in the West: Windows-1250 and others of Windows read these letters alike.
    ['Vorname;Telefon', ['J\xfcrgen', 'Wei\xdf', 'STRA\xdfE'], 'windows-1252', 'Jürgen'],
    [english, ['M\xfcller', 'Ren\xe9e'], 'windows-1252', 'Müller'],
    [english, ['O\x92Brien'], 'windows-1252', 'O’Brien'],
    [english, ['Jos\xe9 Mu\xf1oz', 'Garc\xeda'], 'windows-1252', 'Muñoz'],
    // The language of the header excludes them.
    ['Nombre;Tel\xe9fono', ['Mu\xf1oz'], 'windows-1252', 'Muñoz'],
    ['Pr\xe9nom;T\xe9l\xe9phone', ['H\xe9l\xe8ne', 'L\x92\xc9toile \x80'], 'windows-1252', 'Hélène'],
    ['F\xf6rnamn;Telefonnr', ['Bj\xf8rn'], 'windows-1252', 'Bjørn'],
    // A name of a column proves an encoding, also of programs that are rare.
    ['Pr\x8enom;T\x8el\x8ephone', ['Ren\x8ee'], 'macintosh', 'Renée'],
    ['Pr\x82nom;T\x82l\x82phone', ['Ren\x82e'], 'cp850', 'Renée'],
    ['\xe9\xcd\xd1;\xf4\xc5\xcc\xc5\xc6\xcf\xce', ['\xe9\xd7\xc1\xce'], 'koi8-r', 'Иван'],
    ['\x8e\x81\x96\xbc;\x93d\x98b\x94\xd4\x8d\x86', ['\x97\xe9\x96\xd8'], 'shift_jis', '鈴木'],
    ['\xc0\xcc\xb8\xa7;\xc8\xde\xb4\xeb\xc6\xf9', ['\xb1\xe8'], 'euc-kr', '이름'],
    ['Imi\xea;Telefon', ['\x8cwi\xb9tek', '\xa3ukasz'], 'windows-1250', 'Świątek'],
    ['Ad Soyad;GSM', ['Ay\xfee', '\xddbrahim'], 'windows-1254', 'İbrahim'],
    // Letters that only one of them has in words.
    [english, ['Wa\xb3\xeasa', 'Gra\xbfyna'], 'windows-1250', 'Grażyna'],
    [english, ['Ay\xfee', 'G\xfcl\xfe\xe7en'], 'windows-1254', 'Gülşçen'],
    [english, ['\xaf\xe6\xe0\xea', '\xb2\xf0\xe8\xed\xe0'], 'windows-1251', 'Ірина'],
  ])('of %s with %j is %s', (header, names, encoding, contains) => {
    expect(read(header, ...names)).toMatchObject({
      encoding,
      text: expect.stringContaining(contains),
      isAssumed: true,
    })
  })

  it.each<[names: string[], offered: Encoding[]]>([
    // DOS, of which Mac Roman and others make other letters.
    [['J\x94rg', 'M\x81ller', 'Ren\x82'], ['cp850']],
    [['Ren\x8ee', 'M\x9fller'], ['macintosh']],
    // Turkish or Icelandic, French or Czech, Spanish or Polish
    [
      ['Ay\xfee', '\xddbrahim'],
      ['windows-1254', 'windows-1252'],
    ],
    [
      ['Mich\xe8le', 'Ren\xe9e'],
      ['windows-1252', 'windows-1250'],
    ],
    [['Mu\xf1oz'], ['windows-1252', 'windows-1250']],
    [['Bj\xf8rn'], ['windows-1252', 'windows-1250']],
    // Letters of Mac Roman that are letters of Windows too.
    [['Bj\x9arn', 'M\x8arta'], ['macintosh']],
    // Hebrew, or Russian in small letters
    [['\xe3\xe5\xe3 \xeb\xe4\xef'], ['windows-1255', 'windows-1251']],
    // Russian or Greek
    [
      ['\xc8\xe2\xe0\xed', '\xce\xeb\xfc\xe3\xe0'],
      ['windows-1251', 'windows-1253'],
    ],
    // A Chinese name of one character
    [['\xc0\xee'], ['windows-1251']],
  ])('with %j is asked for, whatever seems likelier', (names, offered) => {
    const found = read(english, ...names)
    expect(found.offered).toEqual(expect.arrayContaining(offered))
    expect(new Set([...(found.offered ?? []), ...(found.others ?? [])]).size).toBeGreaterThan(4)
  })

  it('is asked for if a person wants to choose, or chose another one', () => {
    const german = file('Vorname;Telefon', 'J\xfcrgen')
    expect(decode(german, undefined, true)).toMatchObject({ ok: false, offers: [{ encoding: 'windows-1252' }, {}] })
    expect(decode(german, 'shift_jis')).toMatchObject({ ok: false, offers: [{ encoding: 'windows-1252' }, {}] })
  })

  it('has no two offers that read the same', () => {
    const offers = decode(file(english, 'J\xfcrgen', 'Bj\xf6rn'), undefined, true)
    const texts = offers.ok ? [] : (offers.offers ?? []).map(({ text }) => text)
    expect(texts.length).toBeGreaterThan(1)
    expect(new Set(texts).size).toBe(texts.length)
  })
})
