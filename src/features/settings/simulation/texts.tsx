/** Texts about the API keys of a simulation. */
import type { ReactNode } from 'react'

export const cancel = 'Cancel'

// simulation-part.tsx
export const simulationKeys = 'Simulation keys'

// create-key.tsx
export const createKey = 'Create key'
export const createdKeyTitle = (name: string) => `Key “${name}”`
export const createdHint = (fingerprint: ReactNode) => (
  <>It gives full access to the simulation. Its fingerprint is {fingerprint}.</>
)

// revoke-key.tsx
/** @param hidden shows its text to screen readers only */
export const revoke = (name: string, hidden: (text: string) => ReactNode) => <>Revoke{hidden(` key ${name}`)}</>
export const revokeTitle = (name: string) => `Revoke the key “${name}”?`
export const revokeEffect = (fingerprint: ReactNode) => (
  <>Programs that use it (fingerprint {fingerprint}) are refused from now on. A revoked key cannot be restored.</>
)
export const revoked = (name: string) => `Key “${name}” revoked.`
