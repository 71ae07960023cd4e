import { describe, expect, it } from 'vitest'
import { smsLength } from './sms-length.ts'

const summaryOf = (text: string) => {
  const { encoding, segments } = smsLength(text)
  return `${segments} ${encoding}`
}

describe('the SMS length of a text', () => {
  it('is one segment of up to 160 characters, or several of up to 153', () => {
    expect(summaryOf('')).toBe('0 GSM-7')
    expect(summaryOf('a'.repeat(160))).toBe('1 GSM-7')
    expect(summaryOf('a'.repeat(161))).toBe('2 GSM-7')
    expect(summaryOf('a'.repeat(306))).toBe('2 GSM-7')
    expect(summaryOf('a'.repeat(307))).toBe('3 GSM-7')
  })

  it('counts characters with an escape twice, and does not split them', () => {
    expect(summaryOf('€'.repeat(80))).toBe('1 GSM-7')
    expect(summaryOf('€'.repeat(81))).toBe('2 GSM-7')
    // The first segment has one unit left, but the character needs two.
    expect(summaryOf(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toBe('2 GSM-7')
    expect(summaryOf(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toBe('3 GSM-7')
  })

  it('uses UCS-2 for one curly quote, and names the character', () => {
    expect(smsLength('It’s done')).toMatchObject({ encoding: 'UCS-2', unicodeCause: '’', characters: 9, segments: 1 })
    expect(summaryOf(`’${'a'.repeat(69)}`)).toBe('1 UCS-2')
    expect(summaryOf(`’${'a'.repeat(70)}`)).toBe('2 UCS-2')
  })

  it('counts an emoji as one character, although it takes several units', () => {
    expect(smsLength('👍🏽')).toMatchObject({ characters: 1, segments: 1, encoding: 'UCS-2' })
    expect(summaryOf('😀'.repeat(35))).toBe('1 UCS-2')
    expect(summaryOf('😀'.repeat(67))).toBe('3 UCS-2')
  })
})
