/** Texts of the list of agents, the page of an agent, and the form. */
import { number, plural } from '#ui/text/format-number.ts'

export const noun = ['agent', 'agents'] as const

// List
export const listTitle = 'Agents'
export const listPurpose =
  'An agent is a named voice with a language model. It can place calls once it has a phone number and an active flow.'
export const nameColumn = 'Name'
export const readinessColumn = 'Readiness'
export const numberColumn = 'Number'
export const flowColumn = 'Flow'
export const voiceColumn = 'Voice'
export const modelColumn = 'Model'
export const updatedColumn = 'Updated'
export const noFlow = 'None'
export const readyFilter = 'Ready'
export const noNumberFilter = 'No number'
export const noFlowFilter = 'No flow'
export const noActiveFlowFilter = 'No active outbound flow'
export const notSetUpFilter = 'Not set up'
export const moreFlows = (count: number) => `and ${number(count)} more`
export const unknownProvider = 'Unknown provider'
export const unknownVoice = 'Unknown voice'

// Page of one agent
export const pageTitle = 'Agent'
export const loadingAgent = 'Loading agent…'
export const noPhoneNumber = 'No phone number'
export const inactiveNumberHint = 'The service does not show phone numbers that are inactive.'
export const placeCall = 'Place a call'
export const edit = 'Edit agent'
export const deleteAgent = 'Delete agent'
export const duplicate = 'Duplicate agent'
export const exportWithFlows = (flows: number) =>
  flows === 0 ? 'Export agent' : `Export agent with ${plural(flows, 'flow', 'flows')}`
export const copyOf = (name: string) => `${name} (copy)`
export const personalitySection = 'Personality'
export const noPersonality = 'No personality. A personality tells the agent who it is and how it speaks.'
export const flowsSection = 'Flows'
export const firstFlowsOnly = 'First 100 flows only'
export const recordSection = 'Record'
export const readinessSection = 'Readiness'
export const addNumber = 'Add a phone number'
export const newFlow = 'New flow for this agent'
export const editFlow = (name: string) => `Edit “${name}”`
export const voiceSection = 'Voice and model'
export const settingsSection = 'Settings'
export const statusTerm = 'Status'
export const agentIdTerm = 'Agent ID'
export const copiedAgentId = 'agent ID'
export const createdTerm = 'Created'
export const updatedTerm = 'Updated'
export const voiceTerm = 'Voice'
export const unknown = 'Unknown'

// Flows of an agent
export const flowsCaption = 'Flows of this agent'
export const usedForCalls = 'In use'
export const directionColumn = 'Direction'
const directions: Record<string, string> = { outbound: 'Outbound', inbound: 'Inbound', bidirectional: 'Both ways' }
export const directionName = (direction: string) => directions[direction] ?? (direction || unknown)
export const stateColumn = 'State'
export const flowState = (isActive: boolean) => (isActive ? 'Active' : 'Inactive')
export const noFlows =
  'No flow uses this agent. A flow defines what the agent does in a call. To attach a flow, edit it and choose this agent.'
export const flowsNotLoaded = 'The flows could not be loaded.'

// What still calls with it
export const usedBySection = 'Used by batches'
export const usedByLabel = 'Batches that still call with this agent'
export const batchCount = (count: number) => plural(count, 'batch', 'batches')
export const callsLeft = (count: number) => `${plural(count, 'call', 'calls')} left`
export const notUsedByBatches =
  'Switchboard knows of no batch that still calls with this agent; batches whose agent is unknown are not listed.'

// Status in the service
export const statusHelp = (status: string) =>
  status === 'pending'
    ? 'The service sets it up by itself. Check again in a minute.'
    : 'Check the voice and the number, and save the agent. If the status stays, ask whoever runs the calling service.'
export const checkAgain = 'Check again'

// Its flow, drawn, and the last seven days
export const drawnFlow = (name: string) => `Calls use “${name}”`
export const openFlow = 'Open flow'
export const activitySection = 'Last 7 days'
export const activitySource = 'What this team has seen in Switchboard'
export const recentBatches = 'Batches of the last 7 days'
export const recentCalls = 'Calls of the last 7 days'
export const batchesHeading = (count: number | null) =>
  count === null || count === 0 ? 'Batches' : `Batches: ${number(count)}`
/** @param hasMore there are more than are loaded */
export const callsHeading = (count: number | null, hasMore: boolean) =>
  count === null || count === 0 ? 'Calls' : `Calls: ${number(count)}${hasMore ? ' or more' : ''}`
export const callsByName = (count: number) =>
  `${plural(count, 'call is', 'calls are')} listed by the agent’s name, because the service does not say which agent placed ${count === 1 ? 'it' : 'them'}.`
export const loadingBatches = 'Loading batches…'
export const loadingCalls = 'Loading calls…'
export const noBatches = 'No batch was started with this agent.'
export const noCalls = 'No call of this agent was seen.'
export const maybeThisAgent = 'agent unknown'
export const batchProgress = (completed: number | null, total: number | null) =>
  completed === null || total === null
    ? 'Progress unknown'
    : `${number(completed)} of ${plural(total, 'call', 'calls')} completed`
export const batchNotLoaded = 'Not loaded yet'

// Deleting an agent
export const deleteEffect =
  'The agent is deleted permanently. Calls in progress continue. New calls with this agent will be refused.'
export const flowsWithoutAgent = (count: number) =>
  `${plural(count, 'flow uses', 'flows use')} this agent and will be left without an agent:`
export const flowsLabel = 'Flows that use this agent'
export const notActive = '(inactive)'
export const someFlowsUnknown = 'Not all flows could be loaded. Those that are missing may use this agent.'
export const notUsed = 'No flow uses this agent.'

// New and edit pages
export const newTitle = 'New agent'
export const editTitle = (name: string) => `Edit ${name}`
export const unnamedAgent = 'agent'
export const showAgent = 'Show agent'
export const showAgents = 'Show agents'
export const removeNumberTitle = (name: string) => `Remove the phone number of “${name}”?`

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
export const identitySection = 'Identity'
export const personalityHint = (length: number) =>
  `Who the agent is, how it speaks, and what it must not do. ${number(length)} of ${number(20_000)} characters.`
export const modelSection = 'Model and voice'
export const modelHint =
  'Models of this workspace’s agents come first. The others are suggestions; you can enter any that the service supports.'
export const providerHint = 'The company that provides the voice. You can enter any that the service supports.'
export const voiceIdHint = (provider: string) =>
  provider === ''
    ? 'Choose a provider first, and its voices are listed here.'
    : `The ID that ${provider} uses for this voice. Voices of this workspace’s agents come first. The others are suggestions that may be out of date; you can enter any other.`
export const languageHint = 'For example en-GB.'
export const callsSection = 'Calls'
export const hiddenNumberHint =
  'This agent has a number, but the service does not show its digits. Leave this empty to keep the number.'
export const numberHint =
  'Start with + and the country code, for example +14155550134. Without a number, the agent cannot place calls.'
export const speedHint = 'How fast the agent speaks.'
export const volumeHint = 'How loud the agent speaks.'
export const temperatureHint = 'How much the agent varies its words.'
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

// Problems of the form
export const numberNotAccepted = 'The service does not accept this number.'
export const mustBeFromZeroToOne = (label: string) => `${label} must be a number from 0 to 1.`
export const enterVoiceId = 'Enter the voice ID.'
