/**
 * Text from outside as text: its hidden characters are shown as marks, and it cannot change the direction of what is around it.
 * Links, cells, facts and headings pass whatever they show through here.
 */
import type { ReactNode } from 'react'
import { codeOf, piecesOf } from './hidden-text.ts'

/** Nothing in it is hidden, and all of it runs from left to right. */
const isPlain = (text: string) => /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u024f\u2010-\u2027\u20a0-\u20bf]*$/.test(text)

/** The text with a mark for each hidden character. */
export const marked = (text: string): ReactNode =>
  piecesOf(text).map((piece, index) =>
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
  )

/** What is to be shown: a text isolated and marked, everything else as it is. */
export const visible = (node: ReactNode): ReactNode =>
  typeof node === 'string' && !isPlain(node) ? <bdi>{marked(node)}</bdi> : node

/** The same where only characters can stand: in the window's title and in attributes. */
export const visibleText = (text: string): string =>
  piecesOf(text)
    .map((piece) => (piece.mark === '' ? piece.text : `[${codeOf(piece.text)}]`))
    .join('')

/** Running text from outside: hidden characters are shown as marks, and it cannot change the direction of the text around it. */
export const MarkedText = ({ text }: { text: string }) => (
  <bdi className="break-words whitespace-pre-wrap">{marked(text)}</bdi>
)
