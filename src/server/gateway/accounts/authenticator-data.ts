/** Reads what an authenticator says about itself, the person and a new key (WebAuthn Level 3, section 6.1). */
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { type CborMap, type CborValue, readCborMap } from './cbor.ts'

const flag = {
  userPresent: 0x01,
  userVerified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  key: 0x40,
  extensions: 0x80,
}
/** Lengths in bytes: of the site's hash, flags and counter; of the authenticator's model; of the longest credential ID. */
const headLength = 37
const modelLength = 16
const maxIdLength = 1023

export interface AuthenticatorData {
  /** SHA-256 of the site's host name. */
  siteHash: Buffer
  isPresent: boolean
  isVerified: boolean
  counter: number
  /** Only of a new passkey. */
  created: { id: string; key: CborMap } | null
}

/** @returns null if something is missing, contradicts itself, or is left over */
export function readAuthenticatorData(data: Buffer): AuthenticatorData | null {
  if (data.length < headLength) return null
  const flags = data.readUInt8(32)
  const has = (bit: number) => (flags & bit) !== 0
  // guard: passkey-copy-is-consistent
  if (has(flag.backedUp) && !has(flag.backupEligible)) return null
  let end = headLength
  let created: AuthenticatorData['created'] = null
  if (has(flag.key)) {
    const idStart = headLength + modelLength + 2
    if (data.length < idStart) return null
    const idEnd = idStart + data.readUInt16BE(idStart - 2)
    const key = idEnd - idStart > maxIdLength || idEnd > data.length ? null : readCborMap(data, idEnd)
    if (!key) return null
    created = { id: data.subarray(idStart, idEnd).toString('base64url'), key: key.map }
    end = key.end
  }
  if (has(flag.extensions)) {
    const extensions = readCborMap(data, end)
    if (!extensions) return null
    end = extensions.end
  }
  // guard: passkey-data-have-no-rest
  if (end !== data.length) return null
  return {
    siteHash: data.subarray(0, 32),
    isPresent: has(flag.userPresent),
    isVerified: has(flag.userVerified),
    counter: data.readUInt32BE(33),
    created,
  }
}

/** The accepted algorithms by their numbers in COSE: ES256, RS256 and Ed25519, with the hash that is signed. */
const hashes: Record<number, string | null> = { [-7]: 'sha256', [-257]: 'sha256', [-8]: null }
export const algorithmNumbers = Object.keys(hashes).map(Number)
export const hashOf = (algorithm: number): string | null => hashes[algorithm] ?? null

/** An RSA key of less than 2048 bits can be broken. */
const minModulusLength = 256
const curveLength = 32

/** Labels of a key in COSE (RFC 9053). */
const label = { type: 1, algorithm: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 }

const bytes = (value: CborValue | undefined, isLength: (length: number) => boolean): string | null =>
  Buffer.isBuffer(value) && isLength(value.length) ? value.toString('base64url') : null
const ofCurve = (value: CborValue | undefined) => bytes(value, (length) => length === curveLength)

/** Translates a key for Node. The type and the curve have to be those of its algorithm. */
function webKeyOf(key: CborMap): JsonWebKey | null {
  const [x, y] = [ofCurve(key.get(label.x)), ofCurve(key.get(label.y))]
  const kind = [label.type, label.algorithm, label.curve].map((name) => key.get(name))
  if (x && y && kind.join(' ') === '2 -7 1') return { kty: 'EC', crv: 'P-256', x, y }
  if (x && kind.join(' ') === '1 -8 6') return { kty: 'OKP', crv: 'Ed25519', x }
  const modulus = bytes(key.get(label.modulus), (length) => length >= minModulusLength)
  const exponent = bytes(key.get(label.exponent), (length) => length === 3)
  const isRsa = kind.slice(0, 2).join(' ') === '3 -257'
  return isRsa && modulus && exponent ? { kty: 'RSA', n: modulus, e: exponent } : null
}

/** @returns a public key and its algorithm; null if the key is not valid, or of another algorithm */
export function readPublicKey(key: CborMap): { publicKey: KeyObject; algorithm: number } | null {
  const webKey = webKeyOf(key)
  const algorithm = key.get(label.algorithm)
  if (!webKey || typeof algorithm !== 'number') return null
  try {
    return { publicKey: createPublicKey({ key: webKey, format: 'jwk' }), algorithm }
  } catch {
    // For example a point that is not on its curve.
    return null
  }
}
