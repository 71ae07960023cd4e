/** How long calls are kept after they ended. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { read, useRead } from '#api/reads.ts'
import { CallRetention } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { NumberField } from '#ui/forms/text-field.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { SettingForm } from '../shared/setting-form.tsx'
import { wholeNumber } from '../shared/texts.tsx'
import * as texts from './texts.ts'

const maxDays = 365

function RetentionForm({ days: savedDays }: CallRetention) {
  const { run, isPending, refusal } = useCommand('callRetentionChange')
  const [typed, setTyped] = useState<{ days: number | null } | null>(null)
  const days = typed ? typed.days : savedDays
  const { data } = CallRetention.safeParse({ days })
  return (
    <SettingForm
      title={texts.keptCalls}
      intro={texts.keptCallsIntro}
      command="callRetentionChange"
      send={(body: CallRetention, key) => run({ body, key })}
      isPending={isPending}
      refusal={refusal}
      values={data ?? null}
      isChanged={days !== savedDays}
      onReset={() => setTyped(null)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={texts.daysLabel}
          hint={texts.daysHint}
          min={0}
          max={maxDays}
          value={days}
          onChange={(next) => setTyped({ days: next })}
          error={data ? null : wholeNumber(0, maxDays)}
        />
      </div>
    </SettingForm>
  )
}

export const callRetentionRead = read('callRetentionShow')

export const CallRetentionForm = () => (
  <DataView
    query={useRead(callRetentionRead)}
    loading={<SkeletonRows rows={2} columns={2} label={texts.loadingRetention} />}
    isEmpty={() => false}
    empty={null}
  >
    {({ days }) => <RetentionForm days={days} />}
  </DataView>
)
