/** Texts of the comparison of two batches. */
import { number, plural } from '#ui/text/format-number.ts'
import { percent, shareOf } from '#ui/text/share.ts'

// comparison-page.tsx
export const title = (earlier: string, later: string) => `What changed between “${earlier}” and “${later}”`
export const titleAlone = (name: string) => `Compare “${name}”`
export const loading = 'Comparing…'
export const nothingToCompare = 'No earlier batch'
export const nothingToCompareHint =
  'Switchboard knows no earlier batch of this agent. Choose a batch to compare this one with.'
export const startUnknown = (name: string) =>
  `Switchboard does not know when “${name}” started, so it cannot tell which agent and flow it used.`
export const noRecords =
  'Switchboard does not know which agent made these calls. The page of each batch shows it once the service has named it.'
export const noFlow = 'Switchboard has seen no active flow of these agents for outgoing calls.'
export const severalFlows = (name: string, flows: number) =>
  `The agent had ${number(flows)} active flows for outgoing calls when “${name}” started. Calls use the most recently updated one, which Switchboard does not know.`

// choose-batch.tsx
export const compareWith = 'Compare with'
export const searchPlaceholder = 'Name or ID of a batch'
export const noMatches = 'No batch has this name or ID. Open it by its ID in the list of batches first.'

// batch-facts.tsx
export const batches = 'Batches'
export const factColumn = 'Fact'
export const earlierColumn = 'Earlier batch'
export const laterColumn = 'Later batch'
export const nameFact = 'Name'
export const agentFact = 'Agent'
export const startFact = 'Start of the calls'
export const startedByFact = 'Started by'
export const callsFact = 'Calls'
export const completedFact = 'Completed'
export const failedFact = 'Failed'
export const cancelledFact = 'Cancelled'
export const callsBackFact = 'Call-backs'
export const leftOutFact = 'Left out by rules'
export const hoursFact = 'Calling hours end'
export const unknown = 'Unknown'
export const noLimit = 'No limit recorded'
export const noneRecorded = 'None recorded'
export const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No')
/** "120 (60%)". */
export const share = (count: number, total: number) => `${number(count)} (${percent(shareOf(count, total))})`
export const rulesUnchanged = 'The calling rules were not changed between the two starts.'
export const rulesChanged = (count: number) =>
  `The calling rules were changed ${count === 1 ? 'once' : plural(count, 'time', 'times')} between the two starts:`
export const ruleChange = (operator: string) => `by ${operator}, `
export const showInAudit = 'Show in the audit'

// compared-record.tsx
export const recordTitle = (noun: string, earlier: string, later: string) =>
  earlier === '' || later === '' || earlier === later
    ? `${noun} ${later || earlier}`
    : `${noun} ${earlier}, then ${later}`
export const sideLabel = (label: string, batch: string) => `${label}: ${batch}`
export const kinds = { agent: 'Agent', flow: 'Flow' } as const
export const differences = (count: number) =>
  count === 0 ? 'No difference' : plural(count, 'difference', 'differences')
export const notCompared = 'Not compared'
export const changesOf = (title: string) => `Changes: ${title}`
export const sameVersion = 'Both batches used the same version.'
export const sameFields = 'Both versions have the same fields.'
export const cannotCompare = 'They cannot be compared, because what one of the batches used is not known.'
export const versionLink = (version: number) => `Version ${number(version)}`
/** "by Grace Okafor"; '' for a version that was only seen. @param who an operator, or where it was changed */
export const madeBy = (operator: string | null, who: string) =>
  operator === null ? who.toLowerCase() : `by ${operator}`
export const none = 'None'
export const notUsed = 'Not used: it was not active for outgoing calls of this agent.'
export const notCreated = 'Not used: it was created after this batch started, '
export const seenLater = 'Not known: first seen after this batch started, '
export const elsewhereLater =
  'A change outside Switchboard was first seen after the start. It may have been made before it: '
export const changedLater = 'It was changed again while this batch may have been running: '
export const partial = 'Seen only in a list, which may leave out fields.'
export const compareVersions = 'Compare and restore versions'
