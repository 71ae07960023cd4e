import { describe, expect, it } from 'vitest'
import { excerptOf } from './excerpt.ts'

describe('the excerpt of a text', () => {
  it('has the first word that was found, as it is written, with the text around it', () => {
    expect(excerptOf('May I bring Zoë’s dog?', ['zoes'])).toEqual({
      before: 'May I bring ',
      found: 'Zoë’s',
      after: ' dog?',
    })
    expect(excerptOf('The invoice is paid', ['paid', 'invoice'])).toMatchObject({ found: 'invoice' })
  })

  it('finds it after characters that are longer or shorter in a search', () => {
    expect(excerptOf('Straße, 🙂 – Ærø', ['aero'])).toEqual({ before: 'Straße, 🙂 – ', found: 'Ærø', after: '' })
  })

  it('is cut at spaces', () => {
    const { before, found, after } = excerptOf(`${'before '.repeat(20)}here ${'after '.repeat(40)}`, ['here']) ?? {
      before: '',
      found: '',
      after: '',
    }
    expect(found).toBe('here')
    expect(before).toMatch(/^…(before )+$/)
    expect(before.length).toBeLessThanOrEqual(41)
    expect(after).toMatch(/^( after)+…$/)
  })

  it('is null if the text has none of the words', () => {
    expect(excerptOf('On Monday', ['tuesday'])).toBeNull()
  })
})
