/** Creates and uses passkeys in this browser (WebAuthn). */
import type { NewPasskey, PasskeyProof } from '#contract/index.ts'

/** Whether this browser can create and use passkeys at this address. They need a domain name. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|^\[/.test(location.hostname)

/** Whether the browser offers passkeys while somebody fills in the sign-in form. */
export const suggestsPasskeys = async (): Promise<boolean> =>
  hasPasskeys() &&
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  (await PublicKeyCredential.isConditionalMediationAvailable())

type CreationJson = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0]
type RequestJson = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0]

const base64url = (buffer: ArrayBuffer): string => {
  const bytes = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('')
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Creates a passkey. @throws DOMException: `InvalidStateError` if this device has one already, `NotAllowedError` if the person cancelled */
export async function createPasskey(options: Record<string, unknown>): Promise<NewPasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as CreationJson)
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  const response = credential.response as AuthenticatorAttestationResponse
  return {
    id: credential.id,
    clientDataJSON: base64url(response.clientDataJSON),
    authenticatorData: base64url(response.getAuthenticatorData()),
  }
}

/**
 * Uses a passkey.
 *
 * @param isSuggestion the browser offers passkeys in the e-mail field and waits, instead of asking at once
 * @throws DOMException `NotAllowedError` if the person cancelled, `AbortError` after `signal`
 */
export async function readPasskeyProof(
  options: Record<string, unknown>,
  { isSuggestion, signal }: { isSuggestion: boolean; signal: AbortSignal },
): Promise<PasskeyProof> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as RequestJson)
  const mediation = isSuggestion ? 'conditional' : 'optional'
  const credential = (await navigator.credentials.get({ publicKey, signal, mediation })) as PublicKeyCredential
  const response = credential.response as AuthenticatorAssertionResponse
  return {
    id: credential.id,
    clientDataJSON: base64url(response.clientDataJSON),
    authenticatorData: base64url(response.authenticatorData),
    signature: base64url(response.signature),
    userHandle: base64url(response.userHandle ?? new ArrayBuffer(0)),
  }
}
