/** Requests not to be called, as people say them, and sentences that only look like one. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findOptOut } from './opt-out.ts'
import heard from './testing/heard.json' with { type: 'json' }
import sentences from './testing/sentences.json' with { type: 'json' }

/** Of the sentences that somebody wrote who did not know the phrases. */
const minRecall = 0.9
const maxFalseAlarms = 0.03

it.each(globSync('*.json', { cwd: import.meta.dirname }))(
  'the phrases of %s name only words that the file has',
  (file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    const { words = {} } = JSON.parse(text) as { words?: object }
    const named = [...text.matchAll(/\{([a-z]+)\}/gi)].map(([, name = '']) => name)
    expect(named.filter((name) => !Object.hasOwn(words, name))).toEqual([])
  },
)

const verdictOf = (...lines: string[]) =>
  findOptOut(lines.map((text, index) => ({ index, text, isCustomer: true })))?.verdict ?? 'no'

describe('a request not to be called', () => {
  it.each(Object.entries(Object.groupBy(sentences, ({ language }) => language)))(
    'is heard in all sentences of the list, and in nothing else: %s',
    (_, ofLanguage = []) => {
      const heard = ofLanguage.map(({ text, expect: expected }) => {
        const verdict = verdictOf(text)
        return { text, verdict: expected === 'heard' && verdict !== 'no' ? 'heard' : verdict }
      })
      expect(heard).toEqual(ofLanguage.map(({ text, expect: expected }) => ({ text, verdict: expected })))
    },
  )

  it.each(Object.entries(Object.groupBy(heard, ({ language }) => language)))(
    'is heard in nearly all sentences of somebody who did not know the phrases: %s',
    (_, ofLanguage = []) => {
      const shareHeard = (expected: string) => {
        const sentences = ofLanguage.filter((sentence) => sentence.expect === expected)
        return sentences.filter(({ text }) => verdictOf(text) !== 'no').length / sentences.length
      }
      expect(shareHeard('asked')).toBeGreaterThanOrEqual(minRecall)
      expect(shareHeard('unclear')).toBeGreaterThanOrEqual(minRecall)
      expect(shareHeard('no')).toBeLessThanOrEqual(maxFalseAlarms)
    },
  )

  it('is taken back by the last word about the matter', () => {
    expect(verdictOf('Stop calling me.', 'Well, no, you can call me tomorrow.')).toBe('no')
    expect(verdictOf('You can call me tomorrow.', 'No. Stop calling me.')).toBe('asked')
    expect(verdictOf('Hören Sie auf, mich anzurufen.', 'Sie können mich morgen gern wieder anrufen.')).toBe('no')
  })

  it('is not weakened by what is said after it', () => {
    expect(verdictOf('Take me off your list.', 'This is harassment.', 'Goodbye.')).toBe('asked')
  })

  it('is unclear if nobody knows who spoke, and is not taken back by somebody unknown', () => {
    const by = (text: string, isCustomer: boolean) => ({ index: 0, text, isCustomer })
    expect(findOptOut([by('Stop calling me.', false)])?.verdict).toBe('unclear')
    expect(findOptOut([by('Stop calling me.', true), by('You can call me tomorrow.', false)])?.verdict).toBe('asked')
  })

  it('is found in the line and typography in which it was said', () => {
    const lines = ['Hello?', 'Please DON’T  call\nme again!', 'Bye.'].map((text, index) => ({
      index,
      text,
      isCustomer: true,
    }))
    expect(findOptOut(lines)).toEqual({ verdict: 'asked', line: 1 })
  })
})
