import { describe, expect, it } from 'vitest'
import { idPattern } from '#contract/index.ts'
import { addressOf, createPersonIds } from './person-id.ts'

const ids = createPersonIds('a secret')
const number = { kind: 'phone', text: '+14155550134' } as const

describe("the key of a person's page", () => {
  it('is an ID of a path without the number, the same each time, and leads back to it', () => {
    const id = ids.idOf(number)
    expect(id).toMatch(idPattern)
    expect(id).not.toContain('4155550134')
    expect(ids.idOf(number)).toBe(id)
    expect(ids.addressOfId(id)).toEqual(number)
    const email = { kind: 'email', text: `${'a'.repeat(68)}@example.com` } as const
    expect(ids.idOf(email)).toMatch(idPattern)
    expect(ids.addressOfId(ids.idOf(email))).toEqual(email)
  })

  it('has the same length for all numbers', () => {
    const lengths = ['+4930123456', '+14155550134', '+447700900123'].map(
      (text) => ids.idOf({ kind: 'phone', text }).length,
    )
    expect(new Set(lengths).size).toBe(1)
  })

  it('is refused if another Switchboard made it, or somebody changed it', {
    tags: ['only-own-person-keys-are-opened'],
  }, () => {
    const id = ids.idOf(number)
    expect(createPersonIds('another secret').addressOfId(id)).toBeNull()
    expect(ids.addressOfId(`${id.startsWith('A') ? 'B' : 'A'}${id.slice(1)}`)).toBeNull()
    for (const text of ['', 'c1', 'x'.repeat(128)]) expect(ids.addressOfId(text)).toBeNull()
  })
})

describe('the address of a person', () => {
  it.each([
    ['+1 (415) 555-0134', number],
    [' Ava@Example.com ', { kind: 'email', text: 'ava@example.com' }],
    ['ask her', null],
    ['', null],
    [null, null],
    [`${'a'.repeat(80)}@example.com`, null],
  ])('in %s is %o', (text, address) => {
    expect(addressOf(text)).toEqual(address)
  })
})
