/** Texts about the API keys of a simulation. */
import type { ReactNode } from 'react'

export const cancel = 'Cancel'

// simulation-part.tsx
export const simulationKeys = 'Simulation keys'
export const simulationKeysHint =
  'Create a key for each program that you connect to this simulation. All keys share one request budget.'
export const nameColumn = 'Name'
export const fingerprintColumn = 'Fingerprint'
export const createdColumn = 'Created'
export const actionsColumn = 'Actions'

// create-key.tsx
export const createKey = 'Create key'
export const createTitle = 'Create a simulation key'
export const createdKeyTitle = (name: string) => `Key “${name}”`
export const nameLabel = 'Name'
export const nameHint = 'The program that will use this key, so that you recognize it when you revoke the key.'
export const nameMissing = 'Enter a name for the key.'
export const keySaved = 'I have saved the key'
export const createdHint = (fingerprint: ReactNode) => (
  <>It gives full access to the simulation. Its fingerprint is {fingerprint}.</>
)

// revoke-key.tsx
/** @param hidden shows its text to screen readers only */
export const revoke = (name: string, hidden: (text: string) => ReactNode) => <>Revoke{hidden(` key ${name}`)}</>
export const usedBySwitchboard = 'Switchboard itself uses this key.'
export const revokeTitle = (name: string) => `Revoke the key “${name}”?`
export const revokeKey = 'Revoke key'
export const revokeEffect = (fingerprint: ReactNode) => (
  <>Programs that use it (fingerprint {fingerprint}) are refused from now on. A revoked key cannot be restored.</>
)
export const revoked = (name: string) => `Key “${name}” revoked.`
