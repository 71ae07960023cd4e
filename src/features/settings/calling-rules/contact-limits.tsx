/** The rule that limits how often one person is called. */
import { useState } from 'react'
import { ContactLimits } from '#contract/index.ts'
import { SettingForm } from '#kit/actions/setting-form.tsx'
import { NumberField } from '#ui/forms/text-field.tsx'
import { wholeNumber } from '../shared/texts.tsx'

const maxCalls = 100
const problemOf = (value: number | null) =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= maxCalls ? null : wholeNumber(1, maxCalls)

export function ContactLimitsForm({ limits }: { limits: ContactLimits }) {
  const [typed, setTyped] = useState<{ perDay?: number | null; perWeek?: number | null }>({})
  const { perDay, perWeek } = { ...limits, ...typed }
  const { data } = ContactLimits.safeParse({ perDay, perWeek })
  return (
    <SettingForm
      title="Contact limits"
      intro="A batch leaves out people who were already called this often, unless the person who starts it gives a reason. Call-backs within a batch and calls that reached nobody do not count. A single call only shows a warning."
      what="contact limits"
      command="callingRulesChange"
      values={data ? { limits: data } : null}
      isChanged={perDay !== limits.perDay || perWeek !== limits.perWeek}
      onReset={() => setTyped({})}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label="Maximum calls to one person in 24 hours"
          min={1}
          max={maxCalls}
          value={perDay}
          onChange={(next) => setTyped({ ...typed, perDay: next })}
          error={problemOf(perDay)}
        />
        <NumberField
          label="Maximum calls to one person in 7 days"
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
