/** Shows what an edit changes. */
import { MarkedText } from '#ui/text/visible-text.tsx'
import { type Change, wordDifference } from './word-difference.ts'

function ChangedText({ kind, text }: Change) {
  if (kind === 'same') return <MarkedText text={text} />
  if (kind === 'removed') {
    return (
      <del className="bg-pressed text-muted decoration-control">
        <span className="sr-only">{'removed: '}</span>
        <MarkedText text={text} />
      </del>
    )
  }
  return (
    <ins className="bg-pressed font-medium text-ink decoration-soft decoration-2 underline-offset-2">
      <span className="sr-only">{'added: '}</span>
      <MarkedText text={text} />
    </ins>
  )
}

/** The changes word by word: struck through and underlined, so that they do not depend on colour. */
export const MarkedDifference = ({ before, after, label }: { before: string; after: string; label: string }) => (
  <p dir="auto" className="reading">
    <span className="sr-only">{`${label}: `}</span>
    {wordDifference(before, after).map((change, index) => (
      <ChangedText key={`${index} ${change.kind}`} {...change} />
    ))}
  </p>
)
