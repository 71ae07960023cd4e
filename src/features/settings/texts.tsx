/** Texts of the settings page and of its parts that have no folder of their own. */
import type { Capability, Session } from '#contract/index.ts'
import type { StatusKind } from '#ui/status/status-label.tsx'

/** The icon and the words of a status label. */
interface StateText {
  state: StatusKind
  label: string
}

// appearance-part.tsx
export const themeNames = { system: 'Match system', light: 'Light', dark: 'Dark' }

// service-part.tsx
export const serviceStates: Record<Session['service']['state'], StateText> = {
  up: { state: 'done', label: 'Connected' },
  down: { state: 'failed', label: 'Not responding' },
  key_refused: { state: 'failed', label: 'Rejects the API key' },
  unknown: { state: 'unknown', label: 'No response yet' },
}
export const optionalFeatures = 'Optional features'
export const featureNames: Record<Capability, string> = {
  'active-calls': 'Live call list, ending and taking over calls',
  history: 'Call history',
  conversations: 'Conversation list and drafts',
  'messaging-agents': 'Messaging agents',
  'message-flows': 'Message flows',
}
export const featureNotChecked: StateText = { state: 'waiting', label: 'Not checked yet' }
export const featureAvailable: StateText = { state: 'done', label: 'Available' }
export const featureNotAvailable: StateText = { state: 'off', label: 'Not available' }

// stop-part.tsx
export const stopReason = 'Reason'
export const whileStopped =
  'Nobody in any workspace can place or take over calls, start batches, draft or review messages, or change agents and flows.'
export const notAffected = 'Calls and batches that have started continue. You can still cancel batches and end calls.'
export const stopChanges = 'Stop all changes'
export const allowChanges = 'Allow changes'
export const cancel = 'Cancel'

// data-part.tsx
export const backups = 'Backups'
export const databaseTerm = 'Database'
export const backupsTerm = 'Backups'
