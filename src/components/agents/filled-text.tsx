/** A text that an agent says, with its variables filled and marked. */
import type { Piece } from '#flow-engine/variables.ts'
import { visible } from '#ui/text/visible-text.tsx'

interface Props {
  pieces: readonly Piece[]
  /** What is shown in place of a variable without a value. */
  missingText: (name: string, hasColumn: boolean) => string
}

export const FilledText = ({ pieces, missingText }: Props) =>
  pieces.map((piece, index) => {
    // oxlint-disable-next-line react/no-array-index-key -- a piece is its place in the text
    if (piece.kind === 'text') return <span key={index}>{piece.text}</span>
    if (piece.kind === 'filled') {
      return (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <mark key={index} title={`{${piece.name}}`} className="rounded-small bg-accent-soft px-0.5 text-ink">
          {visible(piece.text)}
        </mark>
      )
    }
    return (
      // oxlint-disable-next-line react/no-array-index-key -- as above
      <mark key={index} className="rounded-small bg-danger-soft px-0.5 text-danger">
        {missingText(piece.name, piece.hasColumn)}
      </mark>
    )
  })
