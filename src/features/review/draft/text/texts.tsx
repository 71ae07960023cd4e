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

// text-warnings.ts
export const placeholders = (found: readonly string[]) =>
  found.length === 1
    ? `Looks like a placeholder: ${found.join(', ')}`
    : `These look like placeholders: ${found.join(', ')}`
export const newLinks = (links: readonly string[]) =>
  links.length === 1
    ? `This link is new in this conversation: ${links.join(', ')}`
    : `These links are new in this conversation: ${links.join(', ')}`

// insert-snippet.tsx
export const insertSnippet = 'Insert snippet'
