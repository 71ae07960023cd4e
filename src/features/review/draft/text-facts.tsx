/** How long a text is, and what to look at twice. */
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Glyph } from '#ui/status/icon.tsx'
import { plural } from '#ui/text/format-number.ts'
import { MarkedText, visible } from '#ui/text/visible-text.tsx'
import { smsLength } from './sms-length.ts'
import { warningsFor } from './text-warnings.ts'

/** @param sms whether it goes to a phone */
export function TextLength({ text, sms }: { text: string; sms: boolean }) {
  const { characters, segments, encoding: alphabet, unicodeCause: because } = smsLength(text)
  return (
    <p className="text-label text-muted tabular-nums">
      {plural(characters, 'character', 'characters')}
      {sms && (
        <>
          {' · '}
          {plural(segments, 'SMS segment', 'SMS segments')}, {alphabet}
          {because !== '' && (
            <>
              {' '}
              because of “<MarkedText text={because} />”
            </>
          )}
        </>
      )}
    </p>
  )
}

/** @param before the texts in which a link may already stand */
export function TextWarnings({ text, before }: { text: string; before: readonly string[] }) {
  const concerns = warningsFor(text, before)
  if (concerns.length === 0) return null
  return (
    <ul aria-label="Look twice" className="flex flex-col gap-0.5">
      {concerns.map((concern) => (
        <li key={concern} className="flex gap-1.5 text-label">
          <span className="mt-px text-danger">
            <Glyph icon={TriangleAlert} size="small" />
          </span>
          <span className="min-w-0 break-words">{visible(concern)}</span>
        </li>
      ))}
    </ul>
  )
}
