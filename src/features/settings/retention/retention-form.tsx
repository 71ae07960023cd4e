/** How many days calls are kept, or figures about them. */
import { useState } from 'react'
import { read, useRead } from '#api/reads.ts'
import { CallRetention, callRetentionDays, FigureRetention, figureRetentionDays } from '#contract/index.ts'
import { SettingForm } from '#kit/actions/setting-form.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { NumberField } from '#ui/forms/text-field.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { wholeNumber } from '../shared/texts.tsx'
import * as texts from './texts.ts'

export const retentions = {
  calls: {
    current: read('callRetentionShow'),
    command: 'callRetentionChange',
    schema: CallRetention,
    limits: callRetentionDays,
    texts: texts.calls,
  },
  figures: {
    current: read('figureRetentionShow'),
    command: 'figureRetentionChange',
    schema: FigureRetention,
    limits: figureRetentionDays,
    texts: texts.figures,
  },
} as const

interface Props {
  of: keyof typeof retentions
}

function DaysForm({ of, savedDays }: Props & { savedDays: number }) {
  const { command, schema, limits, texts } = retentions[of]
  const [typed, setTyped] = useState<{ days: number | null } | null>(null)
  const days = typed ? typed.days : savedDays
  const { data } = schema.safeParse({ days })
  return (
    <SettingForm
      title={texts.title}
      intro={texts.intro}
      what={texts.saved}
      command={command}
      values={data ?? null}
      isChanged={days !== savedDays}
      onReset={() => setTyped(null)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={texts.days}
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

export const RetentionForm = ({ of }: Props) => (
  <DataView
    query={useRead(retentions[of].current)}
    loading={<SkeletonRows rows={2} columns={2} label={retentions[of].texts.loading} />}
  >
    {({ days }) => <DaysForm of={of} savedDays={days} />}
  </DataView>
)
