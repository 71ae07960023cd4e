/** Texts of a draft's text: the field to edit it, snippets, changes, length and warnings. */
import type { ReactNode } from 'react'

// draft-text.tsx
export const nothingChanged = 'You have not changed anything yet.'

// text-facts.tsx
const smsCount = (segments: number) => `${segments} SMS`
/** @param cause the first character that requires the encoding with shorter parts; null: none */
export const smsParts = (segments: number, cause: ReactNode | null) =>
  cause === null ? (
    smsCount(segments)
  ) : (
    <>
      {smsCount(segments)} (“{cause}” shortens each part)
    </>
  )

// insert-snippet.tsx
export const insertSnippet = 'Insert snippet'
