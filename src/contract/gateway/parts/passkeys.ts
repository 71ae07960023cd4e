/** Passkeys: what the browser's `navigator.credentials` returns, as base64url (WebAuthn Level 3). */
import * as z from 'zod/mini'
import { nonBlankUpTo } from '../../shared/wire.ts'

/** Every text has a maximum length, because signing in is public. */
const base64url = (maxLength: number) => z.string().check(z.maxLength(maxLength, { abort: true }), z.regex(/^[\w-]+$/))
/** The standard allows a third more, but authenticators use a few hundred at most. */
const credentialId = base64url(1_000)

/** Names the ceremony in which a passkey is created or used. From the answer with the options; works once, for ten minutes. */
export const passkeyState = base64url(100)
export const passkeyName = nonBlankUpTo(80)

export const NewPasskey = z.object({
  id: credentialId,
  clientDataJSON: base64url(4_000),
  /** Contains the public key. */
  authenticatorData: base64url(4_000),
})
export type NewPasskey = z.output<typeof NewPasskey>

export const PasskeyProof = z.strictObject({
  id: credentialId,
  clientDataJSON: base64url(1_000),
  authenticatorData: base64url(1_000),
  signature: base64url(1_000),
  /** The account for which the passkey was created, as the options named it then. */
  userHandle: z.string().check(z.maxLength(86, { abort: true }), z.regex(/^[\w-]*$/)),
})
export type PasskeyProof = z.output<typeof PasskeyProof>

/** The options for `navigator.credentials`, as JSON (WebAuthn Level 3, section 5.1). */
export interface PasskeyOptions {
  state: string
  options: Record<string, unknown>
}

export interface Passkey {
  id: string
  /** As its owner calls it. */
  name: string
  createdAt: number
  /** null: never. */
  lastUsedAt: number | null
}
