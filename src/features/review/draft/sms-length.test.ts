import { describe, expect, it } from 'vitest'
import { smsLength } from './sms-length.ts'

const of = (text: string) => {
  const { encoding, segments } = smsLength(text)
  return `${segments} ${encoding}`
}

describe('the SMS length of a text', () => {
  it('is one segment of 160 characters, or parts of 153', () => {
    expect(of('')).toBe('0 GSM-7')
    expect(of('a'.repeat(160))).toBe('1 GSM-7')
    expect(of('a'.repeat(161))).toBe('2 GSM-7')
    expect(of('a'.repeat(306))).toBe('2 GSM-7')
    expect(of('a'.repeat(307))).toBe('3 GSM-7')
  })

  it('counts characters with an escape twice, and does not split them', () => {
    expect(of('€'.repeat(80))).toBe('1 GSM-7')
    expect(of('€'.repeat(81))).toBe('2 GSM-7')
    // 152 places, and a character of two that does not fit into the 153rd.
    expect(of(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toBe('2 GSM-7')
    expect(of(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toBe('3 GSM-7')
  })

  it('uses UCS-2 for one curly quote, and names the character', () => {
    expect(smsLength('It’s done')).toMatchObject({ encoding: 'UCS-2', unicodeCause: '’', characters: 9, segments: 1 })
    expect(of(`’${'a'.repeat(69)}`)).toBe('1 UCS-2')
    expect(of(`’${'a'.repeat(70)}`)).toBe('2 UCS-2')
  })

  it('counts an emoji as one character, although it takes several places', () => {
    expect(smsLength('👍🏽')).toMatchObject({ characters: 1, segments: 1, encoding: 'UCS-2' })
    expect(of('😀'.repeat(35))).toBe('1 UCS-2')
    expect(of('😀'.repeat(67))).toBe('3 UCS-2')
  })
})
