/** The text of the draft as it would be sent, or the edit of it. */
import type { RefObject } from 'react'
import { TextArea } from '#ui/forms/text-field.tsx'
import { MarkedText } from '#ui/text/visible-text.tsx'
import { MarkedDifference } from './marked-difference.tsx'
import { TextLength, TextWarnings } from './text-facts.tsx'
import * as texts from './texts.tsx'

interface Props {
  text: string
  /** The edited text; null: no edit. */
  edit: string | null
  onEdit: (text: string) => void
  /** Leaves the field, so that single-key shortcuts work again. */
  onLeave: () => void
  editor: RefObject<HTMLTextAreaElement | null>
  /** Whether it is sent to a phone. */
  sms: boolean
  /** The other texts of the conversation. */
  before: readonly string[]
}

export function DraftText({ text, edit, onEdit, onLeave, editor, sms, before }: Props) {
  if (edit === null) {
    return (
      <>
        <p className="text-label text-muted">{texts.draftHeading}</p>
        <div className="reading text-large">
          {text === '' ? <span className="text-muted">{texts.noText}</span> : <MarkedText text={text} />}
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
        label={texts.yourEdit}
        value={edit}
        onChange={onEdit}
        rows={3}
        spellCheck
        onKeyDown={({ key }) => key === 'Escape' && onLeave()}
      />
      <TextLength text={edit} sms={sms} />
      <TextWarnings text={edit} before={[...before, text]} />
      {edit === text ? (
        <p className="text-label text-muted">{texts.nothingChanged}</p>
      ) : (
        <MarkedDifference before={text} after={edit} label={texts.changesInEdit} />
      )}
    </>
  )
}
