/** All starts of the team whose outcome is unknown. They are shown until somebody records the outcome. There is hardly ever one. */
import { Suspense } from 'react'
import { useRead } from '#api/reads.ts'
import { unknownEffectsRead } from '#api/status.ts'
import { lazyPart } from '#ui/lazy-part.ts'

const UnknownStart = lazyPart(async () => ({ default: (await import('../unknown-start.tsx')).UnknownStart }))

export function UnknownStarts() {
  const { data, retry } = useRead(unknownEffectsRead)
  const starts = data?.effects.filter(({ endpoint }) => endpoint === 'batchStart') ?? []
  return starts.map((effect) => (
    <Suspense key={effect.id}>
      <UnknownStart facts={{ effectId: effect.id, agentId: effect.ids.agentId ?? null, effect }} onResolved={retry} />
    </Suspense>
  ))
}
