/** An authenticator made of Node's own keys, which can make every mistake. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export const passkeySite = { id: 'localhost', origin: 'https://localhost' }
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

export interface Ceremony {
  state: string
  options: {
    challenge: string
    rp?: { id: string }
    rpId?: string
    user?: { id: string }
    excludeCredentials?: object[]
  }
}

/** What an authenticator or a page could get wrong. */
export interface Fault {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** Added to what the browser says. */
  clientData?: object
  flags?: number
  counter?: number
  id?: Buffer
  /** In place of the public key. */
  key?: Buffer
  /** After the public key, or after the counter. */
  rest?: Buffer
  userHandle?: string
}

/** A CBOR item of this kind (RFC 8949) with this length or value. */
export function cborHead(kind: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(kind << 5) | argument])
  if (argument < 0x100) return Buffer.from([(kind << 5) | 24, argument])
  return Buffer.from([(kind << 5) | 25, argument >> 8, argument & 0xff])
}
const encode = (value: number | Buffer): Buffer => {
  if (typeof value !== 'number') return Buffer.concat([cborHead(2, value.length), value])
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
}
export const cborMap = (entries: [number, number | Buffer][]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flatMap((entry) => entry.map(encode))])

const decode = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')

export const keyKinds = ['ES256', 'RS256', 'Ed25519'] as const
type KeyKind = (typeof keyKinds)[number]

const createKeys: Record<KeyKind, () => { publicKey: KeyObject; privateKey: KeyObject }> = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  Ed25519: () => generateKeyPairSync('ed25519'),
}

/** The entries of a public key in COSE (RFC 9053). */
export function coseEntries(publicKey: KeyObject): [number, number | Buffer][] {
  const { kty, x, y, n, e } = publicKey.export({ format: 'jwk' })
  if (kty === 'EC')
    return [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, decode(x)],
      [-3, decode(y)],
    ]
  if (kty === 'OKP')
    return [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, decode(x)],
    ]
  return [
    [1, 3],
    [3, -257],
    [-1, decode(n)],
    [-2, decode(e)],
  ]
}

/** An authenticator with one key pair. */
export function createAuthenticator(kind: KeyKind = 'ES256') {
  const keys = createKeys[kind]()
  const ownId = randomBytes(16)
  let counter = 0
  let userHandle = ''
  const clientData = (type: string, challenge: string, fault: Fault) =>
    Buffer.from(
      JSON.stringify({
        type: fault.type ?? type,
        challenge: fault.challenge ?? challenge,
        origin: fault.origin ?? passkeySite.origin,
        crossOrigin: false,
        ...fault.clientData,
      }),
    )
  const authenticatorData = (flags: number, fault: Fault, credential = Buffer.alloc(0)) => {
    const data = Buffer.alloc(37)
    sha256(fault.rpId ?? passkeySite.id).copy(data)
    data.writeUInt8(fault.flags ?? flags, 32)
    counter += 1
    data.writeUInt32BE(fault.counter ?? counter, 33)
    return Buffer.concat([data, credential, fault.rest ?? Buffer.alloc(0)])
  }
  return {
    publicKey: keys.publicKey,

    create({ options }: Ceremony, fault: Fault = {}) {
      const id = fault.id ?? ownId
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const key = fault.key ?? cborMap(coseEntries(keys.publicKey))
      userHandle = options.user?.id ?? ''
      return {
        id: ownId.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', options.challenge, fault).toString('base64url'),
        authenticatorData: authenticatorData(0x45, fault, Buffer.concat([Buffer.alloc(16), length, id, key])).toString(
          'base64url',
        ),
      }
    },

    use({ options }: Ceremony, fault: Fault = {}) {
      const client = clientData('webauthn.get', options.challenge, fault)
      const data = authenticatorData(0x05, fault)
      const signature = sign(
        kind === 'Ed25519' ? null : 'sha256',
        Buffer.concat([data, sha256(client)]),
        keys.privateKey,
      )
      return {
        id: ownId.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: fault.userHandle ?? userHandle,
      }
    },
  }
}
