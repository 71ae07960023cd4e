/**
 * Verifies passkeys (WebAuthn Level 3, sections 7.1 and 7.2), without attestation: Switchboard does not need to know the maker of a device.
 * The browser provides the public key in the format that Node reads, so nothing has to be decoded but the authenticator's data.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { NewPasskey, PasskeyProof } from '#contract/index.ts'

/** The site for which a passkey was made. */
export interface RelyingParty {
  /** The host name. */
  id: string
  /** For example `https://switchboard.example.com`. */
  origin: string
}

/** The accepted algorithms by their numbers in COSE: ES256, RS256 and Ed25519. */
const algorithms: Record<number, { type: string; curve?: string; hash: string | null }> = {
  [-7]: { type: 'ec', curve: 'prime256v1', hash: 'sha256' },
  [-257]: { type: 'rsa', hash: 'sha256' },
  [-8]: { type: 'ed25519', hash: null },
}
export const algorithmNumbers = Object.keys(algorithms).map(Number)

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const decode = (text: string) => Buffer.from(text, 'base64url')

interface ClientData {
  type?: unknown
  challenge?: unknown
  origin?: unknown
  crossOrigin?: unknown
}

function readClientData(json: string): ClientData {
  try {
    const parsed: unknown = JSON.parse(decode(json).toString('utf8'))
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}

/** Whether the browser created this at Switchboard's own page, for this challenge. */
function isClientDataOf(json: string, type: 'webauthn.create' | 'webauthn.get', challenge: string, origin: string) {
  const data = readClientData(json)
  return (
    data.type === type &&
    // guard: passkey-answers-its-challenge
    data.challenge === challenge &&
    // guard: passkey-is-used-at-this-site
    data.origin === origin &&
    data.crossOrigin !== true
  )
}

/** @returns the signature counter; null if the data are not of this site, or the person was not verified */
function readCounter(data: Buffer, party: RelyingParty): number | null {
  if (data.length < 37 || !data.subarray(0, 32).equals(sha256(party.id))) return null
  const flags = data.readUInt8(32)
  const needed = userPresent | /* guard: passkey-verifies-the-person */ userVerified
  return (flags & needed) === needed ? data.readUInt32BE(33) : null
}

/** The ID of the created credential in the authenticator's data; null if there is none. */
function readCredentialId(data: Buffer): string | null {
  if (!(data.readUInt8(32) & hasCredential) || data.length < 55) return null
  const length = data.readUInt16BE(53)
  return data.length < 55 + length ? null : data.subarray(55, 55 + length).toString('base64url')
}

function readPublicKey(publicKey: string, algorithm: number): KeyObject | null {
  const accepted = algorithms[algorithm]
  if (!accepted) return null
  try {
    const key = createPublicKey({ key: decode(publicKey), format: 'der', type: 'spki' })
    const isCurve = accepted.curve === undefined || key.asymmetricKeyDetails?.namedCurve === accepted.curve
    return key.asymmetricKeyType === accepted.type && isCurve ? key : null
  } catch {
    return null
  }
}

/**
 * Verifies a new passkey.
 *
 * @param challenge that was sent to the browser, base64url
 * @returns its signature counter; null if it is not accepted
 */
export function verifyNewPasskey(credential: NewPasskey, challenge: string, party: RelyingParty): number | null {
  if (!isClientDataOf(credential.clientDataJSON, 'webauthn.create', challenge, party.origin)) return null
  const data = decode(credential.authenticatorData)
  const counter = readCounter(data, party)
  if (counter === null || readCredentialId(data) !== credential.id) return null
  return readPublicKey(credential.publicKey, credential.algorithm) ? counter : null
}

/** A stored passkey. */
interface StoredKey {
  publicKey: string
  algorithm: number
  counter: number
}

/**
 * Verifies that somebody has a passkey.
 *
 * @param challenge as above
 * @returns the new signature counter; null if it is not accepted
 */
export function verifyPasskeyProof(
  proof: PasskeyProof,
  challenge: string,
  party: RelyingParty,
  stored: StoredKey,
): number | null {
  if (!isClientDataOf(proof.clientDataJSON, 'webauthn.get', challenge, party.origin)) return null
  const data = decode(proof.authenticatorData)
  const counter = readCounter(data, party)
  const key = readPublicKey(stored.publicKey, stored.algorithm)
  if (counter === null || !key) return null
  const signed = Buffer.concat([data, sha256(decode(proof.clientDataJSON))])
  // guard: passkey-has-signed
  if (!verify(algorithms[stored.algorithm]?.hash ?? null, signed, key, decode(proof.signature))) return null
  // A counter that did not increase tells that the key was copied. Most passkeys do not count and always send 0.
  const isCopy = counter > 0 || stored.counter > 0 ? counter <= stored.counter : false
  // guard: copied-passkey-is-refused
  if (isCopy) return null
  return counter
}
