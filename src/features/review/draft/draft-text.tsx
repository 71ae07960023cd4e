/** The text that is to be decided: as it would go out, or while it is edited. */
import type { RefObject } from 'react'
import { TextArea } from '#ui/forms/text-field.tsx'
import { MarkedText } from '#ui/text/visible-text.tsx'
import { MarkedDifference } from './marked-difference.tsx'
import { TextLength, TextWarnings } from './text-facts.tsx'

interface Props {
  text: string
  /** What is typed in its place; null: nothing. */
  edit: string | null
  onEdit: (text: string) => void
  /** Out of the field, so that single keys act again. */
  onLeave: () => void
  editor: RefObject<HTMLTextAreaElement | null>
  /** Whether it goes to a phone. */
  sms: boolean
  /** The other texts of the conversation. */
  before: readonly string[]
}

export function DraftText({ text, edit, onEdit, onLeave, editor, sms, before }: Props) {
  if (edit === null) {
    return (
      <>
        <p className="text-label text-muted">Draft</p>
        <div className="reading text-large">
          {text === '' ? <span className="text-muted">No text</span> : <MarkedText text={text} />}
        </div>
        <TextLength text={text} sms={sms} />
        <TextWarnings text={text} before={before} />
      </>
    )
  }
  return (
    <>
      <TextArea
        ref={editor}
        label="Your edit"
        value={edit}
        onChange={onEdit}
        rows={3}
        spellCheck
        onKeyDown={({ key }) => key === 'Escape' && onLeave()}
      />
      <TextLength text={edit} sms={sms} />
      <TextWarnings text={edit} before={[...before, text]} />
      {edit === text ? (
        <p className="text-label text-muted">Nothing is changed yet.</p>
      ) : (
        <MarkedDifference before={text} after={edit} label="What your edit changes" />
      )}
    </>
  )
}
