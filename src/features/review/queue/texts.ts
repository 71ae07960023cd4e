/** Texts of the queue of drafts and its filters. */

// filters.tsx
export const agentFilter = 'Agent'
export const flowFilter = 'Flow'
export const waitFilter = 'Waiting'
export const allAgents = 'All agents'
export const allFlows = 'All flows'
export const anyWait = 'Any wait'
export const over10Minutes = 'Over 10 minutes'
export const over1Hour = 'Over 1 hour'
export const over1Day = 'Over 1 day'
export const undoWindow = 'Undo window'

// queue-list.tsx
export const draftsWaiting = 'Drafts waiting'
export const unknownAge = 'unknown age'
export const noText = 'No text'
export const decided = 'Decided'
export const doNotCall = 'do not call'
export const editNotSent = 'edited, not sent'
export const agentNotLoaded = 'Agent not loaded yet'

// queue.ts
export const unnamedCustomer = 'No name'
export const needsReview = 'Needs review'
export const reviewedBy = (operator: string) => `${operator} is reviewing`
export const editedBy = (operator: string) => `${operator} is editing`
/** @param state the state of the decision: "Sending" */
export const decidedBy = (operator: string, state: string) => `${state} · ${operator}`
