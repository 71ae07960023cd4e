/** The audit as rows of a CSV file, in words. */
import {
  auditedActionText,
  auditedChangeText,
  auditedRecordsText,
  contract,
  type EndpointDefinition,
  type HistoryEntry,
  type HistoryStep,
  outcomeText,
  ownActionTexts,
} from '#contract/index.ts'

export const auditCsvColumns = [
  'started',
  'last change',
  'operator',
  'action',
  'records',
  'outcome',
  'reason',
  'changes',
  'steps',
  'endpoint',
  'state',
  'happened',
  'IDs',
  'effect ID',
  'number',
]

/** The history names Switchboard with null. */
const switchboard = 'Switchboard'
const timeText = (at: number) => new Date(at).toISOString()
const doneText = (endpoint: string) =>
  (contract as Partial<Record<string, EndpointDefinition>>)[endpoint]?.done ?? ownActionTexts[endpoint] ?? endpoint

const stepText = ({ state, happened, operator, at, reason }: HistoryStep) =>
  [timeText(at), outcomeText({ state, happened }), `by ${operator ?? switchboard}`, reason && `(${reason})`]
    .filter(Boolean)
    .join(' ')

const pairs = (record: Readonly<Record<string, string>>) =>
  Object.entries(record)
    .map((pair) => pair.join('='))
    .join(' ')

/** The cells of an entry, in the order of the columns. */
export const auditCsvCells = (entry: HistoryEntry): string[] => [
  timeText(entry.steps[0]?.at ?? entry.at),
  timeText(entry.at),
  entry.operator ?? switchboard,
  auditedActionText(entry.endpoint, entry.ids, entry.state, doneText(entry.endpoint)),
  auditedRecordsText(entry.ids, entry.names),
  outcomeText(entry),
  entry.reason ?? '',
  (entry.version?.changes ?? []).map(auditedChangeText).join('; '),
  entry.steps.map(stepText).join('; '),
  entry.endpoint,
  entry.state,
  entry.happened === null ? '' : `${entry.happened}`,
  pairs(entry.ids),
  entry.effectId,
  `${entry.seq}`,
]
