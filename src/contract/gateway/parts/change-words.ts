/** Says in words what changed in a record: "Step “Ask for the order number”: prompt changed". The pages and the CSV of the audit share them. */
import type { AuditedChange, ChangeName } from './versions.ts'

const fieldNames: Readonly<Record<string, string>> = {
  id: 'ID',
  createdAt: 'creation time',
  model: 'language model',
  'voice.provider': 'voice provider',
  'voice.voiceId': 'voice ID',
  'voice.name': 'voice name',
  'voice.language': 'voice language',
  phoneNumber: 'phone number',
  phoneNumberId: 'phone number',
  'settings.speed': 'speaking speed',
  'settings.volume': 'volume',
  'settings.temperature': 'temperature',
  agentId: 'agent',
  isActive: 'active',
  promptType: 'what calls follow',
  welcomeMessage: 'greeting',
  customWelcomeMessage: 'welcome message',
  flowData: 'steps',
  'settings.callSetting.maxCallDuration': 'maximum call length',
  'settings.callSetting.endCallOnSilence': 'end of the call after silence',
  'settings.responseSettings.delay': 'response delay',
  'settings.responseSettings.workingHours.enabled': 'working hours',
  'settings.responseSettings.workingHours.start': 'start of working hours',
  'settings.responseSettings.workingHours.end': 'end of working hours',
  'settings.responseSettings.workingHours.timezone': 'time zone of working hours',
  'settings.responseSettings.workingHours.outOfHoursMessage': 'out-of-hours message',
  'settings.enableRecording': 'recording',
  messageChannel: 'channel',
  initiationMessage: 'first message',
}
/** What the fields of steps, connections and rules are called, where it differs from the field. */
const partFieldNames: Readonly<Record<string, string>> = {
  position: 'position on the canvas',
  sourceHandle: 'branch',
  from: 'start',
  to: 'end',
  when: 'condition',
  then: 'action',
}

/** `outOfHoursMessage` as "out of hours message"; a name that is no such word stays. */
const inWords = (name: string) =>
  /^[a-z]+(?:[A-Z][a-z]+)+$/.test(name) ? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : name

/** The name of a field of a record, such as "voice provider". */
export const fieldName = (field: string): string => fieldNames[field] ?? field.split('.').map(inWords).join(' › ')

const capitalized = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase())
const quoted = (name: string) => `“${name}”`
const verbs = { added: 'added', removed: 'removed', changed: 'changed' } as const
/** What the operator did to a field: a field that had no value was set. */
const fieldVerbs = { added: 'set', removed: 'cleared', changed: 'changed' } as const

const connection = (names: readonly string[]) => `from ${quoted(names[0] ?? '')} to ${quoted(names[1] ?? '')}`

/** One change as a phrase that begins with a capital letter. */
export function changeText({ part, change, names, field }: ChangeName): string {
  if (part === 'field') return `${capitalized(fieldName(field))} ${fieldVerbs[change]}`
  const thing =
    part === 'connection'
      ? `Connection ${connection(names)}`
      : part === 'step'
        ? `Step ${quoted(names[0] ?? '')}`
        : `Rule ${quoted(names[0] ?? '')}`
  if (field === '') return `${thing} ${verbs[change]}`
  if (part === 'rule' && field === 'order') return 'Order of the rules changed'
  if (part === 'step' && field === 'position') return `${thing} moved`
  return `${thing}: ${partFieldNames[field] ?? inWords(field)} ${fieldVerbs[change]}`
}

const valueText = (value: AuditedChange['from']): string =>
  value === null ? 'none' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

/** A change as the audit names it, with its values if the audit has them: "Active changed from yes to no". */
export function auditedChangeText(change: AuditedChange): string {
  const text = changeText(change)
  return change.from === null && change.to === null
    ? text
    : `${text} from ${valueText(change.from)} to ${valueText(change.to)}`
}
