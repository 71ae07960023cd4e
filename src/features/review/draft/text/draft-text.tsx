/** The text of the draft as it would be sent, or the field in which the operator edits it. */
import { Fragment, type RefObject } from 'react'
import { useRead } from '#api/reads.ts'
import { MarkedDifference } from '#components/difference/marked-difference.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { markHiddenCharacters } from '#ui/text/visible-text.tsx'
import { InsertSnippet, snippetsRead } from './insert-snippet.tsx'
import { TextWarnings } from './text-facts.tsx'
import * as texts from './texts.tsx'

interface Props {
  text: string
  /** Where the text differs from alike drafts: positions in it, in order. */
  differences: readonly { start: number; end: number }[]
  /** The edited text; null: no edit. */
  edit: string | null
  onEdit: (text: string) => void
  /** Leaves the field, so that single-key shortcuts work again. */
  onLeave: () => void
  editorRef: RefObject<HTMLTextAreaElement | null>
  /** The other messages of the conversation. Links in them are not new. */
  earlierTexts: readonly string[]
  /** For the variables of a snippet. */
  customerName: string | null
  agent: string | null
}

/** Underlined, so that the marks do not depend on colour. */
const TextWithDifferences = ({ text, differences }: Pick<Props, 'text' | 'differences'>) => (
  <p translate="no" dir="auto" className="break-words whitespace-pre-wrap">
    {differences.map(({ start, end }, index) => (
      <Fragment key={start}>
        {markHiddenCharacters(text.slice(differences[index - 1]?.end ?? 0, start))}
        <mark className="bg-accent-soft text-ink underline decoration-accent decoration-2 underline-offset-2">
          {markHiddenCharacters(text.slice(start, end))}
        </mark>
      </Fragment>
    ))}
    {markHiddenCharacters(text.slice(differences.at(-1)?.end ?? 0))}
  </p>
)

export function DraftText({ text, differences, edit, onEdit, onLeave, editorRef, earlierTexts, ...known }: Props) {
  // Read the snippets before the reviewer edits, so that their key works at once.
  useRead(snippetsRead)
  if (edit === null) {
    return (
      <>
        <div className="reading text-draft">
          {text === '' ? (
            <span className="text-muted">No text</span>
          ) : (
            <TextWithDifferences text={text} differences={differences} />
          )}
        </div>
        <TextWarnings text={text} earlierTexts={earlierTexts} />
      </>
    )
  }
  return (
    <>
      <TextArea
        ref={editorRef}
        label="Your edit"
        value={edit}
        onChange={onEdit}
        rows={3}
        spellCheck
        onKeyDown={({ key }) => key === 'Escape' && onLeave()}
      />
      <InsertSnippet edit={edit} onEdit={onEdit} editorRef={editorRef} {...known} />
      <TextWarnings text={edit} earlierTexts={[...earlierTexts, text]} />
      {edit === text ? (
        <p className="text-label text-muted">{texts.nothingChanged}</p>
      ) : (
        <MarkedDifference before={text} after={edit} label="Changes in your edit" />
      )}
    </>
  )
}
