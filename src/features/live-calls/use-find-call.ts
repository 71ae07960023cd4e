import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import type { Card } from '#components/calls/wall.ts'
import { loadNumbering, useNumbering } from '#components/phone/numbering.ts'
import { Refusal } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { looksLikeRoom, matchCards } from './find-call.ts'

/**
 * State of the field that finds a call. Typing filters the wall. Enter opens the only matching call; if none matches, it searches all
 * calls that Switchboard knows about. A whole number opens its page, which says whether it was called.
 */
export function useFindCall(cards: readonly Card[]) {
  const [text, setText] = useState('')
  const [notFound, setNotFound] = useState('')
  const [refused, setRefused] = useState<{ text: string; refusal: Refusal } | null>(null)
  const navigate = useNavigate()
  const search = useCommand('search')
  const numbering = useNumbering()
  const open = (roomName: string) => void navigate(paths.call(roomName))

  const submit = async () => {
    const query = text.trim()
    if (query === '') return
    // A number that is entered before the plans are loaded must not lead to another page than the same number a moment later.
    const [first, ...others] = matchCards(cards, query, numbering ?? (await loadNumbering().catch(() => null)))
    if (others.length > 0) return
    if (first) return open(first.call.roomName)
    setRefused(null)
    const answer = await search.run({ body: { text: query } }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      setRefused({ text: query, refusal: error })
      return null
    })
    const [person] = answer?.found ?? []
    const call = answer?.found.find(({ kind }) => kind === 'call')
    if (person?.kind === 'person') void navigate(paths.person(person.id))
    else if (call) open(call.id)
    else if (looksLikeRoom(query)) open(query)
    else if (answer) setNotFound(query)
  }

  return {
    text,
    /** The cards that match the typed text. */
    matches: text.trim() === '' ? cards : matchCards(cards, text, numbering),
    /** The typed text, if a search for it found no call; else ''. */
    notFound: notFound === text.trim() ? notFound : '',
    /** Why the search for the typed text was refused, for example because the browser is offline; else null. */
    refusal: refused?.text === text.trim() ? refused.refusal : null,
    isPending: search.isPending,
    changeText: (next: string) => {
      setText(next)
      setNotFound('')
      setRefused(null)
    },
    submit: () => void submit(),
  }
}
