/** Lists unsaved work that other forms of the same kind of record left on this device, to continue or to discard it. */
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { useFocusHeadingOnUnmount } from '#kit/page/heading-focus.ts'
import { Button } from '#ui/forms/button.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { TimeWithDay } from '#ui/time/time.tsx'
import { discardDraft } from './open-work.ts'
import { type StoredDraft, storeDraft } from './stored-drafts.ts'
import * as texts from './texts.tsx'
import { useUnsavedWork } from './unsaved-work-context.tsx'

/** What somebody entered as the name of a new record; the name of another one as it was opened. */
function nameOf({ isNew, recordName, draft }: StoredDraft): string {
  if (!isNew) return recordName
  const { name } = (draft ?? {}) as { name?: unknown }
  return typeof name === 'string' ? name.trim() : ''
}

export function OtherDrafts() {
  const { others } = useUnsavedWork()
  const [discarded, setDiscarded] = useState<readonly string[]>([])
  const drafts = others.filter(({ id }) => !discarded.includes(id))
  return drafts.length > 0 && <DraftList drafts={drafts} setDiscarded={setDiscarded} />
}

interface ListProps {
  drafts: readonly StoredDraft[]
  setDiscarded: (change: (before: readonly string[]) => readonly string[]) => void
}

function DraftList({ drafts, setDiscarded }: ListProps) {
  const { openDraft, findRecord } = useUnsavedWork()
  const navigate = useNavigate()
  const list = useRef<HTMLUListElement>(null)
  useFocusHeadingOnUnmount()

  const open = async ({ id, isNew, form }: StoredDraft) => {
    const path = isNew ? null : await findRecord?.(form.slice(form.indexOf('/') + 1))
    if (path) return navigate(path)
    openDraft(id)
  }
  const restore = async (draft: StoredDraft) => {
    await storeDraft(draft)
    setDiscarded((before) => before.filter((id) => id !== draft.id))
  }
  const discard = async (draft: StoredDraft) => {
    if (!(await discardDraft(draft.id)))
      return notify({ title: 'Another tab has opened this. It was not discarded.', tone: 'danger' })
    setDiscarded((before) => [...before, draft.id])
    // The row disappears with its button.
    list.current?.focus()
    notify({
      title: texts.discarded,
      action: { label: texts.restoreAgain, onClick: () => void restore(draft).catch(notifyNotStored) },
    })
  }
  return (
    <ul ref={list} tabIndex={-1} aria-label="Other unsaved work" className="flex flex-col gap-1 outline-none">
      {drafts.map((draft) => {
        const title = texts.otherDraft(draft, nameOf(draft))
        const forScreenReaders = <span className="sr-only">{`: ${title}`}</span>
        return (
          <li key={draft.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 break-words text-soft">
              {visible(title)} · <TimeWithDay at={draft.savedAt} />
            </span>
            <Button size="small" onClick={() => void open(draft).catch(notifyRefusal)}>
              Open
              {forScreenReaders}
            </Button>
            <Button size="small" onClick={() => void discard(draft).catch(notifyNotStored)}>
              {texts.discard}
              {forScreenReaders}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

const notifyNotStored = () =>
  notify({ title: 'This browser could not change what it stores. Nothing was changed.', tone: 'danger' })
