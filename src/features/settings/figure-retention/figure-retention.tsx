/** How long figures about calls and decisions are kept. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { read, useRead } from '#api/reads.ts'
import { FigureRetention } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { NumberField } from '#ui/forms/text-field.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { SettingForm } from '../shared/setting-form.tsx'
import { wholeNumber } from '../shared/texts.tsx'
import * as texts from './texts.ts'

const limits = { min: 30, max: 3_650 }

function RetentionForm({ days: savedDays }: FigureRetention) {
  const { run, isPending, refusal } = useCommand('figureRetentionChange')
  const [typed, setTyped] = useState<{ days: number | null } | null>(null)
  const days = typed ? typed.days : savedDays
  const { data } = FigureRetention.safeParse({ days })
  return (
    <SettingForm
      title={texts.figures}
      intro={texts.figuresIntro}
      command="figureRetentionChange"
      send={(body: FigureRetention, key) => run({ body, key })}
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
          {...limits}
          value={days}
          onChange={(next) => setTyped({ days: next })}
          error={data ? null : wholeNumber(limits.min, limits.max)}
        />
      </div>
    </SettingForm>
  )
}

export const figureRetentionRead = read('figureRetentionShow')

export const FigureRetentionForm = () => (
  <DataView
    query={useRead(figureRetentionRead)}
    loading={<SkeletonRows rows={2} columns={2} label={texts.loadingRetention} />}
    isEmpty={() => false}
    empty={null}
  >
    {({ days }) => <RetentionForm days={days} />}
  </DataView>
)
