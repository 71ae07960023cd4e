/** The controls of an agent's form. The form binds them to its fields. */
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { readTypedNumber } from '#components/phone/typed-number.ts'
import { Slider } from '#ui/forms/choice.tsx'
import { SuggestField, type Suggestion } from '#ui/forms/suggest-field.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import type { FieldPath } from './draft.ts'
import * as texts from './texts.ts'

interface FieldState {
  name: FieldPath
  error: string | null
  value: string | number | null
  onChange: (value: string | number) => void
  onBlur: () => void
}

/** Renders a control bound to its field. */
export type RenderField = (path: FieldPath, control: (state: FieldState) => ReactNode) => ReactNode

interface Props {
  renderField: RenderField
  /** The agent has a number whose digits the service does not show. */
  hasHiddenNumber: boolean
  /** Names the voice that was cleared because another provider was chosen; '' if none was. */
  clearedVoice: string
  /** The chosen provider; '' for none. */
  provider: string
  models: readonly Suggestion[]
  providers: readonly Suggestion[]
  /** The voices of the chosen provider. */
  voices: readonly Suggestion[]
  /** Says that the voice is one of another provider; '' if it is not. */
  foreignVoice: string
}

const textOf = (value: FieldState['value']): string => (typeof value === 'string' ? value : '')
const twoColumns = 'grid gap-x-4 gap-y-3 sm:grid-cols-2'

export function AgentFields({
  renderField,
  hasHiddenNumber,
  clearedVoice,
  provider,
  models,
  providers,
  voices,
  foreignVoice,
}: Props) {
  const textField = (path: FieldPath, options: { optional?: boolean; mono?: boolean; hint?: ReactNode } = {}) =>
    renderField(path, ({ value, ...state }) => (
      <TextField label={texts.fieldLabels[path]} {...options} {...state} value={textOf(value)} />
    ))
  const suggestField = (path: FieldPath, suggestions: readonly Suggestion[], hint: ReactNode, mono = false) =>
    renderField(path, ({ value, ...state }) => (
      <SuggestField
        label={texts.fieldLabels[path]}
        suggestions={suggestions}
        hint={hint}
        mono={mono}
        {...state}
        value={textOf(value)}
      />
    ))
  const slider = (path: FieldPath, hint: string) =>
    renderField(path, ({ value, ...state }) => (
      <Slider
        label={texts.fieldLabels[path]}
        hint={hint}
        format={(value) => value.toFixed(2)}
        {...state}
        value={typeof value === 'number' ? value : null}
      />
    ))

  return (
    <>
      <Section title="Identity">
        <div className="flex flex-col gap-3">
          {textField('name')}
          {renderField('personality', ({ value, ...state }) => (
            <TextArea
              label={texts.fieldLabels.personality}
              optional
              rows={8}
              hint={texts.personalityHint(textOf(value).length)}
              {...state}
              value={textOf(value)}
            />
          ))}
        </div>
      </Section>
      <Section title="Model and voice">
        <div className={twoColumns}>
          {suggestField(
            'model',
            models,
            'Models of this workspace’s agents come first. The others are suggestions; you can enter any that the service supports.',
          )}
          {suggestField(
            'voice.provider',
            providers,
            'The company that provides the voice. You can enter any that the service supports.',
          )}
          {suggestField(
            'voice.voiceId',
            voices,
            foreignVoice ? (
              <Warning text={foreignVoice} />
            ) : (
              clearedVoice ||
                (provider === ''
                  ? 'Choose a provider first, and its voices are listed here.'
                  : `The ID that ${provider} uses for this voice. Voices of this workspace’s agents come first. The others are suggestions that may be out of date; you can enter any other.`)
            ),
            true,
          )}
          {textField('voice.name', { optional: true })}
          {textField('voice.language', { optional: true, hint: 'For example en-GB.' })}
        </div>
      </Section>
      <Section title="Calls">
        <div className="sm:max-w-md">
          {renderField('phoneNumber', ({ value, ...state }) => (
            <TextField
              label={texts.fieldLabels.phoneNumber}
              optional
              mono
              type="tel"
              hint={<NumberHint typed={textOf(value)} hasHiddenNumber={hasHiddenNumber} />}
              {...state}
              value={textOf(value)}
            />
          ))}
        </div>
      </Section>
      <Section title={texts.settingsSection}>
        <div className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
          {slider('settings.speed', 'How fast the agent speaks.')}
          {slider('settings.volume', 'How loud the agent speaks.')}
          {slider('settings.temperature', 'How much the agent varies its words.')}
        </div>
      </Section>
    </>
  )
}

/** A value that can be saved, but is probably a mistake. */
const Warning = ({ text }: { text: string }) => (
  <span className="flex gap-1.5 text-ink">
    <span className="mt-px">
      <Glyph icon={TriangleAlert} size="small" />
    </span>
    {text}
  </span>
)

function NumberHint({ typed, hasHiddenNumber }: { typed: string; hasHiddenNumber: boolean }) {
  const number = readTypedNumber(typed)
  if (number.ok) return <PhoneNumber number={number.e164} country="name" />
  return hasHiddenNumber
    ? 'This agent has a number, but the service does not show its digits. Leave this empty to keep the number.'
    : 'Start with + and the country code, for example +14155550134. Without a number, the agent cannot place calls.'
}
