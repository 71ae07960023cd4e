/** A flow's facts, for its page. */
import { valueAt } from '#components/records/record-draft.ts'
import type { Flow } from '#contract/index.ts'
import { Id } from '#ui/forms/copy-button.tsx'
import type { Fact } from '#ui/layout/section.tsx'
import { span } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import { type FieldPath, fieldLabels } from './draft.ts'
import { labelIn, promptTypes, welcomes } from './option-words.ts'
import { otherFacts } from './steps/other-facts.tsx'
import { WithVariables } from './steps/variables.tsx'

export const talkFacts = (flow: Flow): Fact[] => [
  { term: fieldLabels.promptType, value: labelIn(promptTypes, flow.promptType) },
  { term: fieldLabels.welcomeMessage, value: labelIn(welcomes, flow.welcomeMessage) },
  ...(flow.customWelcomeMessage === ''
    ? []
    : [{ term: fieldLabels.customWelcomeMessage, value: <WithVariables text={flow.customWelcomeMessage} /> }]),
]

const hours = 'settings.responseSettings.workingHours'

export function callFacts(flow: Flow): Fact[] {
  const at = (path: FieldPath) => valueAt(flow, path)
  const word = (path: FieldPath) => String(at(path) ?? '–')
  const seconds = (path: FieldPath): Fact => {
    const value = at(path)
    return {
      term: fieldLabels[path],
      value: typeof value === 'number' ? (Number.isInteger(value) ? span(value) : `${value} s`) : 'not told',
    }
  }
  return [
    seconds('settings.callSetting.maxCallDuration'),
    seconds('settings.callSetting.endCallOnSilence'),
    seconds('settings.responseSettings.delay'),
    {
      term: fieldLabels[`${hours}.enabled`],
      value:
        at(`${hours}.enabled`) === true
          ? `${word(`${hours}.start`)} to ${word(`${hours}.end`)}, ${word(`${hours}.timezone`)}`
          : 'Not kept: calls at any hour',
    },
    ...(at(`${hours}.enabled`) === true && at(`${hours}.outOfHoursMessage`)
      ? [
          {
            term: fieldLabels[`${hours}.outOfHoursMessage`],
            value: <WithVariables text={word(`${hours}.outOfHoursMessage`)} />,
          },
        ]
      : []),
    {
      term: fieldLabels['settings.enableRecording'],
      value: at('settings.enableRecording') === false ? 'Calls are not recorded' : 'Calls are recorded',
    },
    ...otherFacts(flow.settings, ['callSetting', 'responseSettings', 'enableRecording']),
  ]
}

const named = [
  'id',
  'name',
  'description',
  'direction',
  'agentId',
  'promptType',
  'prompt',
  'flowData',
  'rules',
  'isActive',
  'welcomeMessage',
  'customWelcomeMessage',
  'settings',
  'createdAt',
  'updatedAt',
]

export const recordFacts = (flow: Flow): Fact[] => [
  { term: 'Flow ID', value: <Id id={flow.id} of="flow ID" /> },
  { term: 'Created', value: <Time at={flow.createdAt} show="day-and-time" /> },
  { term: 'Updated', value: <Time at={flow.updatedAt} show="day-and-time" /> },
  ...otherFacts(flow, named),
]
