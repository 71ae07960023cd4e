/** The controls of an agent's form, in their order. What they are bound to is the form's affair. */
import type { ReactNode } from 'react'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { readTypedNumber } from '#components/phone/typed-number.ts'
import { Slider } from '#ui/forms/choice.tsx'
import { SuggestField } from '#ui/forms/suggest-field.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { number } from '#ui/text/format-number.ts'
import { type FieldPath, fieldLabels } from './draft.ts'

/** Suggestions, not a closed list (interface 1). */
const knownProviders = ['openai', 'rime', 'elevenlabs', 'google', 'cartesia'] as const
const knownModels = [
  'gpt-4o-mini',
  'gpt-4o',
  'gpt-4.1',
  'gpt-4.1-mini',
  'gemini-2.5-flash',
  'gemini-2.0-flash-001',
] as const

interface FieldState {
  name: FieldPath
  error: string | null
  value: string | number | null
  onChange: (value: string | number) => void
  onBlur: () => void
}

/** Binds a control to its field. */
export type Draw = (path: FieldPath, control: (state: FieldState) => ReactNode) => ReactNode

interface Props {
  draw: Draw
  /** The agent has a number whose digits the service does not tell. */
  hidden: boolean
  /** The voice that was emptied because another provider was chosen, in words; '' while there is one. */
  left: string
}

const text = (value: FieldState['value']): string => (typeof value === 'string' ? value : '')
const inOrder = 'grid gap-x-4 gap-y-3 sm:grid-cols-2'

export function AgentFields({ draw, hidden, left }: Props) {
  const word = (path: FieldPath, more: { optional?: boolean; mono?: boolean; hint?: ReactNode } = {}) =>
    draw(path, ({ value, ...state }) => (
      <TextField label={fieldLabels[path]} {...more} {...state} value={text(value)} />
    ))
  const suggested = (path: FieldPath, suggestions: readonly string[], hint: string) =>
    draw(path, ({ value, ...state }) => (
      <SuggestField label={fieldLabels[path]} suggestions={suggestions} hint={hint} {...state} value={text(value)} />
    ))
  const setting = (path: FieldPath, hint: string) =>
    draw(path, ({ value, ...state }) => (
      <Slider
        label={fieldLabels[path]}
        hint={hint}
        format={(at) => at.toFixed(2)}
        {...state}
        value={typeof value === 'number' ? value : null}
      />
    ))

  return (
    <>
      <Section title="Who it is">
        <div className="flex flex-col gap-3">
          {word('name')}
          {draw('personality', ({ value, ...state }) => (
            <TextArea
              label={fieldLabels.personality}
              optional
              rows={8}
              hint={`Who the agent is, how it speaks, what it never does. ${number(text(value).length)} of 20,000 characters.`}
              {...state}
              value={text(value)}
            />
          ))}
        </div>
      </Section>
      <Section title="Model and voice">
        <div className={inOrder}>
          {suggested('model', knownModels, 'Choose one, or write any other that the service knows.')}
          {suggested('voice.provider', knownProviders, 'Whose voice it is.')}
          {word('voice.voiceId', { mono: true, hint: left || 'As the provider writes it.' })}
          {word('voice.name', { optional: true })}
          {word('voice.language', { optional: true, hint: 'Such as en-GB.' })}
        </div>
      </Section>
      <Section title="Calls">
        <div className="sm:max-w-md">
          {draw('phoneNumber', ({ value, ...state }) => (
            <TextField
              label={fieldLabels.phoneNumber}
              optional
              mono
              type="tel"
              hint={<NumberHint typed={text(value)} hidden={hidden} />}
              {...state}
              value={text(value)}
            />
          ))}
        </div>
      </Section>
      <Section title="Settings">
        <div className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
          {setting('settings.speed', 'How fast it speaks.')}
          {setting('settings.volume', 'How loud it speaks.')}
          {setting('settings.temperature', 'How freely it chooses its words.')}
        </div>
      </Section>
    </>
  )
}

function NumberHint({ typed, hidden }: { typed: string; hidden: boolean }) {
  const read = readTypedNumber(typed)
  if (read.ok) return <PhoneNumber number={read.e164} country="name" />
  if (hidden) return 'This agent has a number; the service does not tell its digits. Left empty, it stays.'
  return 'With its country code, such as +14155550134. Without a number the agent cannot place calls.'
}
