/** Texts about agents: choosing one, whether it can place calls, and what a change does to its calls. */
import { number, plural } from '#ui/text/format-number.ts'

const calls = (count: number) => plural(count, 'call', 'calls')

// Agent picker
export const agentLabel = 'Agent'
export const agentPlaceholder = 'Type a name'
export const noSuchAgent = 'No agent has this ID. Choose another agent.'
export const noMatchingAgent = 'No agent has this name.'
/** Said wherever a list that is cut short would be read as the whole. */
export const onlyFirst = (count: number, many: string) => `Only the first ${number(count)} ${many} are loaded.`

// Names
export const sendsWithoutReview = 'Sends without review'
export const inactiveAutopilot = 'Autopilot (inactive)'

// Readiness
export const ready = 'Ready'
export const unknownReadiness = 'Unknown'
export const noPhoneNumber = 'No phone number'
export const noNumberOrFlow = 'No number or flow'
export const requirementsLabel = 'Call requirements'
export const requirementState = (isMet: boolean | null) => (isMet === null ? 'Unknown' : isMet ? 'Met' : 'Missing')
export const cannotPlaceCalls = (missing: readonly string[]) =>
  `This agent cannot place calls yet. ${missing.join(' ')}`

// Readiness: phone number
export const numberRequirement = 'Active phone number'
export const noActiveNumber = 'No active phone number.'
export const hasActiveNumber = 'Has an active phone number.'
export const hasHiddenNumber = 'Has a phone number. The service does not show its digits.'

// Readiness: flow, short for a column and as a sentence
export const flowRequirement = 'Active flow for outbound calls'
export const callsUse = (flow: string) => `Calls use “${flow}”.`
export const noFlow = { short: 'No flow attached', sentence: 'No flow is attached.' }
export const inactiveFlow = (flow: string) => ({
  short: 'Inactive flow',
  sentence: `The flow “${flow}” is inactive.`,
})
export const noOutboundFlow = (flows: readonly string[]) => ({
  short: 'No outbound flow',
  sentence:
    flows.length === 1
      ? `The flow “${flows[0]}” is not for outbound calls.`
      : `None of its ${number(flows.length)} flows is for outbound calls.`,
})
export const someFlowsUnknown = 'Switchboard loads only the first 100 flows. None of them is attached.'
export const flowsNotLoaded = 'The flows could not be loaded.'

// Readiness: the status that the service gives
export const statusRequirement = 'Status in the service'
const statusLabels: Record<string, string> = { pending: 'Being set up', error: 'Setup failed' }
export const statusLabel = (status: string) => statusLabels[status] ?? `Status “${status}”`
const statusFindings: Record<string, string> = {
  '': 'The service gives no status.',
  ready: 'The service says that the agent is ready.',
  pending: 'The service is still setting up this agent. Calls may fail until it is ready.',
  error: 'The service could not set up this agent. Calls may fail.',
}
export const serviceStatus = (status: string) =>
  statusFindings[status] ?? `The service gives the status “${status}”. Calls may fail.`

// Texts that an agent says
export const welcomeMessage = 'Welcome message'
export const prompt = 'Prompt'
/** "a, b and c". */
export const list = (items: readonly string[]): string => {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}

// Batches that a change affects
export const affectedBatches = 'Affected batches'
export const batchesNotLoaded = (name: string) =>
  `Switchboard could not load the batches that use “${name}”. Calls of running batches may fail.`
export const noBatches = (name: string) => `No running, scheduled or held-back batch uses “${name}”.`
export const moreBatches = (count: number) => `And ${number(count)} more.`
export const unknownStarts = (count: number) =>
  count === 1
    ? 'It is unknown whether 1 batch started. Its calls may fail too.'
    : `It is unknown whether ${number(count)} batches started. Their calls may fail too.`
export const unlistedBatchesNote = 'Batches that were started outside Switchboard and never opened here are not listed.'
export const batchStates = {
  running: 'Running',
  scheduled: 'Scheduled',
  held_back: 'Held back',
  awaits_approval: 'Waiting for approval',
  not_loaded: 'Not loaded yet',
} as const

type Outlook = 'same' | 'fail' | 'may-fail' | 'other-flow'
const outlookText = (outlook: Outlook, count: number, isCertain: boolean): string => {
  if (outlook === 'same') return `${calls(count)} to place`
  const verb = outlook === 'other-flow' ? 'change flow' : 'fail'
  return `${calls(count)} ${isCertain && outlook !== 'may-fail' ? 'will' : 'may'} ${verb}`
}
/** Such as "37 calls will fail". @param count null: unknown @param isCertain the batch is known to use the agent */
export const callsLeft = (outlook: Outlook, count: number | null, isCertain: boolean) =>
  count === null ? 'number of calls unknown' : outlookText(outlook, count, isCertain)
export const callsInProgress = (count: number) => `${calls(count)} in progress will finish`
export const agentUnknown = 'agent unknown'

export const callsWillFail = (count: number, agent: string) =>
  `${calls(count)} will fail because “${agent}” can no longer place calls.`
export const callsMayFail = (count: number) => `${calls(count)} may fail. Switchboard could not load all flows.`
export const callsWillChange = (count: number, flow: string) => `${calls(count)} will use the flow “${flow}” instead.`

// Confirming a change by typing the name
export const confirmActions = {
  delete: (noun: string) => `Delete ${noun}`,
  save: (noun: string) => `Save ${noun}`,
  create: (noun: string) => `Create ${noun}`,
}
export const actionWithFailingCalls = (action: string, count: number) => `${action} and fail ${calls(count)}`
export const actionWithCallsAtRisk = (action: string, count: number) => `${action} and risk ${calls(count)}`
export const actionWithChangingCalls = (action: string, count: number) => `${action} and change ${calls(count)}`
export const loadingBatches = (noun: string) => `Loading batches that use this ${noun}…`
export const typeNameFirst = (noun: string) => `Type the ${noun}’s name first.`
export const typeToConfirm = (name: string) => `Type “${name}” to confirm`
export const keepEditing = 'Keep editing'
export const changedMeanwhile = (noun: string) =>
  `Another batch started to use this ${noun} after you opened this dialog. Nothing was sent. Check the list again.`
