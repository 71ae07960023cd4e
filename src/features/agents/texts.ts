/** Texts of the list of agents, the page of an agent, and the form. */
import { number, plural } from '#ui/text/format-number.ts'

export const noun = ['agent', 'agents'] as const

// List
export const listTitle = 'Agents'
export const flowColumn = 'Flow'
export const updatedColumn = 'Updated'
export const moreFlows = (count: number) => `and ${number(count)} more`

// Page of one agent
export const loadingAgent = 'Loading agent…'
export const edit = 'Edit agent'
export const exportWithFlows = (flows: number) =>
  flows === 0 ? 'Export agent' : `Export agent with ${plural(flows, 'flow', 'flows')}`
export const newFlow = 'New flow for this agent'
export const settingsSection = 'Settings'
export const unknown = 'Unknown'

// Flows of an agent
const directions: Record<string, string> = { outbound: 'Outbound', inbound: 'Inbound', bidirectional: 'Both ways' }
export const directionName = (direction: string) => directions[direction] ?? (direction || unknown)
export const flowState = (isActive: boolean) => (isActive ? 'Active' : 'Inactive')

// What still calls with it
export const batchCount = (count: number) => plural(count, 'batch', 'batches')
export const callsLeft = (count: number) => `${plural(count, 'call', 'calls')} left`

// Status in the service
export const statusHelp = (status: string) =>
  status === 'pending'
    ? 'The service sets it up by itself. Check again in a minute.'
    : 'Check the voice and the number, and save the agent. If the status stays, ask whoever runs the calling service.'

// Its flow, drawn, and the last seven days
export const batchesHeading = (count: number | null) =>
  count === null || count === 0 ? 'Batches' : `Batches: ${number(count)}`
/** @param hasMore there are more than are loaded */
export const callsHeading = (count: number | null, hasMore: boolean) =>
  count === null || count === 0 ? 'Calls' : `Calls: ${number(count)}${hasMore ? ' or more' : ''}`
export const callsByName = (count: number) =>
  `${plural(count, 'call is', 'calls are')} listed by the agent’s name, because the service does not say which agent placed ${count === 1 ? 'it' : 'them'}.`
export const loadingBatches = 'Loading batches…'
export const batchProgress = (completed: number | null, total: number | null) =>
  completed === null || total === null
    ? 'Progress unknown'
    : `${number(completed)} of ${plural(total, 'call', 'calls')} completed`

// Deleting an agent
export const flowsWithoutAgent = (count: number) =>
  `${plural(count, 'flow uses', 'flows use')} this agent and will be left without an agent:`

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
export const voiceIdHint = (provider: string) =>
  provider === ''
    ? 'Choose a provider first, and its voices are listed here.'
    : `The ID that ${provider} uses for this voice. Voices of this workspace’s agents come first. The others are suggestions that may be out of date; you can enter any other.`
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
