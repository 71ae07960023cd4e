import { expect, test } from 'vitest'
import { localDayAndTimeText, localTimeText, placeText } from './place-texts.ts'

const at = Date.UTC(2026, 10, 20, 14, 2)

test.each<[string[], number, string]>([
  [['Europe/Berlin'], at, '15:02'],
  [['Europe/Berlin', 'Europe/Madrid'], at, '15:02'],
  [['America/New_York', 'America/Los_Angeles'], at, '06:02 to 09:02'],
  // Auckland is already a day ahead.
  [['Pacific/Auckland', 'Europe/London'], Date.UTC(2026, 10, 20, 22, 30), '22:30 to 11:30'],
  [[], at, ''],
  [['Nowhere/Atall'], at, ''],
])('shows the local time in %j at %s as %j', (zones, moment, text) => {
  expect(localTimeText({ country: null, zones }, moment)).toBe(text)
})

test.each<[string[], string]>([
  [['Europe/Berlin'], 'Fri 23:30'],
  [['Asia/Tokyo'], 'Sat 07:30'],
  [['Asia/Tokyo', 'Europe/Berlin'], 'Fri 23:30 to 07:30'],
  [[], ''],
])('shows the local weekday and time in %j as %j', (zones, text) => {
  expect(localDayAndTimeText({ country: null, zones }, Date.UTC(2026, 10, 20, 22, 30))).toBe(text)
})

test.each<[string | null, string[], string]>([
  ['US', ['Pacific/Honolulu'], 'United States (Honolulu)'],
  ['AR', ['America/Argentina/La_Rioja'], 'Argentina (La Rioja)'],
  ['RU', ['Europe/Moscow', 'Asia/Omsk'], 'Russia'],
  ['SG', ['Asia/Singapore'], 'Singapore'],
  ['001', [], 'Unknown time zone'],
])('names country %s with zones %j as %j', (country, zones, words) => {
  expect(placeText({ country, zones })).toBe(words)
})
