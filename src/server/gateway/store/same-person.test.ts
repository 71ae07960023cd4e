import { expect, test } from 'vitest'
import { accountsOf, matchesOf, samePerson, withoutTies, withTie } from './same-person.ts'

test('tied accounts are one person, also over a third one, until one is untied', () => {
  const ties = withTie(withTie(withTie([], 'a', 'b'), 'c', 'd'), 'b', 'c')
  expect([ties.length, accountsOf(ties, 'a').toSorted()]).toEqual([1, ['a', 'b', 'c', 'd']])
  expect([samePerson(ties, 'a', 'd'), samePerson(ties, 'a', 'e'), samePerson(ties, 'e', 'e')]).toEqual([
    true,
    false,
    true,
  ])
  const untied = withoutTies(ties, 'a')
  expect([samePerson(untied, 'a', 'd'), samePerson(untied, 'b', 'd')]).toEqual([false, true])
  expect(withoutTies(withTie([], 'a', 'b'), 'a')).toEqual([])
})

const none = { names: ['Ann'], email: 'ann@example.com' }
test.each([
  ['other people', 'Tomas Rivera', 'tom@example.com', []],
  ['case and accents', 'ANN', 'tom@example.com', ['name']],
  ['an address in parentheses', 'Ann (tom@example.com)', 'tom@example.com', ['name']],
  ['a hidden character', 'An\u200bn', 'tom@example.com', ['name']],
  ['a tag and case in the address', 'Bo', 'Ann+batches@Example.com', ['email']],
  ['both', 'ann.', 'ann+2@example.com', ['name', 'email']],
  ['another domain', 'Bo', 'ann@example.org', []],
  ['no address', 'Bo', '', []],
])('matching: %s', (_, name, email, matching) => {
  expect(matchesOf(none, { names: [name], email })).toEqual(matching)
})

test('matching: order of words, former names, dots at Gmail, and two empty addresses', () => {
  const one = { names: ['Tomás Rivera', 'Tom Old'], email: 't.rivera@gmail.com' }
  expect(matchesOf(one, { names: ['RIVERA, Tomas'], email: 'trivera+x@googlemail.com' })).toEqual(['name', 'email'])
  expect(matchesOf(one, { names: ['tom-old'], email: 'trivera@example.com' })).toEqual(['name'])
  expect(matchesOf({ names: ['–'], email: '' }, { names: ['…'], email: '' })).toEqual([])
})
