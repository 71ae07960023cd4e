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

describe('the service’s check of the file that will be sent', () => {
  it('has no differences if both agree', () => {
    expect(disagreementsOfCheck(sent, agreed)).toEqual([])
  })

  it('names rejected rows with the service’s reason', () => {
    const answer = { ...agreed, valid: false, validRows: 22, invalidRows: 1, errors: [error] }
    expect(disagreementsOfCheck(sent, answer)).toEqual([{ row: 4, sentence: 'Column phone_number “+1”: Too short.' }])
  })

  it('counts rejected rows that the service does not name', () => {
    const answer = { ...agreed, valid: false, validRows: 13, invalidRows: 8, duplicateRows: 2, errors: [error] }
    expect(disagreementsOfCheck(sent, answer)[0]).toEqual({
      row: null,
      sentence: 'The service would reject 9 more rows. It does not say which.',
    })
  })

  it('names missing rows and columns', () => {
    const answer = { ...agreed, totalRows: 22, columns: ['phone_number'] }
    expect(disagreementsOfCheck(sent, answer).map(({ sentence }) => sentence)).toEqual([
      'The service read 22 rows. Switchboard will send 23.',
      'The service did not find the column first_name.',
    ])
  })

  it('mentions a rejection without a reason', () => {
    expect(disagreementsOfCheck(sent, { ...agreed, valid: false })).toHaveLength(1)
  })

  it('has no differences if the answer is empty', () => {
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
    const unknown = {
      ...nothing,
      valid: null,
      totalRows: null,
      validRows: null,
      invalidRows: null,
      duplicateRows: null,
    }
    expect(isEmptyCheck({ ...unknown, truncated: false })).toBe(true)
    expect(isEmptyCheck({ ...unknown, valid: true, truncated: false })).toBe(true)
  })

  it('ignores missing counts', () => {
    const answer = { ...agreed, totalRows: null, invalidRows: null, duplicateRows: null }
    expect(disagreementsOfCheck(sent, answer)).toEqual([])
    expect(agreementAsRead(answer, [], sent, 3)).toEqual({ found: [], corrected: 0, leftOut: 0, accepted: null })
  })
})

describe('the service’s check of the rows as written', () => {
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

  it('agrees if it rejects rows that are corrected or left out', () => {
    const located = [row(6, 'valid'), row(9, 'invalid')]
    expect(agreementAsRead(refusing(4, 7), located, file, 1)).toEqual({
      found: [],
      corrected: 1,
      leftOut: 1,
      accepted: 0,
    })
  })

  it('names rejected rows that are sent as written, by their row in the spreadsheet', () => {
    const { found } = agreementAsRead(refusing(4), [row(6, 'valid', true)], file, 0)
    expect(found).toEqual([{ row: 6, sentence: 'Column phone_number “+1”: Too short.' }])
  })

  it('counts left-out rows that it would call, unless it did not name all rejected rows', () => {
    expect(agreementAsRead(refusing(4), [row(6, 'invalid')], file, 3).accepted).toBe(2)
    expect(agreementAsRead({ ...refusing(4), truncated: true }, [row(6, 'invalid')], file, 3).accepted).toBeNull()
    expect(agreementAsRead({ ...refusing(4), invalidRows: 2 }, [row(6, 'invalid')], file, 3).accepted).toBeNull()
  })

  it('mentions that it read other rows, or none', () => {
    expect(agreementAsRead({ ...agreed, totalRows: 22 }, [], file, 0).found).toHaveLength(1)
    const unreadable = { ...refusing(1), totalRows: 0 }
    expect(agreementAsRead(unreadable, [null], file, 0).found.map(({ row }) => row)).toEqual([null, null])
  })
})

describe('the service’s preview', () => {
  const ours = [{ phone_number: '+14155550101', first_name: 'Zoë' }]
  const theirs = { columns: ['phone_number'], totalRows: 1, delimiter: ',', encoding: 'utf-8' }

  it('has no differences if the first rows are the same', () => {
    expect(disagreementsOfPreview(ours, { ...theirs, rows: [...ours] })).toEqual([])
  })

  it('names cells that differ', () => {
    const answer = { ...theirs, rows: [{ phone_number: '+14155550101', first_name: 'ZoÃ«' }] }
    expect(disagreementsOfPreview(ours, answer)).toEqual([
      { row: 2, sentence: 'Column first_name: the service reads “ZoÃ«”, Switchboard reads “Zoë”.' },
    ])
  })

  it('has no differences if the answer has another format', () => {
    expect(isForeignPreview({ ...theirs, rows: null })).toBe(true)
    expect(isForeignPreview({ ...theirs, rows: [{}, {}] })).toBe(true)
    expect(isForeignPreview({ ...theirs, rows: [{ phone: '+14155550101' }] })).toBe(true)
    expect(isForeignPreview({ ...theirs, totalRows: null, rows: [] })).toBe(true)
    expect(isForeignPreview({ ...theirs, totalRows: 0, rows: [] })).toBe(false)
    expect(isForeignPreview({ ...theirs, rows: [...ours] })).toBe(false)
  })

  it('mentions that the service shows no rows', () => {
    expect(disagreementsOfPreview(ours, { ...theirs, rows: [] })).toHaveLength(1)
  })
})
