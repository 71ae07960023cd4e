/** The drafts with the same text as the open one. The operator goes through them one by one: the queue then shows only these. */
import { useMemo } from 'react'
import { useMyId } from '#api/session.ts'
import type { Draft, TextSlot } from '#contract/index.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { type AlikeGroup, alikeGroups, differencesIn, differingTexts, groupWith, summaryOf } from './alike.ts'
import { isFree, keyOf } from './queue.ts'

export interface AlikeDrafts {
  /** How many other drafts of the group wait for a decision. */
  otherCount: number
  /** Whether the queue shows only the drafts of the group. */
  isActive: boolean
  /** Where the open draft differs from the others, in order. */
  differences: readonly TextSlot[]
  /** The same, in words. */
  differingTexts: readonly string[]
  onToggle: () => void
}

const summariesOf = (group: AlikeGroup | undefined): ReadonlyMap<string, string> =>
  new Map(group?.drafts.map((draft) => [keyOf(draft), summaryOf(draft, group)]))

/**
 * @param open the open draft
 * @param groupId the group that the queue shows; '' for all drafts
 * @param onChange shows another group, or with '' all drafts
 */
export function useAlikeDrafts(
  drafts: readonly Draft[],
  open: Draft | null,
  groupId: string,
  onChange: (groupId: string) => void,
): { note: AlikeDrafts | null; summaries: ReadonlyMap<string, string> } {
  const myId = useMyId()
  // When the queue or the group changes, not at each key press. The React Compiler does not cache what is computed between hooks.
  const groups = useMemo(() => alikeGroups(drafts), [drafts])
  const summaries = useMemo(() => summariesOf(groups.get(groupId)), [groups, groupId])
  const group = open ? groupWith(groups, open) : undefined
  const others = open && group ? group.drafts.filter((draft) => keyOf(draft) !== keyOf(open)) : []
  const otherCount = others.filter((draft) => isFree(draft, myId)).length
  const isActive = groupId !== ''
  const canToggle = isActive || otherCount > 0
  const toggle = () => onChange(isActive || !group ? '' : group.id)
  useShortcut('review.alike', toggle, canToggle)
  if (!open || !group || !canToggle) return { note: null, summaries }
  return {
    note: {
      otherCount,
      isActive,
      differences: differencesIn(open, group),
      differingTexts: differingTexts(open, group),
      onToggle: toggle,
    },
    summaries,
  }
}
