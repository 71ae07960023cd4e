/** The tags of a call, with a field that suggests those that other calls have. */
import X from 'lucide-react/icons/x'
import { type FormEvent, useRef, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { callNoteLimits, Refusal } from '#contract/index.ts'
import { useCommandRunner } from '#kit/actions/command-runner.ts'
import { notifyRefusal } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { SuggestField } from '#ui/forms/suggest-field.tsx'
import { visible, visibleText } from '#ui/text/visible-text.tsx'
import * as texts from './texts.ts'

const problemOf = (tag: string): string | null => {
  if (tag.trim() === '') return texts.tagMissing
  return tag.trim().length > callNoteLimits.tagLength ? texts.tagTooLong(tag.trim().length) : null
}

export function Tags({
  roomName,
  tags,
  knownTags,
}: {
  roomName: string
  tags: readonly string[]
  knownTags: readonly string[]
}) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { run, isPending } = useCommand('callTagChange')
  const { runOnce } = useCommandRunner()
  const { reason } = usePermission('callTagChange')
  const form = useRef<HTMLFormElement>(null)
  const params = { roomName }

  const add = (event: FormEvent) => {
    event.preventDefault()
    const problem = problemOf(typed)
    setError(problem)
    if (problem || reason) return
    const body = { tag: typed.trim(), isOn: true }
    runOnce((key) => run({ params, body, key }), body).then(
      (answer) => answer && setTyped(''),
      (refusal: unknown) => {
        if (!(refusal instanceof Refusal)) throw refusal
        setError(refusal.message)
      },
    )
  }
  const remove = (tag: string) => {
    // The button disappears with its tag.
    form.current?.querySelector('input')?.focus()
    const body = { tag, isOn: false }
    runOnce((key) => run({ params, body, key }), body).catch(notifyRefusal)
  }
  return (
    <div className="flex flex-col gap-2">
      {tags.length > 0 && (
        <ul aria-label={texts.tags} className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex max-w-full items-center rounded-base border border-line-strong bg-surface pl-2 text-label"
            >
              <span className="min-w-0 break-words">{visible(tag)}</span>
              <IconButton
                label={texts.removeTag(visibleText(tag))}
                icon={X}
                size="small"
                disabledReason={reason}
                onClick={() => remove(tag)}
              />
            </li>
          ))}
        </ul>
      )}
      <form ref={form} onSubmit={add} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <SuggestField
            label={texts.tagField}
            value={typed}
            onChange={(next) => {
              setTyped(next)
              setError(null)
            }}
            suggestions={knownTags.filter((tag) => !tags.includes(tag))}
            placeholder={texts.tagPlaceholder}
            error={error}
          />
        </div>
        <Button type="submit" pending={isPending} disabledReason={reason}>
          {texts.add}
        </Button>
      </form>
    </div>
  )
}
