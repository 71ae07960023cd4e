import { describe, expect, it } from 'vitest'
import { match } from './match-columns.ts'

const table = (columns: string[], ...rows: string[][]) => ({
  delimiter: ',' as const,
  headerRow: 1,
  columns,
  rows,
})
const phone = (columns: string[], ...rows: string[][]) => match(table(columns, ...rows), {}, false)

describe('the column with the phone numbers', () => {
  it.each([
    'phone_number',
    'Phone Number',
    'PHONE',
    'Mobile',
    'cell phone',
    'Telefon',
    'téléphone',
    'Número',
    'MSISDN',
    ' to ',
  ])('is found by the name %j', (name) => {
    expect(phone(['first_name', name], ['Ann', '07700 900123']).phoneColumn).toBe(name)
  })

  it('is found by its content', () => {
    expect(phone(['who', 'contact'], ['Ann', '+14155550134'], ['Bob', '']).phoneColumn).toBe('contact')
    expect(phone(['who', 'order'], ['Ann', '20261120'], ['Bob', '7']).phoneColumn).toBeNull()
  })

  it('is none that is named after calls but has no digits', () => {
    expect(phone(['Do not allow Phone Calls', 'Business Phone'], ['Allow', '+14155550134'])).toMatchObject({
      phoneColumn: 'Business Phone',
      candidates: ['Business Phone'],
    })
    const rows = [
      ['yes', '+14155550134', '✓'],
      ['no', '+14155550135', ''],
    ]
    expect(phone(['Mobile', 'Phone', 'Cell phone'], ...rows)).toMatchObject({
      phoneColumn: 'Phone',
      candidates: ['Phone'],
    })
    // An empty column may still be filled.
    expect(phone(['Mobile', 'Phone'], ['', '+14155550134']).candidates).toEqual(['Phone', 'Mobile'])
  })

  it('is phone_number if there is one, whatever the others contain', () => {
    const row = ['', '+14155550134']
    expect(phone(['Phone_Number', 'mobile'], row)).toMatchObject({
      phoneColumn: 'Phone_Number',
      candidates: ['Phone_Number'],
    })
  })

  it.each<[columns: string[], rows: string[][], phoneColumn: string | null]>([
    [
      ['Phone', 'Formatted Phone'],
      [
        ['+14155550134', '+1 415-555-0134'],
        ['+14155550135', '+1 415-555-0135'],
      ],
      'Phone',
    ],
    [
      ['Phone', 'Formatted Phone'],
      [
        ['(415) 555-0134', '+1 415-555-0134'],
        ['', ''],
        ['n/a', '-'],
      ],
      'Formatted Phone',
    ],
    [['Telefon', 'Mobil', 'Handy'], [['0151 23456789', '+49 151 23456789', '4915123456789']], 'Mobil'],
    [
      ['Business Phone', 'Mobile Phone'],
      [
        ['', '+14155550134'],
        ['', '+14155550135'],
      ],
      'Mobile Phone',
    ],
    [
      ['Home Phone', 'Mobile Phone'],
      [
        ['+14155550134', '+14155550134'],
        ['', '+14155550135'],
        ['', ''],
      ],
      'Mobile Phone',
    ],
    // Two numbers in one row, or two people, are for a person to decide.
    [
      ['Phone', 'Mobile'],
      [
        ['+14155550134', '+1 415-555-0134'],
        ['+14155550135', '+14155550136'],
      ],
      null,
    ],
    [
      ['Phone', 'Mobile'],
      [
        ['+14155550134', ''],
        ['', '+14155550136'],
      ],
      null,
    ],
    [
      ['Phone', 'Emergency contact phone'],
      [
        ['', '+14155550134'],
        ['', '+14155550135'],
      ],
      null,
    ],
    [
      ['Phone', 'Parent mobile'],
      [
        ['+14155550134', '+14155550136'],
        ['+14155550135', ''],
      ],
      null,
    ],
    [
      ['Phone', 'Mobile'],
      [
        ['5550134', '+14155550134'],
        ['5550135', '5550136'],
      ],
      null,
    ],
    [
      ['Phone', 'Mobile'],
      [
        ['', ''],
        ['', ''],
      ],
      null,
    ],
  ])('of %j with %j is %s', (columns, rows, phoneColumn) => {
    const found = phone(columns, ...rows)
    expect(found.phoneColumn).toBe(phoneColumn)
    expect(found.alike.toSorted()).toEqual(
      phoneColumn === null ? [] : columns.filter((name) => name !== phoneColumn).toSorted(),
    )
  })

  it('has to be chosen if there are two', () => {
    const two = phone(['Mobile', 'Office phone', 'name'], ['+14155550134', '+14155550135', 'Ann'])
    expect(two).toMatchObject({ phoneColumn: null, candidates: ['Mobile', 'Office phone'] })
    const columns = table(['Mobile', 'Office phone'], ['+14155550134', '+14155550135'])
    expect(match(columns, { 'Office phone': 'phone_number' }, false).phoneColumn).toBe('Office phone')
    expect(match(columns, { Fax: 'phone_number' }, false).phoneColumn).toBeNull()
  })
})

describe('the names in the file that is sent', () => {
  const names = (columns: string[], chosen?: string) =>
    match(table(columns), chosen === undefined ? {} : { [chosen]: 'phone_number' }, false).names

  it('are the interface’s names for known columns, and the file’s own for the rest', () => {
    expect(names(['Vorname', 'Surname', 'E-Mail', 'Phone', 'Renewal date'])).toEqual([
      'first_name',
      'last_name',
      'email',
      'phone_number',
      'Renewal date',
    ])
  })

  it('are unique', () => {
    expect(names(['phone_number', 'Mobile', 'first', 'First_Name'], 'Mobile')).toEqual([
      'phone_number_2',
      'phone_number',
      'first',
      'first_name',
    ])
    expect(names(['given name', 'vorname'])).toEqual(['first_name', 'vorname'])
  })

  it('are those that a person chose, and columns that are not sent have none', () => {
    const named = { Vorname: 'nickname', Plan: null, Note: 'first_name' }
    expect(match(table(['Phone', 'Vorname', 'Plan', 'Note', 'first']), named, false).names).toEqual([
      'phone_number',
      'nickname',
      null,
      'first_name',
      'first',
    ])
  })

  it('stay as they are for the service', () => {
    expect(match(table(['PHONE_NUMBER', 'vorname']), {}, true).names).toEqual(['phone_number', 'vorname'])
  })
})
