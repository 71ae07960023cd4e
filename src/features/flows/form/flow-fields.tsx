/** The fields of a flow's form, without its steps and rules. */
import type { ReactNode } from 'react'
import { AgentPicker } from '#components/agents/agent-picker.tsx'
import { valueAt } from '#components/records/draft/record-draft.ts'
import { RadioGroup, Switch } from '#ui/forms/choice.tsx'
import { Select } from '#ui/forms/select.tsx'
import { SuggestField } from '#ui/forms/suggest-field.tsx'
import { NumberField, TextArea, TextField } from '#ui/forms/text-field.tsx'
import { formatDuration } from '#ui/time/format-time.ts'
import type { Draft, FieldPath } from '../draft.ts'
import { withCurrent } from '../options.ts'
import { PromptField } from '../panels/prompt-field.tsx'
import { directionOptions, fieldLabels, greetingOptions, promptTypeOptions } from '../texts.tsx'
import * as texts from './texts.ts'

/** The draft, and how a form reads and changes its fields. */
export interface FieldBinding {
  draft: Draft
  setField: (path: FieldPath, value: unknown) => void
  errorAt: (name: string) => string | null
}

const agentField: FieldPath = 'agentId'

/** Binds controls to the fields of the draft. */
function bindFields({ draft, setField, errorAt }: FieldBinding) {
  const fieldProps = (path: FieldPath) => ({ label: fieldLabels[path], name: path, error: errorAt(path) })
  const valueOf = (path: FieldPath) => valueAt(draft, path)
  return {
    text: (path: FieldPath) => {
      const value = valueOf(path)
      return {
        ...fieldProps(path),
        value: typeof value === 'string' ? value : '',
        onChange: (next: string) => setField(path, next),
      }
    },
    number: (path: FieldPath) => {
      const value = valueOf(path)
      return {
        ...fieldProps(path),
        value: typeof value === 'number' ? value : null,
        onChange: (next: number | null) => setField(path, next ?? undefined),
      }
    },
    toggle: (path: FieldPath, fallback: boolean) => {
      const value = valueOf(path)
      return {
        label: fieldLabels[path],
        name: path,
        checked: typeof value === 'boolean' ? value : fallback,
        onChange: (next: boolean) => setField(path, next),
      }
    },
  }
}

/** The fields of the header row, and the form's buttons. */
export function HeaderFields({ buttons, ...props }: FieldBinding & { buttons: ReactNode }) {
  const { text, toggle } = bindFields(props)
  return (
    <>
      <div className="min-w-36 flex-1 md:max-w-md">
        <TextField {...text('name')} labelHidden placeholder="Name of the flow" />
      </div>
      <Switch {...toggle('isActive', true)} />
      <div className="flex items-center gap-1 ml-auto">{buttons}</div>
    </>
  )
}

const timeZones = Intl.supportedValuesOf('timeZone')
const workingHoursPath = 'settings.responseSettings.workingHours'

/** The fields of the flow that are not in the header row: agent, direction, description, prompt, greeting and settings. */
export function FlowFields(props: FieldBinding) {
  const { draft, setField, errorAt } = props
  const { text, number, toggle } = bindFields(props)
  const callLength = number('settings.callSetting.maxCallDuration')
  const workingHours = toggle(`${workingHoursPath}.enabled`, false)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-label text-muted">
        Calls use an active flow. If an agent has several, the most recently updated one is used.
      </p>
      <AgentPicker
        agentId={draft.agentId}
        onChange={(agentId) => setField(agentField, agentId)}
        name={agentField}
        error={errorAt(agentField)}
        optional
      />
      <Select {...text('direction')} options={withCurrent(directionOptions, draft.direction)} />
      <TextArea {...text('description')} optional rows={2} hint="Tells your colleagues what the flow is for." />
      <RadioGroup {...text('promptType')} options={withCurrent(promptTypeOptions, draft.promptType)} />
      <PromptField {...text('prompt')} optional rows={4} />
      <RadioGroup {...text('welcomeMessage')} options={withCurrent(greetingOptions, draft.welcomeMessage)} />
      {draft.welcomeMessage === 'ai_custom' && <PromptField {...text('customWelcomeMessage')} />}
      <NumberField
        {...callLength}
        min={0}
        max={3600}
        suffix={texts.secondsSuffix}
        hint={
          callLength.value === null
            ? texts.callLengthLimit
            : `${formatDuration(callLength.value)}. The maximum is 1 hour.`
        }
      />
      <NumberField
        {...number('settings.callSetting.endCallOnSilence')}
        min={0}
        max={3600}
        suffix={texts.secondsSuffix}
        hint="The call ends if nobody speaks for this long."
      />
      <NumberField
        {...number('settings.responseSettings.delay')}
        min={0}
        step={0.1}
        suffix={texts.secondsSuffix}
        hint="How long the agent waits before it answers."
      />
      <Switch
        {...toggle('settings.enableRecording', true)}
        label="Record calls"
        hint="If off, calls that use this flow are not recorded."
      />
      <Switch
        {...workingHours}
        label="Use working hours"
        hint="Outside these hours, the rule “The call is outside working hours” applies."
      />
      {workingHours.checked && (
        <>
          <div className="grid grid-cols-2 gap-3">
            <TextField {...text(`${workingHoursPath}.start`)} type="time" />
            <TextField {...text(`${workingHoursPath}.end`)} type="time" />
          </div>
          <SuggestField {...text(`${workingHoursPath}.timezone`)} suggestions={timeZones} />
          <PromptField {...text(`${workingHoursPath}.outOfHoursMessage`)} optional />
        </>
      )}
    </div>
  )
}
