import { describe, expect, it } from 'vitest'
import {
  agreementAsRead,
  disagreementsOfCheck,
  disagreementsOfPreview,
  isEmptyCheck,
  isPreviewInUnknownFormat,
} from './service-agreement.ts'

const sent = { rows: 23, columns: ['phone_number', 'first_name'] }
const agreeingAnswer = {
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
    expect(disagreementsOfCheck(sent, agreeingAnswer)).toEqual([])
  })

  it('names rejected rows with the service’s reason', () => {
    const answer = { ...agreeingAnswer, valid: false, validRows: 22, invalidRows: 1, errors: [error] }
    expect(disagreementsOfCheck(sent, answer)).toEqual([{ row: 4, sentence: 'Column phone_number “+1”: Too short.' }])
  })

  it('counts rejected rows that the service does not name', () => {
    const answer = { ...agreeingAnswer, valid: false, validRows: 13, invalidRows: 8, duplicateRows: 2, errors: [error] }
    expect(disagreementsOfCheck(sent, answer)[0]).toEqual({
      row: null,
      sentence: 'The service would reject 9 more rows. It does not say which.',
    })
  })

  it('names missing rows and columns', () => {
    const answer = { ...agreeingAnswer, totalRows: 22, columns: ['phone_number'] }
    expect(disagreementsOfCheck(sent, answer).map(({ sentence }) => sentence)).toEqual([
      'The service read 22 rows. Switchboard will send 23.',
      'The service did not find the column first_name.',
    ])
  })

  it('mentions a rejection without a reason', () => {
    expect(disagreementsOfCheck(sent, { ...agreeingAnswer, valid: false })).toHaveLength(1)
  })

  it('has no differences if the answer is empty', () => {
    const emptyAnswer = {
      valid: false,
      totalRows: 0,
      validRows: 0,
      invalidRows: 0,
      duplicateRows: 0,
      columns: [],
      errors: [],
    }
    expect(isEmptyCheck({ ...emptyAnswer, truncated: false })).toBe(true)
    expect(isEmptyCheck(agreeingAnswer)).toBe(false)
    const answerWithoutCounts = {
      ...emptyAnswer,
      valid: null,
      totalRows: null,
      validRows: null,
      invalidRows: null,
      duplicateRows: null,
    }
    expect(isEmptyCheck({ ...answerWithoutCounts, truncated: false })).toBe(true)
    expect(isEmptyCheck({ ...answerWithoutCounts, valid: true, truncated: false })).toBe(true)
  })

  it('ignores missing counts', () => {
    const answer = { ...agreeingAnswer, totalRows: null, invalidRows: null, duplicateRows: null }
    expect(disagreementsOfCheck(sent, answer)).toEqual([])
    expect(agreementAsRead(answer, [], sent, 3)).toEqual({
      disagreements: [],
      corrected: 0,
      leftOut: 0,
      accepted: null,
    })
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
  const rejectingAnswer = (...rows: number[]) => ({
    ...agreeingAnswer,
    valid: false,
    validRows: 23 - rows.length,
    invalidRows: rows.length,
    errors: rows.map((row) => ({ ...error, row })),
  })

  it('agrees if it rejects rows that are corrected or left out', () => {
    const located = [row(6, 'valid'), row(9, 'invalid')]
    expect(agreementAsRead(rejectingAnswer(4, 7), located, file, 1)).toEqual({
      disagreements: [],
      corrected: 1,
      leftOut: 1,
      accepted: 0,
    })
  })

  it('names rejected rows that are sent as written, by their row number in the spreadsheet', () => {
    const { disagreements } = agreementAsRead(rejectingAnswer(4), [row(6, 'valid', true)], file, 0)
    expect(disagreements).toEqual([{ row: 6, sentence: 'Column phone_number “+1”: Too short.' }])
  })

  it('counts left-out rows that the service would call, unless it did not name all rejected rows', () => {
    expect(agreementAsRead(rejectingAnswer(4), [row(6, 'invalid')], file, 3).accepted).toBe(2)
    expect(
      agreementAsRead({ ...rejectingAnswer(4), truncated: true }, [row(6, 'invalid')], file, 3).accepted,
    ).toBeNull()
    expect(agreementAsRead({ ...rejectingAnswer(4), invalidRows: 2 }, [row(6, 'invalid')], file, 3).accepted).toBeNull()
  })

  it('mentions that the service read another number of rows', () => {
    expect(agreementAsRead({ ...agreeingAnswer, totalRows: 22 }, [], file, 0).disagreements).toHaveLength(1)
    const unreadable = { ...rejectingAnswer(1), totalRows: 0 }
    expect(agreementAsRead(unreadable, [null], file, 0).disagreements.map(({ row }) => row)).toEqual([null, null])
  })
})

describe('the service’s preview', () => {
  const ownRows = [{ phone_number: '+14155550101', first_name: 'Zoë' }]
  const serviceAnswer = { columns: ['phone_number'], totalRows: 1, delimiter: ',', encoding: 'utf-8' }

  it('has no differences if the first rows are the same', () => {
    expect(disagreementsOfPreview(ownRows, { ...serviceAnswer, rows: [...ownRows] })).toEqual([])
  })

  it('names cells that differ', () => {
    const answer = { ...serviceAnswer, rows: [{ phone_number: '+14155550101', first_name: 'ZoÃ«' }] }
    expect(disagreementsOfPreview(ownRows, answer)).toEqual([
      { row: 2, sentence: 'Column first_name: the service reads “ZoÃ«”, Switchboard reads “Zoë”.' },
    ])
  })

  it('has no differences if the answer has another format', () => {
    expect(isPreviewInUnknownFormat({ ...serviceAnswer, rows: null })).toBe(true)
    expect(isPreviewInUnknownFormat({ ...serviceAnswer, rows: [{}, {}] })).toBe(true)
    expect(isPreviewInUnknownFormat({ ...serviceAnswer, rows: [{ phone: '+14155550101' }] })).toBe(true)
    expect(isPreviewInUnknownFormat({ ...serviceAnswer, totalRows: null, rows: [] })).toBe(true)
    expect(isPreviewInUnknownFormat({ ...serviceAnswer, totalRows: 0, rows: [] })).toBe(false)
    expect(isPreviewInUnknownFormat({ ...serviceAnswer, rows: [...ownRows] })).toBe(false)
  })

  it('mentions that the service shows no rows', () => {
    expect(disagreementsOfPreview(ownRows, { ...serviceAnswer, rows: [] })).toHaveLength(1)
  })
})
