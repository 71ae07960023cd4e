import { describe, expect, it } from 'vitest'
import { fitsWords, foldText, searchParts } from './search-words.ts'

describe('search by words', () => {
  it.each([
    ['åkesson', 'Åkesson'],
    ['AKESSON', 'Åkesson'],
    ['Åkesson', 'A\u030akesson'],
    ['bjorn', 'Björn Åkesson'],
    ['Chen Peter', 'Peter Chen'],
    ['chen, peter', 'Peter Chen'],
    ['jean luc', 'Jean-Luc Picard'],
    ['jean-luc', 'Jean Luc Picard'],
    ['oneil', 'Shaquille O’Neil'],
    ["o'neil", 'Shaquille O’Neil'],
    ['soren', 'Søren'],
    ['lukasz', 'Łukasz'],
    ['strasse', 'Hauptstraße 5'],
    ['istanbul', 'İstanbul'],
    ['paypal', 'pay\u200bpal'],
    ['юрий', 'Юрий'],
    ['田中', '田中 太郎'],
    ['', 'anybody'],
    ['mueller', 'Jana Müller'],
    ['Müller', 'Jana Mueller'],
    ['muller', 'Jana Müller'],
    ['MÜLL', 'jana mueller'],
    ['goethe str', 'Göthe-Straße'],
    ['Göthe', 'Goethe'],
    ['strasse', 'STRAẞE'],
    ['soerensen', 'Sørensen'],
    ['Sørensen', 'Soerensen'],
    ['josé', 'Jose'],
    ['"please call"', 'Please call back'],
    ['„ruf mich an“ bitte', 'Bitte ruf mich an!'],
    ['"jean luc"', 'Jean-Luc Picard'],
    ['"call me', 'please call me back'],
    ['"call Müller"', 'Call Mueller now'],
  ])('%j finds %j', (search, name) => {
    expect(fitsWords(search, name)).toBe(true)
  })

  it('requires every word, in any of the texts', () => {
    expect(fitsWords('renewals uk', 'Plan renewals', 'UK')).toBe(true)
    expect(fitsWords('peter chan', 'Peter Chen')).toBe(false)
  })

  it.each([
    ['"call please"', 'please call'],
    ['"call back" please', 'call me back please'],
    ['fuel', 'helpful'],
    ['true', 'I trust you'],
    ['request', 'qurst'],
  ])('%s does not find %s', (search, text) => expect(fitsWords(search, text)).toBe(false))

  it('splits a text at spaces, commas and hyphens', () => {
    expect(searchParts('  Chen,  Peter–Ann ')).toEqual([['chen'], ['peter'], ['ann']])
    expect(foldText(' Zoë\u202e  MÜLLER ')).toBe('zoe muller')
  })
})
