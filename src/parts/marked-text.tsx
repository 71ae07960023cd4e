/** Text from outside, as text: hidden characters stand in it as marks, and it cannot turn the direction of what is around it. */
import { codeOf, piecesOf } from './hidden-characters.ts'

export const MarkedText = ({ text }: { text: string }) => (
  <bdi className="break-words whitespace-pre-wrap">
    {piecesOf(text).map((piece, index) =>
      piece.mark === '' ? (
        piece.text
      ) : (
        <mark
          key={index}
          title={piece.mark}
          className="mono mx-px rounded-small border border-danger/60 bg-raised px-0.5 text-[0.75em] text-danger"
        >
          {codeOf(piece.text)}
          <span className="sr-only"> hidden {piece.mark}</span>
        </mark>
      ),
    )}
  </bdi>
)
