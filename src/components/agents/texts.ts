/** Texts about agents: choosing one, whether it can place calls, and what a change does to its calls. */
import { number, plural } from '#ui/text/format-number.ts'

const calls = (count: number) => plural(count, 'call', 'calls')

// Agent picker
/** Said wherever a list that is cut short would be read as the whole. */
export const onlyFirst = (count: number, many: string) => `Only the first ${number(count)} ${many} are loaded.`

// Names
export const sendsWithoutReview = 'Sends without review'

// Readiness: flow, short for a column and as a sentence
export const noFlow = { short: 'No flow attached', sentence: 'No flow is attached.' }
export const noOutboundFlow = (flows: readonly string[]) => ({
  short: 'No outbound flow',
  sentence:
    flows.length === 1
      ? `The flow “${flows[0]}” is not for outbound calls.`
      : `None of its ${number(flows.length)} flows is for outbound calls.`,
})

// Readiness: the status that the service gives
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
/** "a, b and c". */
export const list = (items: readonly string[]): string => {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}

// Batches that a change affects
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

// Confirming a change by typing the name
export const confirmActions = {
  delete: (noun: string) => `Delete ${noun}`,
  save: (noun: string) => `Save ${noun}`,
  create: (noun: string) => `Create ${noun}`,
}
export const loadingBatches = (noun: string) => `Loading batches that use this ${noun}…`
