/**
 * Shows text from outside safely: hidden characters become visible marks, and it cannot change the direction of the text around it.
 * Links, cells, facts and headings use it for all their content. A browser that translates the page must not change such text, nor names,
 * numbers and states: who reviews or listens decides by the words themselves. Their elements have `translate="no"`.
 */
import type { ReactNode } from 'react'
import { codePointLabel, splitHiddenCharacters } from './hidden-text.ts'

/** Whether a text has only common left-to-right characters. */
const isPlain = (text: string) => /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u024f\u2010-\u2027\u20a0-\u20bf]*$/.test(text)

/** The text with a mark for each hidden character. */
export const markHiddenCharacters = (text: string): ReactNode =>
  isPlain(text)
    ? text
    : splitHiddenCharacters(text).map((piece, index) =>
        piece.hiddenName === '' ? (
          piece.text
        ) : (
          <mark
            key={index}
            title={piece.hiddenName}
            className="mono mx-px rounded-small border border-danger/60 bg-raised px-0.5 text-[0.75em] text-danger"
          >
            {codePointLabel(piece.text)}
            <span className="sr-only">{` hidden ${piece.hiddenName}`}</span>
          </mark>
        ),
      )

/** Isolates a text, which finds its own direction. Not a `bdi`: a block around it with `dir="auto"` would not see the text. */
const isolatedClasses = '[unicode-bidi:plaintext]'

/** A text isolated and marked; any other node unchanged. The block around it has `dir="auto"`, so that its start is not cut off. */
export const visible = (node: ReactNode): ReactNode =>
  typeof node === 'string' && !isPlain(node) ? (
    <span translate="no" className={isolatedClasses}>
      {markHiddenCharacters(node)}
    </span>
  ) : (
    node
  )

/** The same as plain text, for the title of the browser tab and for attributes. */
export const visibleText = (text: string): string =>
  isPlain(text)
    ? text
    : splitHiddenCharacters(text)
        .map((piece) => (piece.hiddenName === '' ? piece.text : `[${codePointLabel(piece.text)}]`))
        .join('')

/** Longer text from outside, with its line breaks; otherwise like `visible`. */
export const MarkedText = ({ text }: { text: string }) => (
  <span translate="no" className={`break-words whitespace-pre-wrap ${isolatedClasses}`}>
    {markHiddenCharacters(text)}
  </span>
)
