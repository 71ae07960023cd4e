import { describe, expect, it } from 'vitest'
import { numberWithin } from './around-number.ts'
import { checkNumber } from './number.ts'

const repairOf = (text: string) => {
  const check = checkNumber(text)
  return check.ok ? check.e164 : [check.problem, check.repaired]
}
const ann = '+14155550134'

describe('one whole number', () => {
  it.each([
    'Mobile: +14155550134',
    '+14155550134 (mobile)',
    '☎ +14155550134',
    '📱+1 415-555-0134',
    '14155550134@c.us',
    '14155550134@s.whatsapp.net',
    'https://wa.me/14155550134',
    'wa.me/+14155550134?text=hello',
    'https://api.whatsapp.com/send?phone=14155550134&text=x',
    'https://t.me/+14155550134',
    'sip:+14155550134@example.com',
    '[+14155550134]',
    '<+14155550134>',
    '{+14155550134}',
    '+14155550134;',
    '+14155550134,',
    '+14155550134*',
    '\u001f+14155550134',
    '+14155550134\u0000',
    '\u007f +1 415 555 0134',
    'm. +14155550134',
    'Tel.: +1 (415) 555-0134',
    'Cell phone +14155550134',
    'Handy: +14155550134 (privat)',
    'Tél. portable : +14155550134',
    'тел. +14155550134',
    '携帯：+14155550134',
    'جوال +14155550134',
    '+14155550134 [work]',
    '"+14155550134" (home)',
  ])('is suggested for %j', (text) => {
    expect(repairOf(text)).toEqual(['label', ann])
  })

  it.each([
    ['+7 495 123-45-67 доб. 123', '+74951234567'],
    ['+7 495 123-45-67 (доб. 123)', '+74951234567'],
    ['+39 06 1234567 int. 5', '+39061234567'],
    ['+81 3 1234 5678 内線12', '+81312345678'],
    ['+48 22 123 45 67 wew. 12', '+48221234567'],
    ['+49 30 1234567 App. 12', '+49301234567'],
    ['+49 30 1234567 Durchwahl 12', '+49301234567'],
    ['+1 415-555-0134 (ext 12)', ann],
    ['+1 415-555-0134 [x12]', ann],
    ['+1 415-555-0134 Ext: 12', ann],
    ['+33 1 23 45 67 89 poste 12', '+33123456789'],
    ['+55 11 2345-6789 ramal 12', '+551123456789'],
    ['+86 10 1234 5678 转12', undefined],
    ['+86 10 12345678 分机12', '+861012345678'],
    ['+90 212 345 67 89 dahili 12', '+902123456789'],
    ['Büro: +49 30 1234567 App. 12', '+49301234567'],
  ])('is suggested without the extension for %j', (text, number) => {
    expect(repairOf(text)).toEqual(number === undefined ? ['letters', undefined] : ['extension', number])
  })

  it.each([
    '+14155550134 do not call',
    'DNC +14155550134',
    '+14155550134 (nicht anrufen)',
    'no llamar +14155550134',
    '+14155550134 wrong number',
    '+14155550134 old',
    '+14155550134 (disconnected)',
    '+14155550134?',
    '🚫 +14155550134',
    '✗ +14155550134',
    '+14155550134 not mobile',
    '+14155550134 since 2024',
    'ask for Ann +14155550134',
    '120363023456789@g.us',
    'ann14155550134@example.com',
    'https://example.com/14155550134',
    '+14155550134 5550135',
    '+14155550134¹',
    '+49 30 123456/57',
    '+14155550134 room 5',
  ])('is not suggested for %j, because the rest is not understood', (text) => {
    const repair = repairOf(text)
    expect(Array.isArray(repair) && repair[1]).toBe(undefined)
  })

  it('needs its country, if that is missing', () => {
    expect(numberWithin('Handy: 0151 23456789')).toEqual({ kind: 'label', number: '0151 23456789' })
    expect(checkNumber('Handy: 0151 23456789')).toEqual({ ok: false, problem: 'label', bare: '0151 23456789' })
    expect(checkNumber('0151/23456789')).toMatchObject({ problem: 'label', bare: '0151 23456789' })
  })
})

it('a cell of 400 KB is read in linear time', () => {
  const units = [' ', '"', '1', '1 ', '(', '+', 'x', 'ext ', '1/', ',', '\u200b', 'a', '.', '-', '\n', 'и', '0xx']
  for (const unit of units) {
    // A pattern that backtracks would take minutes, longer than a test may.
    const text = unit.repeat(400_000 / unit.length)
    for (const cell of [text, `${text}!`, `+1415${text}`, `+14155550134${text}5`]) {
      expect(checkNumber(cell)).toHaveProperty('ok')
    }
  }
})
