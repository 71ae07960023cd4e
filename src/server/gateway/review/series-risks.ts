/**
 * The risks of drafts in a series of alike ones, as after a batch: what all drafts of a series say, or what each of them says in its own way,
 * such as the time of a visit, is no news in any of them. What differs from the series is. Pure.
 */
import { type Draft, type NewPartKind, newPartKinds, partsOfKind, templateOf } from '#contract/index.ts'
import { shortened } from './draft-risks.ts'

/** Fewer alike drafts are no series: each is read by itself. */
const minSeries = 5
/** A value that at most this share of a series has differs from it; one draft always may. */
const rareShare = 0.05
/** If more than this share of the values are different, each draft has its own, and none stands out. */
const ownValuesShare = 0.5

const isNewPart = (kind: string): kind is NewPartKind => newPartKinds.some((newPart) => newPart === kind)

/** The texts of a kind that differ from the series, of all its drafts. Parts are compared at the same position of their texts. */
function differingParts(kind: NewPartKind, series: readonly Draft[]): ReadonlySet<string> {
  const partsByDraft = series.map(({ message }) => partsOfKind(kind, message))
  const positions = Math.max(0, ...partsByDraft.map((parts) => parts.length))
  return new Set(
    Array.from({ length: positions }, (_, position) => position).flatMap((position) => {
      const parts = partsByDraft.flatMap((ofDraft) => ofDraft[position] ?? [])
      const byValue = Map.groupBy(parts, ({ value }) => value)
      if (byValue.size > 1 && byValue.size > parts.length * ownValuesShare) return []
      const maxRare = Math.max(1, Math.floor(series.length * rareShare))
      return [...byValue.values()]
        .filter((same) => same.length <= maxRare)
        .flatMap((same) => same.map(({ text }) => shortened(text)))
    }),
  )
}

function risksInSeries(series: readonly Draft[]): (draft: Draft) => Draft['risks'] {
  const differing = new Map(newPartKinds.map((kind) => [kind, differingParts(kind, series)]))
  const firstMessages = series.filter(({ risks }) => risks.some(({ kind }) => kind === 'first_message')).length
  const areFirst = firstMessages > series.length / 2
  return ({ risks }) =>
    risks.flatMap((risk) => {
      const { kind } = risk
      if (kind === 'first_message') return areFirst ? [] : [risk]
      if (!isNewPart(kind)) return [risk]
      const found = risk.found.filter((part) => differing.get(kind)?.has(part))
      return found.length > 0 ? [{ ...risk, found }] : []
    })
}

/** The same drafts. Those of a series have only the risks by which they differ from it, and those that concern no new part of the text. */
export function markDifferencesInSeries(drafts: readonly Draft[]): Draft[] {
  const idOf = new Map(drafts.map((draft) => [draft, templateOf(draft.message, draft.customer).id]))
  const risksOf = new Map(
    [...Map.groupBy(drafts, (draft) => idOf.get(draft) ?? '')]
      .filter(([id, series]) => id !== '' && series.length >= minSeries)
      .map(([id, series]) => [id, risksInSeries(series)]),
  )
  return drafts.map((draft) => {
    const ofSeries = risksOf.get(idOf.get(draft) ?? '')
    return ofSeries ? { ...draft, risks: ofSeries(draft) } : draft
  })
}
