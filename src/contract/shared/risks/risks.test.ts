/** The risks of drafts in many languages, and innocent drafts that have none. */
import { describe, expect, it } from 'vitest'
import { messageRisks } from '../message-risks.ts'
import drafts from './testing/drafts.json' with { type: 'json' }
import facts from './testing/facts.json' with { type: 'json' }
import parts from './testing/parts.json' with { type: 'json' }

const kindsIn = (text: string, earlierTexts: readonly string[] = []) =>
  messageRisks(text, earlierTexts, false).map(({ kind }) => kind)

/** Of the drafts that somebody wrote who did not know the rules. */
const minRecall = 0.9
const maxFalseAlarms = 0.03

describe('the risks of drafts', () => {
  it.each(parts)('are found in “$text”', ({ text, expect: expected }) => {
    const kinds: string[] = kindsIn(text)
    expect(kinds.length > 0 ? kinds : ['none']).toContain(expected)
  })

  it.each(Object.entries(Object.groupBy(drafts, ({ language }) => language)))(
    'are found in whole conversations, and innocent drafts have none: %s',
    (_, ofLanguage = []) => {
      const found = ofLanguage.map(({ text, context, expect: expected }) => ({
        text,
        expected,
        kinds: kindsIn(text, context) as string[],
      }))
      const risky = found.filter(({ expected }) => expected.length > 0)
      const heard = risky.filter(({ expected, kinds }) => expected.every((kind) => kinds.includes(kind)))
      const innocent = found.filter(({ expected }) => expected.length === 0)
      const alarms = innocent.filter(({ kinds }) => kinds.length > 0)
      // What was missed or found by mistake is in the message of a failure.
      expect({ missed: risky.filter((one) => !heard.includes(one)), share: heard.length / risky.length }).toSatisfy(
        ({ share }) => share >= minRecall,
      )
      expect({ alarms, share: alarms.length / innocent.length }).toSatisfy(({ share }) => share <= maxFalseAlarms)
    },
  )

  it.each(facts)('are new facts beside words that also stand beside other numbers: “$text”', (fact) => {
    expect(kindsIn(fact.text, fact.context)).toEqual(fact.expect)
  })

  it('are what is new, however it was said before', () => {
    expect(kindsIn('See you on 3 June at 14:00.', ['On 03/06/2026 at 2pm?'])).toEqual([])
    expect(kindsIn('That is £40.', ['It would be forty pounds a month.'])).toEqual([])
    expect(kindsIn('We are at 12 Church St.', ['The office is at 12 Church Street, Bath.'])).toEqual([])
    expect(kindsIn('Sie finden uns Am Ring 5.', ['Passt der Termin am 5. noch?'])).toEqual(['new_address'])
    expect(kindsIn('Call 0151 23456789.', ['My number is +49 151 23456789.'])).toEqual([])
    expect(kindsIn('Then three in the afternoon, 15:00.', ['At 3?'])).toEqual([])
    expect(kindsIn('On the 3rd.', ['The 3rd of December.'])).toEqual([])
  })

  it.each([
    ['Ferry 0645', 'It sails at quarter to seven in the morning.'],
    ['Fri 15:40', 'See you at twenty to four.'],
    ['Do 14:30', 'Bis Donnerstag um halb drei!'],
    ['Sa 14.15 Uhr', 'Am Samstag um Viertel drei.'],
    ['Di 19:25', 'Am Dienstag um fünf vor halb acht.'],
    ['jue 15:45', 'El jueves a las cuatro menos cuarto.'],
    ['dim. 12h30', 'Dimanche à midi et demi.'],
    ['mar 17h45', 'Mardi, à dix-huit heures moins le quart.'],
    ['mer ore 12.15', 'Mercoledì a mezzogiorno e un quarto.'],
    ['11/03 ore 15.30', "L'undici marzo alle tre e mezza del pomeriggio."],
    ['5.ª feira 14h50', 'Na quinta-feira, às dez para as três da tarde.'],
    ['wo 13.30 u.', 'Woensdag om half twee.'],
    ['do 15.20 u.', 'Donderdag om tien voor half vier.'],
  ])('know “%s” in “%s”', (said, text) => {
    expect(kindsIn(text, [said])).toEqual([])
    expect(kindsIn(text)).toEqual(['new_date'])
  })

  it('are the other half of the day, if both name theirs', () => {
    expect(kindsIn('At half past three in the morning.', ['15:30'])).toEqual(['new_date'])
    expect(kindsIn('A las cuatro de la tarde.', ['04:00'])).toEqual(['new_date'])
  })

  it.each([
    'quarter to ',
    'Platz 3 ',
    '$name ',
    'con Domenica ',
    'here is a shorter ',
    'fünf vor halb ',
    'a ',
    '9 ',
    '{',
    '[a',
    '<a',
    'dear ',
    'at ',
    'twenty ',
    '1.1.',
    '+1 2',
    '_',
    'Xx ',
    '%a',
    'here is a ',
    'and 3/4 ',
    '3/4 a ',
    '20 € 15 ',
    '10% a ',
    'call. order 0412-2291 ',
  ])('are searched in linear time in a text of “%s”', (part) => {
    // With twice the text, a search whose time is quadratic would not end.
    expect(() => kindsIn(part.repeat(200_000 / part.length))).not.toThrow()
  })
})
