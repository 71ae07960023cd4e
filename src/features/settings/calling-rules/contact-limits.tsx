/** The rule that limits how often one person is called. */
import { useState } from 'react'
import { ContactLimits } from '#contract/index.ts'
import { SettingForm } from '#kit/actions/setting-form.tsx'
import { NumberField } from '#ui/forms/text-field.tsx'
import { wholeNumber } from '../shared/texts.tsx'
import * as texts from './texts.ts'

const maxCalls = 100
const problemOf = (value: number | null) =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= maxCalls ? null : wholeNumber(1, maxCalls)

export function ContactLimitsForm({ limits }: { limits: ContactLimits }) {
  const [typed, setTyped] = useState<{ perDay?: number | null; perWeek?: number | null }>({})
  const { perDay, perWeek } = { ...limits, ...typed }
  const { data } = ContactLimits.safeParse({ perDay, perWeek })
  return (
    <SettingForm
      title={texts.contactLimits}
      intro={texts.contactLimitsIntro}
      what={texts.contactLimitsSaved}
      command="callingRulesChange"
      values={data ? { limits: data } : null}
      isChanged={perDay !== limits.perDay || perWeek !== limits.perWeek}
      onReset={() => setTyped({})}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={texts.maxPerDay}
          min={1}
          max={maxCalls}
          value={perDay}
          onChange={(next) => setTyped({ ...typed, perDay: next })}
          error={problemOf(perDay)}
        />
        <NumberField
          label={texts.maxPerWeek}
          min={1}
          max={maxCalls}
          value={perWeek}
          onChange={(next) => setTyped({ ...typed, perWeek: next })}
          error={problemOf(perWeek)}
        />
      </div>
    </SettingForm>
  )
}
