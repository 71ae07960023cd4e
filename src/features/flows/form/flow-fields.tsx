/** The controls of a flow's form, in their order. What they are bound to is the form's affair. */
import { AgentPicker } from '#components/agents/agent-picker.tsx'
import { valueAt } from '#components/records/record-draft.ts'
import { RadioGroup, SegmentedControl, Switch } from '#ui/forms/choice.tsx'
import { SuggestField } from '#ui/forms/suggest-field.tsx'
import { NumberField, TextArea, TextField } from '#ui/forms/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { span } from '#ui/time/format-time.ts'
import { type Draft, type FieldPath, fieldLabels } from '../draft.ts'
import { directions, promptTypes, welcomes, withCurrent } from '../option-words.ts'
import { VariablesHint } from '../steps/variables.tsx'

interface Props {
  draft: Draft
  put: (path: FieldPath, value: unknown) => void
  errorAt: (name: string) => string | null
}

/** What binds a control to a field. */
function useBound({ draft, put, errorAt }: Props) {
  const about = (path: FieldPath) => ({ label: fieldLabels[path], name: path, error: errorAt(path) })
  const read = (path: FieldPath) => valueAt(draft, path)
  return {
    text: (path: FieldPath) => {
      const value = read(path)
      return { ...about(path), value: typeof value === 'string' ? value : '', onChange: (to: string) => put(path, to) }
    },
    number: (path: FieldPath) => {
      const value = read(path)
      return {
        ...about(path),
        value: typeof value === 'number' ? value : null,
        onChange: (to: number | null) => put(path, to ?? undefined),
      }
    },
    tick: (path: FieldPath, assumed: boolean) => {
      const value = read(path)
      return {
        label: fieldLabels[path],
        name: path,
        checked: typeof value === 'boolean' ? value : assumed,
        onChange: (to: boolean) => put(path, to),
      }
    },
  }
}

export function WhatItIs(props: Props) {
  const { draft, put, errorAt } = props
  const { text, tick } = useBound(props)
  return (
    <Section title="What it is">
      <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        <div className="flex flex-col gap-3">
          <TextField {...text('name')} />
          <TextArea {...text('description')} optional rows={2} hint="For your colleagues: what the flow is for." />
        </div>
        <div className="flex flex-col gap-3">
          <AgentPicker
            agentId={draft.agentId}
            onChange={(agentId) => put('agentId', agentId)}
            name="agentId"
            error={errorAt('agentId')}
            optional
          />
          <SegmentedControl
            {...text('direction')}
            options={withCurrent(directions, draft.direction)}
            hint={directions.find(({ value }) => value === draft.direction)?.hint}
          />
          <Switch
            {...tick('isActive', true)}
            hint="Only an active flow leads calls; of several of one agent, the latest updated."
          />
        </div>
      </div>
    </Section>
  )
}

export function WhatItSays(props: Props) {
  const { draft } = props
  const { text } = useBound(props)
  return (
    <Section title="Prompt and first words">
      <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        <div className="flex flex-col gap-3">
          <RadioGroup {...text('promptType')} options={withCurrent(promptTypes, draft.promptType)} />
          <TextArea {...text('prompt')} optional rows={6} hint={<VariablesHint text={draft.prompt} />} />
        </div>
        <div className="flex flex-col gap-3">
          <RadioGroup {...text('welcomeMessage')} options={withCurrent(welcomes, draft.welcomeMessage)} />
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

const zones = Intl.supportedValuesOf('timeZone')
const hours = 'settings.responseSettings.workingHours'

export function HowCallsGo(props: Props) {
  const { text, number, tick } = useBound(props)
  const longest = number('settings.callSetting.maxCallDuration')
  const keepsHours = tick(`${hours}.enabled`, false)
  return (
    <Section title="Settings">
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
        <div className="flex flex-col gap-3">
          <NumberField
            {...longest}
            min={0}
            max={3600}
            suffix="s"
            hint={longest.value === null ? 'At most 3,600 s.' : `${span(longest.value)}; at most one hour.`}
          />
          <NumberField
            {...number('settings.callSetting.endCallOnSilence')}
            min={0}
            max={3600}
            suffix="s"
            hint="When nobody speaks for so long."
          />
          <NumberField
            {...number('settings.responseSettings.delay')}
            min={0}
            step={0.1}
            suffix="s"
            hint="How long the agent waits before it answers."
          />
          <Switch
            {...tick('settings.enableRecording', true)}
            label="Record calls"
            hint="Off: calls of this flow are not recorded."
          />
        </div>
        <div className="flex flex-col gap-3">
          <Switch {...keepsHours} label="Keep working hours" hint="Outside of them the rule for it applies." />
          {keepsHours.checked && (
            <>
              <div className="grid grid-cols-2 gap-3">
                <TextField {...text(`${hours}.start`)} type="time" />
                <TextField {...text(`${hours}.end`)} type="time" />
              </div>
              <SuggestField {...text(`${hours}.timezone`)} suggestions={zones} />
              <TextArea {...text(`${hours}.outOfHoursMessage`)} optional rows={2} />
            </>
          )}
        </div>
      </div>
    </Section>
  )
}
