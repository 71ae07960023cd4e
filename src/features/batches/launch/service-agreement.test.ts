import { describe, expect, it } from 'vitest'
import {
  agreementAsRead,
  disagreementsOfCheck,
  disagreementsOfPreview,
  isEmptyCheck,
  isForeignPreview,
} from './service-agreement.ts'

const sent = { rows: 23, columns: ['phone_number', 'first_name'] }
const agreed = {
  valid: true,
  totalRows: 23,
  validRows: 23,
  invalidRows: 0,
  duplicateRows: 0,
  columns: ['phone_number', 'first_name'],
  errors: [],
  truncated: false,
}
const error = { row: 4, column: 'phone_number', value: '+1', code: 'invalid_number', message: 'Too short.' }

describe('a manager whose file the service checked too', () => {
  it('hears nothing where both agree', () => {
    expect(disagreementsOfCheck(sent, agreed)).toEqual([])
  })

  it('hears which row the service would refuse, and why in its own words', () => {
    const answer = { ...agreed, valid: false, validRows: 22, invalidRows: 1, errors: [error] }
    expect(disagreementsOfCheck(sent, answer)).toEqual([{ row: 4, sentence: 'Column phone_number “+1”: Too short.' }])
  })

  it('hears that rows are refused which the service does not name', () => {
    const answer = { ...agreed, valid: false, validRows: 13, invalidRows: 8, duplicateRows: 2, errors: [error] }
    expect(disagreementsOfCheck(sent, answer)[0]).toEqual({
      row: null,
      sentence: 'The service would refuse 9 more rows and does not say which.',
    })
  })

  it('hears that rows were lost on the way, and columns not seen', () => {
    const answer = { ...agreed, totalRows: 22, columns: ['phone_number'] }
    expect(disagreementsOfCheck(sent, answer).map(({ sentence }) => sentence)).toEqual([
      'The service read 22 rows; we would send 23.',
      'The service did not see the column first_name.',
    ])
  })

  it('hears of a refusal without any reason', () => {
    expect(disagreementsOfCheck(sent, { ...agreed, valid: false })).toHaveLength(1)
  })

  it('is not told of disagreement where the answer says nothing', () => {
    const nothing = {
      valid: false,
      totalRows: 0,
      validRows: 0,
      invalidRows: 0,
      duplicateRows: 0,
      columns: [],
      errors: [],
    }
    expect(isEmptyCheck({ ...nothing, truncated: false })).toBe(true)
    expect(isEmptyCheck(agreed)).toBe(false)
    const untold = { ...nothing, valid: null, totalRows: null, validRows: null, invalidRows: null, duplicateRows: null }
    expect(isEmptyCheck({ ...untold, truncated: false })).toBe(true)
    expect(isEmptyCheck({ ...untold, valid: true, truncated: false })).toBe(true)
  })

  it('hears nothing of counts that the answer does not tell', () => {
    const answer = { ...agreed, totalRows: null, invalidRows: null, duplicateRows: null }
    expect(disagreementsOfCheck(sent, answer)).toEqual([])
    expect(agreementAsRead(answer, [], sent, 3)).toEqual({ found: [], putRight: 0, leftOut: 0, taken: null })
  })
})

describe('a manager whose rows the service checked as they stand', () => {
  const file = { rows: 23, columns: ['phone_number', 'first_name'] }
  const row = (number: number, verdict: 'valid' | 'invalid', asWritten = false) => ({
    number,
    verdict,
    asWritten,
    why: '',
  })
  const refusing = (...rows: number[]) => ({
    ...agreed,
    valid: false,
    validRows: 23 - rows.length,
    invalidRows: rows.length,
    errors: rows.map((at) => ({ ...error, row: at })),
  })

  it('hears of no quarrel where it refuses what is put right or left out', () => {
    const located = [row(6, 'valid'), row(9, 'invalid')]
    expect(agreementAsRead(refusing(4, 7), located, file, 1)).toEqual({ found: [], putRight: 1, leftOut: 1, taken: 0 })
  })

  it('hears which row it would refuse that is sent as it stands, by the row of the spreadsheet', () => {
    const { found } = agreementAsRead(refusing(4), [row(6, 'valid', true)], file, 0)
    expect(found).toEqual([{ row: 6, sentence: 'Column phone_number “+1”: Too short.' }])
  })

  it('hears how many rows it would call that are left out, unless it did not name all that it refuses', () => {
    expect(agreementAsRead(refusing(4), [row(6, 'invalid')], file, 3).taken).toBe(2)
    expect(agreementAsRead({ ...refusing(4), truncated: true }, [row(6, 'invalid')], file, 3).taken).toBeNull()
    expect(agreementAsRead({ ...refusing(4), invalidRows: 2 }, [row(6, 'invalid')], file, 3).taken).toBeNull()
  })

  it('hears that it read other rows, or none at all', () => {
    expect(agreementAsRead({ ...agreed, totalRows: 22 }, [], file, 0).found).toHaveLength(1)
    const unreadable = { ...refusing(1), totalRows: 0 }
    expect(agreementAsRead(unreadable, [null], file, 0).found.map(({ row }) => row)).toEqual([null, null])
  })
})

describe('a manager who compares the preview', () => {
  const ours = [{ phone_number: '+14155550101', first_name: 'Zoë' }]
  const theirs = { columns: ['phone_number'], totalRows: 1, delimiter: ',', encoding: 'utf-8' }

  it('hears nothing where the first rows read the same', () => {
    expect(disagreementsOfPreview(ours, { ...theirs, rows: [...ours] })).toEqual([])
  })

  it('hears in which cell the service reads something else', () => {
    const answer = { ...theirs, rows: [{ phone_number: '+14155550101', first_name: 'ZoÃ«' }] }
    expect(disagreementsOfPreview(ours, answer)).toEqual([
      { row: 2, sentence: 'Column first_name: the service reads “ZoÃ«” where we read “Zoë”.' },
    ])
  })

  it('hears of no disagreement where the answer has another shape', () => {
    expect(isForeignPreview({ ...theirs, rows: null })).toBe(true)
    expect(isForeignPreview({ ...theirs, rows: [{}, {}] })).toBe(true)
    expect(isForeignPreview({ ...theirs, rows: [{ phone: '+14155550101' }] })).toBe(true)
    expect(isForeignPreview({ ...theirs, totalRows: null, rows: [] })).toBe(true)
    expect(isForeignPreview({ ...theirs, totalRows: 0, rows: [] })).toBe(false)
    expect(isForeignPreview({ ...theirs, rows: [...ours] })).toBe(false)
  })

  it('hears that the service shows nothing', () => {
    expect(disagreementsOfPreview(ours, { ...theirs, rows: [] })).toHaveLength(1)
  })
})
