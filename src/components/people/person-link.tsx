/**
 * Opens the timeline of a person. The address of that page has an encrypted number, which only the gateway can make, so it is asked when the
 * link is pressed.
 */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { request } from '#api/client.ts'
import { useNumbering } from '#components/phone/numbering.ts'
import { Refusal } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { paths } from '#kit/navigation/paths.ts'
import { groupNumber } from '#phone/group.ts'
import { linkClasses } from '#ui/classes.ts'
import * as texts from './texts.ts'

/**
 * The links to the people whose whole numbers somebody typed into a search: they may have been called although nothing was found. Where a
 * number has no country code, it says so.
 */
export function PeopleOfText({ text }: { text: string }) {
  const numbering = useNumbering()
  const numbers = numbering?.numbersIn(text) ?? []
  if (numbers.length === 0) return numbering && <span className="text-soft">{texts.numberHint(text)}</span>
  return numbers.map((number) => (
    <PersonLink key={number} address={number} label={`Was ${groupNumber(number)} called?`} />
  ))
}

/** @param address a phone number or an e-mail address; nothing is shown without one */
export function PersonLink({ address, label }: { address: string | null | undefined; label?: string }) {
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
      notify({ title: 'The timeline could not be opened.', text: error.message })
    } finally {
      setOpening(false)
    }
  }
  return (
    <button
      type="button"
      aria-label={label ?? `Show timeline of ${address}`}
      aria-disabled={isOpening || undefined}
      onClick={() => !isOpening && void open()}
      className={`${linkClasses} print:hidden`}
    >
      {label ?? 'Show timeline'}
    </button>
  )
}
