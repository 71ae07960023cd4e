/**
 * Verifies passkeys (WebAuthn Level 3, sections 7.1 and 7.2), without attestation: Switchboard does not need to know the maker of a device.
 * That a challenge works once, and that an ID belongs to one passkey, is checked where passkeys are stored (`passkeys.ts`).
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import type { NewPasskey, PasskeyProof } from '#contract/index.ts'
import { type AuthenticatorData, hashOf, readAuthenticatorData, readPublicKey } from './authenticator-data.ts'

/** The site for which a passkey was made. */
export interface RelyingParty {
  /** The host name. */
  id: string
  /** For example `https://switchboard.example.com`. */
  origin: string
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const decode = (text: string) => Buffer.from(text, 'base64url')

function readClientData(json: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(decode(json).toString('utf8'))
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}

/** Whether the browser created this at Switchboard's own page, for this challenge, and not within a page of another site. */
function isClientDataOf(json: string, type: 'webauthn.create' | 'webauthn.get', challenge: string, origin: string) {
  const data = readClientData(json)
  return (
    data.type === type &&
    // guard: passkey-answers-its-challenge
    data.challenge === challenge &&
    // guard: passkey-is-used-at-this-site
    data.origin === origin &&
    // guard: passkey-is-used-in-no-frame
    !(data.crossOrigin || data.topOrigin)
  )
}

/** @returns the authenticator's data; null if they are not of this site, or the person was not verified */
function readData(data: Buffer, party: RelyingParty): AuthenticatorData | null {
  const read = readAuthenticatorData(data)
  // guard: passkey-is-of-this-site
  if (!read?.siteHash.equals(sha256(party.id))) return null
  return read.isPresent && /* guard: passkey-verifies-the-person */ read.isVerified ? read : null
}

/** What is stored of a passkey in order to verify it. */
interface StoredKey {
  /** DER of a SubjectPublicKeyInfo, base64url. */
  publicKey: string
  /** A number of COSE. */
  algorithm: number
  counter: number
}

/**
 * Verifies a new passkey.
 *
 * @param challenge that was sent to the browser, base64url
 * @returns what to store; null if it is not accepted
 */
export function verifyNewPasskey(credential: NewPasskey, challenge: string, party: RelyingParty): StoredKey | null {
  if (!isClientDataOf(credential.clientDataJSON, 'webauthn.create', challenge, party.origin)) return null
  const data = readData(decode(credential.authenticatorData), party)
  const key = data?.created?.id === credential.id ? readPublicKey(data.created.key) : null
  if (!data || !key) return null
  const publicKey = key.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url')
  return { publicKey, algorithm: key.algorithm, counter: data.counter }
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
  const read = readData(data, party)
  if (!read || read.created) return null
  const key = createPublicKey({ key: decode(stored.publicKey), format: 'der', type: 'spki' })
  const signed = Buffer.concat([data, sha256(decode(proof.clientDataJSON))])
  // guard: passkey-has-signed
  if (!verify(hashOf(stored.algorithm), signed, key, decode(proof.signature))) return null
  // A counter that did not increase tells that the key was copied. Most passkeys do not count and always send 0.
  const isCopy = read.counter > 0 || stored.counter > 0 ? read.counter <= stored.counter : false
  // guard: copied-passkey-is-refused
  if (isCopy) return null
  return read.counter
}
