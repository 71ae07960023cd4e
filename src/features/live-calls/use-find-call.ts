import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import type { Card } from '#components/calls/wall.ts'
import { loadNumbering, useNumbering } from '#components/phone/numbering.ts'
import { type Found, Refusal } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { looksLikeRoom, matchCards } from './find-call.ts'

/** The page of a call or a person that a search found. */
export const pathOf = ({ kind, id }: Found): string => (kind === 'person' ? paths.person(id) : paths.call(id))

/**
 * State of the field that finds a call. Typing filters the wall. Enter opens the only matching call; if none matches, it searches all
 * calls and people that Switchboard knows about, and opens what it found or, if that is several, offers them. A whole number opens its page,
 * which says whether it was called.
 */
export function useFindCall(cards: readonly Card[]) {
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<{ text: string; found: readonly Found[] } | null>(null)
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
    if (!answer) return
    // The people of typed numbers come first, and are what was asked for.
    const kinds = answer.found[0]?.kind === 'person' ? ['person'] : ['call', 'person']
    const found = answer.found.filter(({ kind }) => kinds.includes(kind))
    const [only, ...more] = found
    if (only && more.length === 0) void navigate(pathOf(only))
    else if (!only && looksLikeRoom(query)) open(query)
    else setAnswer({ text: query, found })
  }

  return {
    text,
    /** The cards that match the typed text. */
    matches: text.trim() === '' ? cards : matchCards(cards, text, numbering),
    /** What a search for the typed text found: nothing, or more than one call or person; null: there was none, or it is of another text. */
    answer: answer?.text === text.trim() ? answer : null,
    /** Why the search for the typed text was refused, for example because the browser is offline; else null. */
    refusal: refused?.text === text.trim() ? refused.refusal : null,
    isPending: search.isPending,
    changeText: (next: string) => {
      setText(next)
      setAnswer(null)
      setRefused(null)
    },
    submit: () => void submit(),
  }
}
