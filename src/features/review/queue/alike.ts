/**
 * Drafts with the same text: only names, numbers, amounts and dates differ, as when an agent writes to many people after a batch. A
 * reviewer goes through such a group one by one, and sees what differs. Pure.
 */
import { type Draft, nameWordsOf, type TextSlot, type TextTemplate, templateOf } from '#contract/index.ts'

/** Each text is analyzed once, not at each key press: an answer of the queue keeps the drafts that did not change. */
const templates = new WeakMap<Draft, TextTemplate>()

function templateOfDraft(draft: Draft): TextTemplate {
  const known = templates.get(draft)
  if (known) return known
  const template = templateOf(draft.message, draft.customer)
  templates.set(draft, template)
  return template
}

/** Whether a draft belongs to a group. @param groupId '' matches all */
export const isInGroup = (draft: Draft, groupId: string): boolean =>
  groupId === '' || templateOfDraft(draft).id === groupId

export interface AlikeGroup {
  id: string
  drafts: readonly Draft[]
  /** For each slot of the template, whether the drafts differ in it. All do if only one draft is left. */
  differs: readonly boolean[]
}

/** With the sign before it, which is fixed: "$40". */
function textIn({ message }: Draft, { start, end }: TextSlot): string {
  const hasSign = /[\p{Sc}+#]/u.test(message.charAt(start - 1))
  return message.slice(hasSign ? start - 1 : start, end)
}

function groupOf(id: string, drafts: readonly Draft[]): AlikeGroup {
  const [first] = drafts
  const slots = first ? templateOfDraft(first).slots : []
  return {
    id,
    drafts,
    differs: slots.map((_, index) => {
      const values = drafts.map((draft) => {
        const slot = templateOfDraft(draft).slots[index]
        return slot && textIn(draft, slot)
      })
      return drafts.length === 1 || new Set(values).size > 1
    }),
  }
}

/** The groups of alike drafts, by their IDs. A group can consist of one draft, after the others were decided. */
export function alikeGroups(drafts: readonly Draft[]): ReadonlyMap<string, AlikeGroup> {
  const draftsById = Map.groupBy(drafts, (draft) => templateOfDraft(draft).id)
  draftsById.delete('')
  return new Map([...draftsById].map(([id, alike]) => [id, groupOf(id, alike)]))
}

/** The group of a draft; undefined if it has too few fixed words. */
export const groupWith = (groups: ReadonlyMap<string, AlikeGroup>, draft: Draft): AlikeGroup | undefined =>
  groups.get(templateOfDraft(draft).id)

/** Where a draft of a group differs from the others. */
export const differencesIn = (draft: Draft, { differs }: AlikeGroup): readonly TextSlot[] =>
  templateOfDraft(draft).slots.filter((_, index) => differs[index])

/** What is different in a draft of a group, in the order of the text. */
export const differingTexts = (draft: Draft, group: AlikeGroup): string[] =>
  differencesIn(draft, group).map((slot) => textIn(draft, slot))

/** What a list shows instead of a draft's text, which all drafts of the group share. Without the name, which it shows anyway. */
export function summaryOf(draft: Draft, group: AlikeGroup): string {
  const nameWords = nameWordsOf(draft.customer.name)
  const isName = (text: string) => text.split(/[\s-]+/u).every((word) => nameWords.has(word.toLowerCase()))
  return differingTexts(draft, group)
    .filter((text) => !isName(text))
    .join(' · ')
}
