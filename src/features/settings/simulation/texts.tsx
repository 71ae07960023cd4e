/** Texts about the API keys of a simulation. */

export const cancel = 'Cancel'

// simulation-part.tsx
export const simulationKeys = 'Simulation keys'

// create-key.tsx
export const createKey = 'Create key'
