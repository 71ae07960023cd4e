/** Texts of the list of agents, the page of an agent, and the form. */
import { number } from '#ui/text/format-number.ts'

export const noun = ['agent', 'agents'] as const

// List
export const listTitle = 'Agents'
export const flowColumn = 'Flow'
export const updatedColumn = 'Updated'

// Page of one agent
export const loadingAgent = 'Loading agent…'
export const edit = 'Edit agent'
export const newFlow = 'New flow for this agent'
export const settingsSection = 'Settings'
export const unknown = 'Unknown'

// Flows of an agent
const directions: Record<string, string> = { outbound: 'Outbound', inbound: 'Inbound', bidirectional: 'Both ways' }
export const directionName = (direction: string) => directions[direction] ?? (direction || unknown)

// Its flow, drawn, and the last seven days
export const batchesHeading = (count: number | null) =>
  count === null || count === 0 ? 'Batches' : `Batches: ${number(count)}`
/** @param hasMore there are more than are loaded */
export const callsHeading = (count: number | null, hasMore: boolean) =>
  count === null || count === 0 ? 'Calls' : `Calls: ${number(count)}${hasMore ? ' or more' : ''}`
export const loadingBatches = 'Loading batches…'

// Form
export const fieldLabels = {
  name: 'Name',
  model: 'Language model',
  'voice.provider': 'Voice provider',
  'voice.voiceId': 'Voice ID',
  'voice.name': 'Voice name',
  'voice.language': 'Voice language',
  phoneNumber: 'Phone number',
  personality: 'Personality',
  'settings.speed': 'Speaking speed',
  'settings.volume': 'Volume',
  'settings.temperature': 'Temperature',
} as const
export const personalityHint = (length: number) =>
  `Who the agent is, how it speaks, and what it must not do. ${number(length)} of ${number(20_000)} characters.`
/** `newProvider` is '' until one is entered. */
export const voiceCleared = (voice: string, provider: string, newProvider: string) =>
  `${voice} is a ${provider} voice. Enter a voice from ${newProvider || 'the new provider'}.`
/**
 * The voice is known, but only of another provider.
 * @param isUsed another agent has it with that provider; false: only Switchboard's list does, which may be out of date
 */
export const foreignVoice = (voice: string, owner: string, provider: string, isUsed: boolean) =>
  isUsed
    ? `Other agents use ${voice} with ${owner}, and this agent uses ${provider}. Choose a voice from ${provider}, or change the provider.`
    : `${voice} looks like a ${owner} voice, and this agent uses ${provider}. Check that ${provider} has it.`
