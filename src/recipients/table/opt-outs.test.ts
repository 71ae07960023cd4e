import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { propertyTestParameters } from '#tools/soak-scale.ts'
import { hasKnownName } from './column-names.ts'
import { answerOf, phraseIn } from './opt-out-cells.ts'
import { consentKindOf } from './opt-out-names.ts'
import { answersOf, answersWith, findOptOuts, optedOutIn } from './opt-outs.ts'

/** Words in a table, with bars between them. */
const words = (table: string): string[] => table.split(/[|\n]/).flatMap((word) => word.trim() || [])

describe('the name of a column', () => {
  test.each(
    words(`
      Do Not Call | do_not_call | DoNotCall | DO-NOT-CALL | Do not contact | Don't call | Do Not Call (Y/N) | DNC
      DNC flag | is_dnc | On DNC list? | Opt-out | opt_out | OptOut | Opted out | HasOptedOut | Opt-out date | opted_out_at
      Reason for opt-out | Unsubscribed | unsubscribe | Phone - Do not call | SMS/phone opt-out | Suppressed | Blacklist
      TPS | Consent withdrawn | No consent
      Nicht anrufen | Keine Anrufe | Anrufsperre | Werbewiderspruch | Robinsonliste
      Ne pas appeler | ne_plus_contacter | Désinscrit | Désabonnée | Bloctel | Liste d'opposition
      No llamar | No contactar | Lista Robinson | Dado de baja
      Non chiamare | Disiscritto | Registro delle opposizioni | Não ligar | nao_contactar | Descadastrado`),
  )('%s: yes means do not call', (name) => {
    expect(consentKindOf(name)).toBe('optOut')
  })

  test.each(
    words(`
      Consent | consent_given | Consent to call | Phone consent | TCPA consent date | Marketing consent | Opt-in | opted_in
      OptIn | Permission to contact | May call | OK to call | Calls allowed | Callable
      Einwilligung | Werbeeinwilligung | Einwilligung Anruf | Zustimmung | Anruf erlaubt
      Consentement | Autorisation d'appel | Consentimiento | Autoriza llamadas | Consenso | Consentimento`),
  )('%s: no means do not call', (name) => {
    expect(consentKindOf(name)).toBe('consent')
  })

  test.each(
    words(`
      phone_number | first_name | Name | Email | Status | Notes | Number of calls | No. calls | Call | DN | Email opt-out
      HasOptedOutOfEmail | SMS consent | Newsletter unsubscribed | Fax opt-out | Cookie consent | Recording consent
      Consent text | Consent form | Opt-out link | Unsubscribe URL | Do not call before | Option | Adopted | Opt | Contact
      Last contacted | Call date | Disponible | Nombre`),
  )('%s: not an opt-out column', (name) => {
    expect(consentKindOf(name)).toBeNull()
  })

  it('of an opt-out column is not that of the phone number column', () => {
    expect(['Do not phone', 'Phone consent', 'Phone DNC'].filter((name) => hasKnownName(name, 'phone_number'))).toEqual(
      [],
    )
  })
})

describe('a cell', () => {
  const either = words('opted out | Do not call | DNC | unsubscribed | withdrawn | Refused | nicht anrufen')
  const yes = words('yes | YES | y | true | TRUE | 1 | 1.0 | x | X | ✓ | ☑ | on | ja | Wahr | oui | sí | sim')
  const days = words(
    '2026-03-01 | 2026-03-01T09:30:00Z | 03/01/2026 | 1.3.26 | 1 March 2026 | Mar 1, 2026 | 2026/3/1 10:00',
  )
  const no = words('no | N | false | 0 | 0.0 | off | ☐ | nein | FALSCH | non | faux | não | falso')
  const unclear = words('maybe | ? | unknown | 2 | ask Ann | yes but not on Mondays | 45231 | pending | O')
  const empty = ['', '  ', ...words('- | – | n/a | NULL | none | #N/A | 0000-00-00 00:00:00')]

  test.each([
    ...[...yes, ...days, ...either].map((cell) => [cell, 'doNotCall'] as const),
    ...[...no, ...empty, 'opted in', 'subscribed'].map((cell) => [cell, 'call'] as const),
    ...[...unclear, 'given'].map((cell) => [cell, 'unclear'] as const),
  ])('%j under “Opt-out” means %s', (cell, answer) => {
    expect(answerOf('optOut', cell)).toBe(answer)
  })

  test.each([
    ...[...no, ...either].map((cell) => [cell, 'doNotCall'] as const),
    ...[...yes, ...days, 'given', 'Granted', 'erteilt', 'opted in'].map((cell) => [cell, 'call'] as const),
    ...[...unclear, ...empty].map((cell) => [cell, 'unclear'] as const),
  ])('%j under “Consent” means %s', (cell, answer) => {
    expect(answerOf('consent', cell)).toBe(answer)
  })

  test.each(
    words(`
      Do not call | DON'T CALL! | dnc | Opted-out | unsubscribed | Nicht anrufen | ne pas appeler | No llamar | non chiamare
      Não ligar | Désinscrit`),
  )('%j says “do not call” in any column', (cell) => {
    expect(phraseIn(cell)).toBe('doNotCall')
  })

  test.each([
    '',
    ...words('Robinson | Donna | Option B | do not call before 10 | No | yes | Nora Call | Unsworth | withdrawn'),
  ])('%j does not say “do not call”', (cell) => {
    expect(phraseIn(cell)).toBeNull()
  })

  it('means the opposite under “Opt-out” and “Consent”, or is unclear', () => {
    const cells = [...yes, ...no, ...days, ...unclear, ...empty, ...either, 'given', 'opted in']
    const opposite = fc.property(fc.constantFrom(...cells), fc.nat(2), fc.nat(2), (word, before, after) => {
      const cell = `${' '.repeat(before)}${word}${' '.repeat(after)}`
      const [out, consent] = [answerOf('optOut', cell), answerOf('consent', cell)]
      // Only explicit phrases mean the same under both.
      return out !== consent || out === 'unclear' || [...either, 'opted in', 'subscribed'].includes(word)
    })
    expect(fc.check(opposite, propertyTestParameters(300))).toMatchObject({ counterexample: null })
  })

  it('with any text has an answer, regardless of spaces around it', () => {
    const same = fc.property(
      fc.string({ maxLength: 30 }),
      fc.constantFrom('optOut', 'consent', 'status'),
      (cell, kind) => {
        const answer = answerOf(kind, cell)
        return answer === answerOf(kind, ` ${cell} `)
      },
    )
    expect(fc.check(same, propertyTestParameters(500))).toMatchObject({ counterexample: null })
  })
})

it('a single cell in the last row makes any column an opt-out column', () => {
  const rows = [...Array.from({ length: 500 }, () => ['+14155550134', 'active']), ['+14155550135', 'Do not call']]
  expect(findOptOuts(['Contact', 'Status'], rows)).toEqual([{ at: 1, kind: 'status' }])
  expect(findOptOuts(['Contact', 'Status'], rows.slice(0, -1))).toEqual([])
})

it('opted-out rows are counted once, and the phone number column is ignored', () => {
  const columns = ['phone_number', 'Opt-out', 'Consent', 'note']
  const rows = [
    ['+14155550134', 'yes', 'no', 'Do not call'],
    ['+14155550135', '', '', ''],
    ['DNC', '', 'yes', ''],
    ['+14155550136', '', 'no', ''],
  ]
  expect(optedOutIn(columns, rows, 'phone_number')).toEqual({ rows: 2, columns: ['Opt-out', 'Consent', 'note'] })
  expect(optedOutIn(columns, rows.slice(1, 3), 'phone_number')).toEqual({ rows: 0, columns: [] })
})

it('values of which a person said that they mean “do not call” do, under any kind', () => {
  const answer = answersWith('status', new Set(['KS']))
  expect(['KS', ' KS ', 'ks', 'A', ''].map(answer)).toEqual(['doNotCall', 'doNotCall', 'call', 'call', 'call'])
  expect(['x', 'KS', ''].map(answersWith('optOut', new Set(['KS'])))).toEqual(['doNotCall', 'doNotCall', 'call'])
})

describe('a column that nobody can place', () => {
  const read = (name: string, cells: string[], variables: string[] = []) => {
    const rows = cells.map((cell, row) => [`+1415555${1000 + row}`, cell])
    return findOptOuts(['phone_number', name], rows, new Set(variables))
  }

  it('is asked about, with its texts and how often they occur', () => {
    expect(read('Solicitation Calls?', ['yes', 'no', 'no', ''])).toEqual([
      {
        at: 1,
        kind: 'suspected',
        about: 'contact',
        marked: 'all',
        letters: undefined,
        values: [
          { text: 'no', count: 2, isMarked: true },
          { text: 'yes', count: 1, isMarked: true },
        ],
      },
    ])
  })

  it('is not, if it is a variable of the flow', () => {
    expect(read('Solicitation Calls?', ['yes', 'no'], ['solicitation calls?'])).toEqual([])
    // A known opt-out stays one.
    expect(read('Do not call', ['yes', 'no'], ['do not call'])).toMatchObject([{ kind: 'optOut' }])
  })

  it.each([
    ['Flag', ['x', '', '', ''], 'contact'],
    ['Werbung', ['ja', 'nein'], 'contact'],
    ['Gesperrt', ['x', ''], 'contact'],
    ['Deceased', ['Y', ''], 'death'],
    ['Todesdatum', ['12.03.2020', ''], 'death'],
    ['Number valid', ['no', 'yes'], 'number'],
    ['Phone status', ['invalid', 'ok'], 'number'],
    ['Status', ['active', 'verstorben'], 'death'],
    ['Résultat', ['numéro non attribué', 'ok'], 'number'],
  ])('%s with %j is asked about: %3$s', (name, cells, about) => {
    expect(read(name, cells)).toMatchObject([{ kind: 'suspected', about }])
  })

  it('has marked cells that are unclear, and other cells that allow a call', () => {
    const answers = (name: string, cells: string[]) => {
      const [column] = read(name, cells)
      return column && cells.map(answersOf(column))
    }
    expect(answers('Gesperrt', ['x', '', 'nein'])).toEqual(['unclear', 'call', 'call'])
    // Nobody knows whether a filled cell means yes or no, so an empty one may say the opposite.
    expect(answers('Telefonkontakt', ['x', '', '-'])).toEqual(['unclear', 'unclear', 'unclear'])
    expect(answers('Number valid', ['no', 'yes', ''])).toEqual(['unclear', 'call', 'call'])
    expect(answers('Status', ['active', 'deceased', 'deceased'])).toEqual(['call', 'unclear', 'unclear'])
  })

  it.each([
    ['Flag', ['A', 'B', 'C']],
    ['Flag', ['x', 'x', 'x']],
    ['Newsletter', ['yes', 'no']],
    ['Callback wanted', ['yes', 'no']],
    ['Contact person', ['Ann', 'Bob']],
    ['Member', ['x', '']],
    ['Phone', ['+14155550134', '']],
    ['Ordered by phone', ['yes', 'no']],
    ['Name', ['Tod', 'Mort']],
    ['Preferred contact', ['phone', 'email']],
  ])('%s with %j is about something else', (name, cells) => {
    expect(read(name, cells)).toEqual([])
  })
})

it('letters that mean yes and no only together are read together', () => {
  const [column] = findOptOuts(
    ['phone_number', 'Accord téléphone'],
    [
      ['', 'O'],
      ['', 'N'],
    ],
  )
  expect(column && ['O', 'n', ''].map(answersOf(column))).toEqual(['call', 'doNotCall', 'unclear'])
})

it('a column of calls is not “No calls” if it counts', () => {
  expect(findOptOuts(['No calls'], [['3'], ['0'], ['12']])).toEqual([])
  expect(findOptOuts(['No calls'], [['1'], ['0'], ['']])).toMatchObject([{ kind: 'optOut' }])
})
