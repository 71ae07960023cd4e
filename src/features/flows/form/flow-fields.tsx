/** The sections of a flow's form, without its steps and rules. */
import { AgentPicker } from '#components/agents/agent-picker.tsx'
import { valueAt } from '#components/records/record-draft.ts'
import { RadioGroup, SegmentedControl, Switch } from '#ui/forms/choice.tsx'
import { SuggestField } from '#ui/forms/suggest-field.tsx'
import { NumberField, TextArea, TextField } from '#ui/forms/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { formatDuration } from '#ui/time/format-time.ts'
import type { Draft, FieldPath } from '../draft.ts'
import { withCurrent } from '../options.ts'
import { VariablesHint } from '../steps/variables.tsx'
import {
  directionOptions,
  fieldLabels,
  greetingOptions,
  promptSection,
  promptTypeOptions,
  settingsSection,
} from '../texts.tsx'
import * as texts from './texts.ts'

interface Props {
  draft: Draft
  setField: (path: FieldPath, value: unknown) => void
  errorAt: (name: string) => string | null
}

const agentField: FieldPath = 'agentId'

/** Binds controls to the fields of the draft. */
function bindFields({ draft, setField, errorAt }: Props) {
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

export function GeneralSection(props: Props) {
  const { draft, setField, errorAt } = props
  const { text, toggle } = bindFields(props)
  return (
    <Section title={texts.generalSection}>
      <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        <div className="flex flex-col gap-3">
          <TextField {...text('name')} />
          <TextArea {...text('description')} optional rows={2} hint={texts.descriptionHint} />
        </div>
        <div className="flex flex-col gap-3">
          <AgentPicker
            agentId={draft.agentId}
            onChange={(agentId) => setField(agentField, agentId)}
            name={agentField}
            error={errorAt(agentField)}
            optional
          />
          <SegmentedControl
            {...text('direction')}
            options={withCurrent(directionOptions, draft.direction)}
            hint={directionOptions.find(({ value }) => value === draft.direction)?.hint}
          />
          <Switch {...toggle('isActive', true)} hint={texts.activeHint} />
        </div>
      </div>
    </Section>
  )
}

export function PromptSection(props: Props) {
  const { draft } = props
  const { text } = bindFields(props)
  return (
    <Section title={promptSection}>
      <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        <div className="flex flex-col gap-3">
          <RadioGroup {...text('promptType')} options={withCurrent(promptTypeOptions, draft.promptType)} />
          <TextArea {...text('prompt')} optional rows={6} hint={<VariablesHint text={draft.prompt} />} />
        </div>
        <div className="flex flex-col gap-3">
          <RadioGroup {...text('welcomeMessage')} options={withCurrent(greetingOptions, draft.welcomeMessage)} />
          {draft.welcomeMessage === 'ai_custom' && (
            <TextArea
              {...text('customWelcomeMessage')}
              rows={3}
              hint={<VariablesHint text={draft.customWelcomeMessage} />}
            />
          )}
        </div>
      </div>
    </Section>
  )
}

const timeZones = Intl.supportedValuesOf('timeZone')
const workingHoursPath = 'settings.responseSettings.workingHours'

export function SettingsSection(props: Props) {
  const { text, number, toggle } = bindFields(props)
  const callLength = number('settings.callSetting.maxCallDuration')
  const workingHours = toggle(`${workingHoursPath}.enabled`, false)
  return (
    <Section title={settingsSection}>
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
        <div className="flex flex-col gap-3">
          <NumberField
            {...callLength}
            min={0}
            max={3600}
            suffix={texts.secondsSuffix}
            hint={
              callLength.value === null ? texts.callLengthLimit : texts.callLengthHint(formatDuration(callLength.value))
            }
          />
          <NumberField
            {...number('settings.callSetting.endCallOnSilence')}
            min={0}
            max={3600}
            suffix={texts.secondsSuffix}
            hint={texts.silenceHint}
          />
          <NumberField
            {...number('settings.responseSettings.delay')}
            min={0}
            step={0.1}
            suffix={texts.secondsSuffix}
            hint={texts.delayHint}
          />
          <Switch
            {...toggle('settings.enableRecording', true)}
            label={texts.recordCalls}
            hint={texts.recordCallsHint}
          />
        </div>
        <div className="flex flex-col gap-3">
          <Switch {...workingHours} label={texts.limitToWorkingHours} hint={texts.workingHoursHint} />
          {workingHours.checked && (
            <>
              <div className="grid grid-cols-2 gap-3">
                <TextField {...text(`${workingHoursPath}.start`)} type="time" />
                <TextField {...text(`${workingHoursPath}.end`)} type="time" />
              </div>
              <SuggestField {...text(`${workingHoursPath}.timezone`)} suggestions={timeZones} />
              <TextArea {...text(`${workingHoursPath}.outOfHoursMessage`)} optional rows={2} />
            </>
          )}
        </div>
      </div>
    </Section>
  )
}
