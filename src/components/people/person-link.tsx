/**
 * Opens the timeline of a person. The address of that page has an encrypted number, which only the gateway can make, so it is asked when the
 * link is pressed.
 */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { request } from '#api/client.ts'
import { Refusal } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { paths } from '#kit/navigation/paths.ts'
import { linkClasses } from '#ui/classes.ts'
import * as texts from './texts.ts'

/** @param address a phone number or an e-mail address; nothing is shown without one */
export function PersonLink({ address }: { address: string | null | undefined }) {
  const navigate = useNavigate()
  const [isOpening, setOpening] = useState(false)
  if (!address) return null
  const open = async () => {
    setOpening(true)
    try {
      const { data } = await request('personFind', { body: { address } })
      await navigate(paths.person(data.personId))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      notify({ title: texts.notOpened, text: error.message })
    } finally {
      setOpening(false)
    }
  }
  return (
    <button
      type="button"
      aria-label={texts.showTimelineOf(address)}
      aria-disabled={isOpening || undefined}
      onClick={() => !isOpening && void open()}
      className={linkClasses}
    >
      {texts.showTimeline}
    </button>
  )
}
