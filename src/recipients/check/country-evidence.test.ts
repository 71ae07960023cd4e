import { describe, expect, it } from 'vitest'
import { readTable } from '../read.ts'
import { createChecker } from './check.ts'
import type { Repairs } from './repairs.ts'

const tableOf = (text: string) => {
  const read = readTable(new TextEncoder().encode(text))
  if (!read.ok) throw new Error(read.refusal.message)
  return read.table
}
const check = (text: string, repairs: Repairs = {}, own: string[] = []) =>
  createChecker(tableOf(text), false, own)(repairs, null)
/** The suggested number of each row that has a problem. */
const suggested = (text: string, repairs?: Repairs, own?: string[]) => {
  const sheet = check(text, repairs, own)
  return [...sheet.faults.keys()].flatMap((at) => (sheet.faults[at] ? (sheet.problemAt(at)?.repair ?? null) : []))
}
const called = (text: string, repairs: Repairs, own?: string[]) => {
  const sheet = check(text, repairs, own)
  return sheet.called.map((at) => sheet.numberAt(at))
}

const german = '15123456789\n15234567890\n17612345678\n1601234567'
const germanE164 = ['+4915123456789', '+4915234567890', '+4917612345678', '+491601234567']
const worldwide = 'Name,Phone\nMX,5512345678\nIN,8056781234\nJP,9012345678\nRU,9123456789\n'
const byCountry =
  'Name,Country,Phone\nAl,GB,07700 900123\nMax,DE,0151 23456789\nAnn,US,(415) 555-0134\nLea,FR,06 12 34 56 78\n'
const byCountryE164 = ['+447700900123', '+4915123456789', '+14155550134', '+33612345678']
const msisdns = 'Number,Name\n447700900123,Oliver\n4915123456789,Mia\n33612345678,Elise\n14155550134,Ann\n'
const msisdnsE164 = ['+447700900123', '+4915123456789', '+33612345678', '+14155550134']

describe('a country for numbers without one', () => {
  it.each<[why: string, file: string, own: string[], expected: (string | null)[]]>([
    ['nothing says so', `Name\n${german}\n`, [], [null, null, null, null]],
    ['one good number says so alone', `phone\n+14155550134\n${german}\n`, [], [null, null, null, null]],
    ['the names are German', `Handy\n${german}\n`, [], germanE164],
    ['the workspace calls it', `phone\n${german}\n`, ['US', 'DE'], germanE164],
    ['the column’s name says it', `Phone (DE)\n${german}\n`, [], germanE164],
    ['the workspace calls another one', `phone\n${german}\n`, ['US'], [null, null, null, null]],
    ['they are of several countries', worldwide, [], [null, null, null, null]],
    ['their own rows say others', worldwide, ['US'], [null, null, null, null]],
    ['their own rows say another', 'Who;Phone\nMX;5512345678\nMexico;5512345679\n', ['US'], [null, null]],
    [
      'states are no countries',
      'State;Phone\nIN;8125550134\nIN;8125550135\n',
      ['US'],
      ['+18125550134', '+18125550135'],
    ],
    ['words of the name in capitals are no country', 'CONTACT US PHONE\n5512345678\n8056781234\n', [], [null, null]],
    ['words in capitals in other languages', 'TELEFONE DO CLIENTE\n8095550134\n8095550135\n', [], [null, null]],
    ['codes of three letters that are words', 'COD TELEFON\n811234567\n812345678\n', [], [null, null]],
    ['the column’s name in capitals says it in brackets', `PHONE (DE)\n${german}\n`, [], germanE164],
    ['they are of several, and the workspace calls one', worldwide, ['MX'], [null, null, null, null]],
    [
      'British ones in a British workspace',
      'phone\n07700 900123\n020 7946 0958\n',
      ['GB'],
      ['+447700900123', '+442079460958'],
    ],
    [
      'Swiss ones under German names',
      'Vorname;Handy\nA;079 123 45 67\nB;076 234 56 78\n',
      [],
      ['+41791234567', '+41762345678'],
    ],
    [
      'Austrian ones under German names',
      'Vorname;Handy\nA;0664 1234567\nB;0676 1234567\n',
      [],
      ['+436641234567', '+436761234567'],
    ],
    ['mobiles of France or Switzerland', 'Prénom;Portable\nA;079 123 45 67\n', [], [null]],
    ['Polish ones', 'Imię;Telefon\nA;512 345 678\nB;601 234 567\n', [], ['+48512345678', '+48601234567']],
    ['Japanese ones', '氏名,電話番号\nA,090-1234-5678\nB,080-1234-5678\n', [], ['+819012345678', '+818012345678']],
    ['Hindi names', 'नाम,फ़ोन\nA,98765 43210\n', [], ['+919876543210']],
    ['German names over British numbers', 'Handy\n+447700900101\n+447700900102\n01512 345678\n', [], [null]],
  ])('is proposed if %s', (_, file, own, expected) => {
    expect(suggested(file, {}, own)).toEqual(expected)
  })

  it('is named', () => {
    expect(check(`Handy\n${german}\n`).problemAt(0)?.message).toContain('Expected +4915123456789 (Germany).')
  })

  it('is not proposed for a file of which a part does not fit', () => {
    const fit = Array.from({ length: 8 }, (_, at) => `1512345678${at}`).join('\n')
    expect(check(`Handy\n${fit}\n5512\n0012\n`).home).toBeUndefined()
    expect(check(`Handy\n${fit}\n${fit.replaceAll('78', '87')}\n5512\n`).home).toBe('DE')
  })

  it('is not one in which mistyped mobiles of another country are landlines', () => {
    const mobiles = Array.from({ length: 8 }, (_, at) => `1512345678${at}`).join('\n')
    expect(check(`Handy\n${mobiles}\n15412345678\n15412345679\n`).home).toBeUndefined()
  })

  it('is not the one of a good number, even if it fits', () => {
    expect(check('phone\n+14155550134\n4155550135\n').home).toBeUndefined()
  })
})

describe('a column with countries', () => {
  it('says the country of each number, and a person takes it with one choice', () => {
    expect(suggested(byCountry)).toEqual(byCountryE164)
    expect(called(byCountry, { countryColumn: 'Country' })).toEqual(byCountryE164)
  })

  it.each([
    ['Land', ['Großbritannien', 'Deutschland', 'Vereinigte Staaten', 'Frankreich']],
    ['Pays', ['Royaume-Uni', 'Allemagne', 'États-Unis', 'France']],
    ['País', ['Reino Unido', 'Alemania', 'Estados Unidos', 'Francia']],
    ['国', ['イギリス', 'ドイツ', 'アメリカ合衆国', 'フランス']],
    ['Страна', ['Великобритания', 'Германия', 'Соединенные Штаты', 'Франция']],
    ['Country code', ['+44', '0049', '1', '33']],
    ['Dial code', ['44', '49', '+1', '33.0']],
    ['Mailing Country', ['GBR', 'DEU', 'USA', 'FRA']],
    ['countryCode', ['gb', 'de', 'us', 'fr']],
    ['Country/Region', ['UK', 'Germany (+49)', 'U.S.A.', 'FRANCE']],
  ])('is found as %s', (name, [gb = '', de = '', us = '', fr = '']) => {
    const file = byCountry
      .replace('Country', name)
      .replace('GB', gb)
      .replace('DE', de)
      .replace('US', us)
      .replace('FR', fr)
    expect(called(file, { countryColumn: name })).toEqual(byCountryE164)
  })

  it.each(['Language', 'State', 'Locale', 'Status'])('is not one named %s', (name) => {
    expect(suggested(byCountry.replace('Country', name))).toEqual([null, null, null, null])
  })

  it('leaves rows to a person whose country is unknown or does not fit', () => {
    const file = `${byCountry}Odd,Atlantis,0151 23456780\nBob,US,0151 23456781\nNo,,0151 23456782\n`
    expect(called(file, { countryColumn: 'Country' })).toEqual(byCountryE164)
    expect(suggested(file).slice(4)).toEqual([null, null, null])
  })

  it('is not contradicted by a country for all rows', () => {
    expect(called(byCountry, { country: 'DE' })).toEqual(['+4915123456789'])
    expect(suggested(byCountry, { country: 'DE' })).toEqual(['+447700900123', '+14155550134', '+33612345678'])
    // Digits that are also a number of the United States.
    expect(called('Country,Phone\nUS,15123456789\n', { country: 'DE' })).toEqual([])
  })
})

describe('numbers that begin with their country code', () => {
  it('are suggested if they belong to several countries, and repaired with one choice', () => {
    expect(suggested(msisdns)).toEqual(msisdnsE164)
    expect(called(msisdns, { countryCode: true })).toEqual(msisdnsE164)
  })

  it('keep their suggestions when a person chooses one country', () => {
    expect(called(msisdns, { country: 'GB' })).toEqual(['+447700900123'])
    expect(suggested(msisdns, { country: 'GB' })).toEqual(msisdnsE164.slice(1))
  })

  it('are repaired under any name once a person says so', () => {
    expect(suggested('phone\n14155550134\n14155550135\n')).toEqual([null, null])
    expect(suggested('MSISDN\n14155550134\n14155550135\n')).toEqual(['+14155550134', '+14155550135'])
    expect(called('phone\n14155550134\n14155550135\n', { countryCode: true })).toHaveLength(2)
  })

  it('are not repaired if they are also numbers of the chosen country, or not of their row’s', () => {
    expect(called('phone\n15123456789\n', { country: 'DE', countryCode: true })).toEqual([])
    expect(called('Country,phone\nDE,15123456789\n', { countryCode: true })).toEqual([])
  })
})

describe('an international prefix', () => {
  it('is none where an area code begins with it', () => {
    expect(suggested('phone\n011 4567-8901\n011 234 5678\n0113 496 0123\n')).toEqual([null, null, null])
    expect(suggested('País,Celular\nArgentina,011 4312-3456\n')).toEqual(['+541143123456'])
    const mobiles = ['+5491123456789', '+5493512345678']
    expect(suggested('Nombre,Celular\nA,011 15-2345-6789\nB,0351 15 234-5678\n')).toEqual(mobiles)
  })
})
