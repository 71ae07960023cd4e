/** The facts of a flow for its page. */
import { valueAt } from '#components/records/draft/record-draft.ts'
import { otherFacts } from '#components/records/other-facts.tsx'
import type { Flow } from '#contract/index.ts'
import { Id } from '#ui/forms/copy-button.tsx'
import type { Fact } from '#ui/layout/section.tsx'
import { formatDuration } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import type { FieldPath } from './draft.ts'
import { optionLabel } from './options.ts'
import { WithVariables } from './steps/variables.tsx'
import * as texts from './texts.tsx'

export const promptFacts = (flow: Flow): Fact[] => [
  { term: texts.fieldLabels.promptType, value: optionLabel(texts.promptTypeOptions, flow.promptType) },
  { term: texts.fieldLabels.welcomeMessage, value: optionLabel(texts.greetingOptions, flow.welcomeMessage) },
  ...(flow.customWelcomeMessage === ''
    ? []
    : [{ term: texts.fieldLabels.customWelcomeMessage, value: <WithVariables text={flow.customWelcomeMessage} /> }]),
]

const workingHoursPath = 'settings.responseSettings.workingHours'

export function settingFacts(flow: Flow): Fact[] {
  const valueOf = (path: FieldPath) => valueAt(flow, path)
  const textOf = (path: FieldPath) => String(valueOf(path) ?? '–')
  const secondsFact = (path: FieldPath): Fact => {
    const value = valueOf(path)
    return {
      term: texts.fieldLabels[path],
      value:
        typeof value === 'number'
          ? Number.isInteger(value)
            ? formatDuration(value)
            : `${value} s`
          : texts.notSpecified,
    }
  }
  return [
    secondsFact('settings.callSetting.maxCallDuration'),
    secondsFact('settings.callSetting.endCallOnSilence'),
    secondsFact('settings.responseSettings.delay'),
    {
      term: texts.fieldLabels[`${workingHoursPath}.enabled`],
      value:
        valueOf(`${workingHoursPath}.enabled`) === true
          ? `${textOf(`${workingHoursPath}.start`)} to ${textOf(`${workingHoursPath}.end`)}, ${textOf(`${workingHoursPath}.timezone`)}`
          : 'Off: calls at any hour',
    },
    ...(valueOf(`${workingHoursPath}.enabled`) === true && valueOf(`${workingHoursPath}.outOfHoursMessage`)
      ? [
          {
            term: texts.fieldLabels[`${workingHoursPath}.outOfHoursMessage`],
            value: <WithVariables text={textOf(`${workingHoursPath}.outOfHoursMessage`)} />,
          },
        ]
      : []),
    {
      term: texts.fieldLabels['settings.enableRecording'],
      value: valueOf('settings.enableRecording') !== false ? 'Calls are recorded' : 'Calls are not recorded',
    },
    ...otherFacts(flow.settings, ['callSetting', 'responseSettings', 'enableRecording']),
  ]
}

const fieldsShownElsewhere = [
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
  { term: 'Flow ID', value: <Id id={flow.id} name="flow ID" /> },
  { term: 'Created', value: <Time at={flow.createdAt} show="day-and-time" /> },
  { term: 'Updated', value: <Time at={flow.updatedAt} show="day-and-time" /> },
  ...otherFacts(flow, fieldsShownElsewhere),
]
