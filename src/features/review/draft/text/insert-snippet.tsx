/** Inserts one of the workspace's snippets at the cursor of the edit. Found by its name or text. */
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { read, useRead } from '#api/reads.ts'
import type { Snippet } from '#contract/index.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import { fillSnippet } from './fill-snippet.ts'
import * as texts from './texts.tsx'

interface Props {
  edit: string
  onEdit: (text: string) => void
  editorRef: RefObject<HTMLTextAreaElement | null>
  customerName: string | null
  agent: string | null
}

export const snippetsRead = read('snippetsShow')
const hasWords = (search: string, text: string) => text.toLowerCase().includes(search.trim().toLowerCase())
const textOf = ({ name, text }: Snippet) => `${name}: ${text}`

export function InsertSnippet({ edit, onEdit, editorRef, ...values }: Props) {
  const snippets = useRead(snippetsRead).data?.snippets ?? []
  const field = useRef<HTMLDivElement>(null)
  /** Where the cursor belongs after an insertion; null: where it is. */
  const cursor = useRef<number | null>(null)
  useShortcut('review.snippet', () => field.current?.querySelector('input')?.focus(), snippets.length > 0)
  // The field has to contain the text before its cursor can be set behind it.
  useLayoutEffect(() => {
    if (cursor.current === null) return
    editorRef.current?.setSelectionRange(cursor.current, cursor.current)
    cursor.current = null
  })
  if (snippets.length === 0) return null
  const insert = ({ text }: Snippet) => {
    const editor = editorRef.current
    const inserted = fillSnippet(text, values)
    const start = editor?.selectionStart ?? edit.length
    const end = editor?.selectionEnd ?? edit.length
    cursor.current = start + inserted.length
    onEdit(edit.slice(0, start) + inserted + edit.slice(end))
    editor?.focus()
  }
  return (
    <div ref={field} className="max-w-md">
      <Combobox
        label={texts.insertSnippet}
        labelHidden
        placeholder={texts.insertSnippet}
        items={snippets}
        value={null}
        onChange={(snippet) => snippet && insert(snippet)}
        textOf={textOf}
        keyOf={textOf}
        matches={hasWords}
        noMatches="No snippet has these words."
      />
    </div>
  )
}
