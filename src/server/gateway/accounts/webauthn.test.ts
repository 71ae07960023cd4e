/** Tests each step of WebAuthn Level 3, sections 7.1 and 7.2, with a value that is wrong only there. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  cborHead,
  cborMap,
  coseEntries,
  createAuthenticator,
  type Fault,
  keyKinds,
  passkeySite,
} from '../testing/authenticator.ts'
import { verifyNewPasskey, verifyPasskeyProof } from './webauthn.ts'

const challenge = randomBytes(32).toString('base64url')
const ceremony = { state: 's', options: { challenge } }

/** Flags: the person is there (1) and verified (4), a copy is possible (8) and exists (16), with a key (64), with extensions (128). */
const created = 0x45
const used = 0x05

const keyOf = (...changes: [number, number | Buffer | null][]) => {
  const entries = new Map<number, number | Buffer | null>([...coseEntries(createAuthenticator().publicKey), ...changes])
  return cborMap([...entries].flatMap(([label, value]) => (value === null ? [] : [[label, value]])))
}
const rsaKey = (modulusLength: number) => cborMap(coseEntries(generateKeyPairSync('rsa', { modulusLength }).publicKey))
const ofText = (key: string, value: Buffer) =>
  Buffer.concat([cborHead(5, 1), cborHead(3, key.length), Buffer.from(key), value])
/** Lists in lists. */
const nested = (depth: number) =>
  Buffer.concat([...Array.from({ length: depth }, () => cborHead(4, 1)), cborHead(0, 1)])

const ofClientData: [string, Fault][] = [
  ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
  ['no challenge', { clientData: { challenge: undefined } }],
  ['another site', { origin: 'https://evil.example.com' }],
  ['the site without encryption', { origin: 'http://localhost' }],
  ['another port', { origin: 'https://localhost:8443' }],
  ['a page within one of another site', { clientData: { crossOrigin: true } }],
  ['a page within another one', { clientData: { topOrigin: 'https://evil.example.com' } }],
]
const ofAuthenticatorData: [string, Fault][] = [
  ['a passkey of another site', { rpId: 'evil.example.com' }],
  ['bytes that are left over', { rest: Buffer.from([0]) }],
]

describe('a new passkey', () => {
  const add = (fault: Fault = {}, authenticator = createAuthenticator()) =>
    verifyNewPasskey(authenticator.create(ceremony, fault), challenge, passkeySite)

  test.each(keyKinds)('with %s is accepted, and signs in', { tags: ['passkey-has-signed'] }, (kind) => {
    const authenticator = createAuthenticator(kind)
    const stored = add({}, authenticator)
    expect(stored).toMatchObject({ counter: 1 })
    if (!stored) return
    const other = createAuthenticator(kind)
    const proof = authenticator.use(ceremony)
    expect(verifyPasskeyProof(proof, challenge, passkeySite, stored)).toBe(2)
    const forged = { ...proof, signature: other.use(ceremony).signature }
    expect(verifyPasskeyProof(forged, challenge, passkeySite, stored)).toBeNull()
    const shortened = { ...proof, signature: proof.signature.slice(0, 20) }
    expect(verifyPasskeyProof(shortened, challenge, passkeySite, stored)).toBeNull()
  })

  test.each<[string, Fault]>([
    ['extensions that nobody asked for', { flags: created | 0x80, rest: ofText('credProtect', cborHead(0, 3)) }],
    ['a copy elsewhere', { flags: created | 0x18 }],
    ['a counter that stays at 0', { counter: 0 }],
  ])('with %s is accepted', (_, fault) => {
    expect(add(fault)).not.toBeNull()
  })

  test.each<[string, Fault]>([
    ...ofClientData,
    ...ofAuthenticatorData,
    ['a proof instead of a creation', { type: 'webauthn.get' }],
    ['nobody there', { flags: created & ~1 }],
    ['a person who was not verified', { flags: created & ~4 }],
    ['a copy that cannot exist', { flags: created | 0x10 }],
    ['no key', { flags: created & ~0x40 }],
    ['another ID', { id: randomBytes(16) }],
    ['an ID of more than 1023 bytes', { id: randomBytes(1024) }],
    ['extensions that are missing', { flags: created | 0x80 }],
    ['extensions that nobody announced', { rest: ofText('credProtect', cborHead(0, 3)) }],
    ['extensions that are no map', { flags: created | 0x80, rest: cborHead(0, 3) }],
    ['extensions that end too early', { flags: created | 0x80, rest: Buffer.from([0xa1, 0x61]) }],
    ['extensions that are nested too deeply', { flags: created | 0x80, rest: ofText('a', nested(9)) }],
    ['extensions twice', { flags: created | 0x80, rest: Buffer.from([0xa2, 1, 1, 1, 1]) }],
    ['extensions without a length', { flags: created | 0x80, rest: Buffer.from([0xbf, 0xff]) }],
    ['extensions with a tag', { flags: created | 0x80, rest: Buffer.from([0xa1, 1, 0xc0, 1]) }],
    [
      'a list that claims to be long',
      { flags: created | 0x80, rest: Buffer.from([0xa1, 1, 0x9a, 255, 255, 255, 255]) },
    ],
    ['a key that ends too early', { key: keyOf().subarray(0, 70) }],
    ['a key that is no map', { key: cborHead(0, 1) }],
    ['an algorithm that was not offered', { key: keyOf([3, -35]) }],
    ['the algorithm of another kind of key', { key: keyOf([3, -257]) }],
    ['another curve', { key: keyOf([-1, 2]) }],
    ['a point that is not on its curve', { key: keyOf([-2, Buffer.alloc(32, 1)]) }],
    ['half a point', { key: keyOf([-3, null]) }],
    ['a short coordinate', { key: keyOf([-2, Buffer.alloc(31, 1)]) }],
    ['an RSA key that can be broken', { key: rsaKey(1024) }],
  ])(
    'is refused for %s',
    {
      tags: [
        'passkey-is-used-in-no-frame',
        'passkey-is-of-this-site',
        'passkey-copy-is-consistent',
        'passkey-data-have-no-rest',
        'passkey-data-are-bounded',
      ],
    },
    (_, fault) => {
      expect(add(fault)).toBeNull()
    },
  )

  test('is refused if what the browser says is not JSON, or the data are too short', () => {
    const credential = createAuthenticator().create(ceremony)
    const withClientData = (text: string) => ({
      ...credential,
      clientDataJSON: Buffer.from(text).toString('base64url'),
    })
    for (const text of ['', 'null', '[]', '{"type":'])
      expect(verifyNewPasskey(withClientData(text), challenge, passkeySite)).toBeNull()
    const data = Buffer.from(credential.authenticatorData, 'base64url')
    for (let length = 0; length < data.length; length += 1) {
      const shortened = { ...credential, authenticatorData: data.subarray(0, length).toString('base64url') }
      expect(verifyNewPasskey(shortened, challenge, passkeySite)).toBeNull()
    }
  })
})

describe('a proof', () => {
  const authenticator = createAuthenticator()
  const stored = verifyNewPasskey(authenticator.create(ceremony), challenge, passkeySite)
  const prove = (fault: Fault = {}, counter = 1) =>
    stored && verifyPasskeyProof(authenticator.use(ceremony, fault), challenge, passkeySite, { ...stored, counter })

  test.each<[string, Fault]>([
    ...ofClientData,
    ...ofAuthenticatorData,
    ['a creation instead of a proof', { type: 'webauthn.create' }],
    ['nobody there', { flags: used & ~1 }],
    ['a person who was not verified', { flags: used & ~4 }],
    ['a copy that cannot exist', { flags: used | 0x10 }],
    ['a key', { flags: used | 0x40 }],
    ['extensions that are missing', { flags: used | 0x80 }],
    ['the same counter', { counter: 1 }],
    ['a counter that stopped', { counter: 0 }],
  ])(
    'is refused for %s',
    {
      tags: [
        'passkey-is-used-at-this-site',
        'passkey-answers-its-challenge',
        'passkey-verifies-the-person',
        'copied-passkey-is-refused',
      ],
    },
    (_, fault) => {
      expect(prove()).toBeGreaterThan(1)
      expect(prove(fault)).toBeNull()
    },
  )

  test('is accepted from a passkey that does not count', () => {
    expect(prove({ counter: 0 }, 0)).toBe(0)
    expect(prove({ flags: used | 0x80, rest: ofText('a', cborHead(0, 1)) }, 0)).toBeGreaterThan(0)
  })
})
